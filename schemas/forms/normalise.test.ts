import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collection, container, formOf, table, testContext, widget } from '#tests/forms/form-builders.ts';
import { widgetKinds } from './kinds/kinds.ts';
import { normalise } from './normal-value.ts';

const options = () => testContext();

/** The normal form of one value of a widget. */
function normalOf(type: string, config: Record<string, unknown>, ...input: [unknown?]): unknown {
  const data = input.length > 0 ? { it: input[0] } : {};
  return normalise(formOf(widget(type, 'it', config)), data, options()).data.it;
}

describe('normalise of a required widget', () => {
  it.each(Object.keys(widgetKinds).filter((type) => !['container', 'modal', 'banner', 'markdown'].includes(type)))(
    '%s stays without a value if none is given, so that it is reported as missing',
    (type) => {
      expect(normalOf(type, { required: true })).toBeUndefined();
      expect(normalOf(type, { required: true }, null)).toBeUndefined();
    },
  );

  it('treats a cleared number field as a missing value', () => {
    expect(normalOf('number_input', { required: true }, ' ')).toBeUndefined();
  });
});

const unanswered = { emptyUntilAnswered: true } as const;
const choices = { options: [{ value: 'first' }, { value: 'second' }] };
const valueTypes = Object.entries(widgetKinds).flatMap(([type, { holds }]) => (holds === 'value' ? [type] : []));

describe('normalise of a widget that is empty until answered', () => {
  it.each(valueTypes)('%s stays without a value if none is given', (type) => {
    const config = { ...unanswered, ...(/radio|select|checkboxes/.test(type) ? choices : {}) };
    expect(normalOf(type, config)).toBeUndefined();
    expect(normalOf(type, config, null)).toBeUndefined();
  });

  it.each([
    ['number_input', 0, { minValue: 5 }],
    ['number_input', 5, { minValue: 5 }],
    ['radio', 'first', choices],
    ['select', 'second', choices],
    ['checkbox', false, {}],
    ['checkbox', true, {}],
    ['text_input', 'x', {}],
    ['tags_input', ['a'], {}],
  ])('%s keeps the answer %j', (type, value, config) => {
    const input = normalise(formOf(widget(type, 'it', config)), { it: value }, options()).data;
    expect(normalise(formOf(widget(type, 'it', { ...unanswered, ...config })), { it: value }, options()).data).toEqual(
      input,
    );
  });

  it.each([
    ['text_input', ''],
    ['number_input', ' '],
    ['date_input', ''],
    ['time_input', ''],
    ['select', ''],
    ['radio', ''],
    ['checkboxes', []],
    ['tags_input', []],
    ['multiple_file_input', []],
  ])('%s becomes unanswered with %j, without a report', (type, value) => {
    const form = formOf(widget(type, 'it', unanswered));
    expect(normalise(form, { it: value }, options())).toEqual({ data: {}, normalized: [] });
  });

  it.each([
    ['number_input', true],
    ['radio', 7],
    ['select', false],
    ['checkbox', 'yes'],
    ['date_input', 3],
    ['tags_input', 'a'],
  ])('%s removes %j and reports it, without a default', (type, value) => {
    const form = formOf(widget(type, 'it', unanswered));
    expect(normalise(form, { it: value }, options())).toEqual({
      data: {},
      normalized: [{ path: '/it', from: value, to: undefined }],
    });
  });

  it('stays empty in the rows that pad a list', () => {
    const form = formOf(collection('lines', [widget('number_input', 'count', unanswered)], { minItems: 1 }));
    expect(normalise(form, {}, options()).data).toEqual({ lines: [{ _id: 'row0000000000001' }] });
  });
});

describe('normalise of a yes/no question', () => {
  it.each([true, false, undefined])('keeps %j', (value) => {
    expect(normalOf('checkbox', { presentation: 'yes_no' }, value)).toBe(value);
  });

  it.each(['yes', 1, []])('removes %j and reports it', (value) => {
    const form = formOf(widget('checkbox', 'it', { presentation: 'yes_no' }));
    expect(normalise(form, { it: value }, options())).toEqual({
      data: {},
      normalized: [{ path: '/it', from: value, to: undefined }],
    });
  });
});

describe.each([
  ['collection', collection],
  ['table', table],
] as const)('normalise of a %s', (type, list) => {
  const form = (config: Record<string, unknown>) => formOf(list('lines', [widget('text_input', 'name')], config));

  it('pads it to minItems (default 1) and gives its rows an _id', () => {
    expect(normalise(form({ minItems: 2 }), {}, options()).data).toEqual({
      lines: [
        { _id: 'row0000000000001', name: '' },
        { _id: 'row0000000000002', name: '' },
      ],
    });
    const byDefault = formOf(widget(type, 'lines'));
    expect(normalise(byDefault, {}, options()).data.lines).toHaveLength(1);
  });

  it('truncates it to maxItems and reports what was removed', () => {
    const rows = ['a', 'b', 'c'].map((name) => ({ _id: name, name }));
    const { data, normalized } = normalise(form({ maxItems: 2 }), { lines: rows }, options());
    expect(data.lines).toEqual(rows.slice(0, 2));
    expect(normalized).toEqual([{ path: '/lines', from: rows, to: rows.slice(0, 2) }]);
  });

  it('does not pad a submitted order', () => {
    const { data } = normalise(form({ minItems: 2 }), { lines: [] }, { ...options(), pad: false });
    expect(data.lines).toEqual([]);
  });

  it('keeps the _id of each row unless it is a duplicate', () => {
    const { data, normalized } = normalise(form({}), { lines: [{ _id: 'x' }, { _id: 'x' }] }, options());
    expect(data.lines).toMatchObject([{ _id: 'x' }, { _id: 'row0000000000001' }]);
    expect(normalized).toEqual([{ path: '/lines/1/_id', from: 'x', to: 'row0000000000001' }]);
  });

  it('normalizes 10,000 invalid rows and reports each', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => (index % 2 === 0 ? index : { name: { index } }));
    const { data, normalized } = normalise(form({}), { lines: rows }, options());
    expect(data.lines).toHaveLength(10_000);
    expect(normalized).toHaveLength(10_000);
  });
});

describe('the report of normalise', () => {
  const form = formOf(
    widget('number_input', 'count', { maxValue: 5 }),
    container([widget('text_input', 'street')], {}, { key: 'address' }),
  );

  it('lists changed values with their original, but no added defaults', () => {
    const { data, normalized } = normalise(form, { count: '7', address: 'Main Street' }, options());
    expect(data).toEqual({ count: 5, address: { street: '' } });
    expect(normalized).toEqual([
      { path: '/count', from: '7', to: 5 },
      { path: '/address', from: 'Main Street', to: {} },
    ]);
  });

  it('normalise keeps keys that no widget owns', () => {
    expect(normalise(form, { old: [1], address: { zip: '1' } }, options()).data).toEqual({
      old: [1],
      count: 0,
      address: { zip: '1', street: '' },
    });
  });

  it('normalise treats names of Object.prototype as data', () => {
    const input = JSON.parse('{"__proto__": {"count": 3}, "constructor": 1}');
    const { data } = normalise(form, input, options());
    expect(data.count).toBe(0);
    expect(Object.hasOwn(data, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });
});

describe('normalise of any data', () => {
  const form = formOf(
    widget('text_input', 'text'),
    widget('number_input', 'number', { minValue: -3, maxValue: 8.5, precision: 1 }),
    widget('date_input', 'date', { includeTime: true, includeDay: false }),
    widget('select', 'select', { options: [{ value: 'a' }] }),
    widget('checkbox', 'checkbox', { required: true }),
    widget('time_input', 'time'),
    widget('password_input', 'password', { required: true }),
    widget('checkboxes', 'checkboxes', { options: [{ value: 'a' }] }),
    widget('multiple_select', 'several', { required: true }),
    widget('file_input', 'file'),
    widget('multiple_file_input', 'files', { required: true }),
    widget('tags_input', 'tags'),
    widget('tags_input', 'twice', { allowDuplicates: true }),
    widget('checkbox', 'question', { presentation: 'yes_no' }),
    ...valueTypes.map((type) => widget(type, `empty_${type}`, unanswered)),
    container([widget('radio', 'radio', { required: true })], {}, { key: 'group' }),
    collection('rows', [widget('number_input', 'number'), collection('inner', [widget('text_input', 'text')])], {
      minItems: 1,
      maxItems: 3,
    }),
  );
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('2024-02-29', '2024-02-17T10:00:00.000Z', '-7.77', '', null));
  const list = fc.oneof(value, fc.array(fc.oneof(value, fc.constantFrom('a', 'b', ' '))));
  const file = fc.record({ id: value, name: value, mimeType: value }, { requiredKeys: [] });
  const row = fc.record({ _id: value, number: value, inner: fc.oneof(value, fc.array(fc.record({ text: value }))) });
  const record = fc.record(
    {
      ...{ text: value, number: value, date: value, select: value, checkbox: value, time: value, password: value },
      ...{ file: fc.oneof(value, file), files: fc.oneof(value, fc.array(file)) },
      ...{ checkboxes: list, several: list, tags: list, twice: list },
      ...Object.fromEntries(valueTypes.map((type) => [`empty_${type}`, fc.oneof(list, file)])),
      ...{ question: value, group: fc.oneof(value, fc.record({ radio: value })) },
      rows: fc.oneof(value, fc.array(row)),
    },
    { requiredKeys: [] },
  );

  it('is idempotent, also after a JSON round trip', () => {
    fc.assert(
      fc.property(fc.oneof(record, fc.jsonValue()), (data) => {
        const once = normalise(form, data, options());
        const twice = normalise(form, once.data, options());
        expect(twice).toEqual({ data: once.data, normalized: [] });
        const stored = JSON.parse(JSON.stringify(once.data));
        expect(normalise(form, stored, options()).normalized).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('does not modify its input', () => {
    fc.assert(
      fc.property(record, (data) => {
        const before = JSON.stringify(data);
        normalise(form, data, options());
        expect(JSON.stringify(data)).toBe(before);
      }),
    );
  });
});
