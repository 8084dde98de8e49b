import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collection, container, contextOf, formOf, widget } from '#tests/forms/written.ts';
import { normalise } from './normalise.ts';

const options = () => ({ idOf: contextOf().idOf });

/** The normal form of one value of a widget. */
function normalOf(type: string, config: Record<string, unknown>, ...given: [unknown?]): unknown {
  const data = given.length > 0 ? { it: given[0] } : {};
  return normalise(formOf(widget(type, 'it', config)), data, options()).data.it;
}

describe('a number', () => {
  it.each([
    ['12.5', 12.5],
    [' 7 ', 7],
    ['-1e2', -100],
    ['twelve', 0],
    ['12 dollars', 0],
    ['0x10', 0],
    [true, 0],
    [[3], 0],
    [null, 0],
    [Number.NaN, 0],
  ])('is read from %j as %j', (given, normal) => {
    expect(normalOf('number_input', {}, given)).toBe(normal);
  });

  it('lies within its limits, which hold for the default too', () => {
    expect(normalOf('number_input', { minValue: 5, maxValue: 10 }, 3)).toBe(5);
    expect(normalOf('number_input', { minValue: 5, maxValue: 10 }, '11')).toBe(10);
    expect(normalOf('number_input', { minValue: 5 })).toBe(5);
  });

  it.each([
    [0.29, 2, 0.29],
    [1.999, 2, 1.99],
    [-1.999, 1, -1.9],
    [1e-7, 3, 0],
    [1.005e21, 2, 1.005e21],
    [4.35, 0, 4],
  ])('%d keeps %d decimals as %d: the rest is cut off, not rounded', (given, precision, normal) => {
    expect(normalOf('number_input', { precision }, given)).toBe(normal);
  });

  it('is never -0, which JSON does not know', () => {
    expect(Object.is(normalOf('number_input', {}, -0), 0)).toBe(true);
  });
});

describe('a date', () => {
  it.each([
    ['2024-02-29', {}, '2024-02-29'],
    ['2024-02-30', {}, ''],
    ['2023-02-29', {}, ''],
    ['24-02-01', {}, ''],
    ['2024-02-01T10:00:00.000Z', {}, ''],
    ['2024-02-01T10:00:00.000Z', { includeTime: true }, '2024-02-01T10:00:00.000Z'],
    ['2024-02-01T10:00:00Z', { includeTime: true }, ''],
    ['2024-02-01T25:00:00.000Z', { includeTime: true }, ''],
    ['2024-02-01', { includeTime: true }, '2024-02-01'],
    ['2024-02-17', { includeDay: false }, '2024-02-01'],
    [20240201, {}, ''],
  ])('%j with %j becomes %j', (given, config, normal) => {
    expect(normalOf('date_input', config, given)).toBe(normal);
  });
});

describe('a choice', () => {
  const config = { options: [{ value: 'a' }, { value: 'b' }] };

  it.each(['select', 'radio'])('of a %s that is no text falls back to the first option', (type) => {
    expect(normalOf(type, config, 3)).toBe('a');
    expect(normalOf(type, config)).toBe('a');
  });

  it('that is a text stays, even when it is none of the options', () => {
    expect(normalOf('select', config, 'c')).toBe('c');
  });

  it('without options is the empty text', () => {
    expect(normalOf('select', {}, 3)).toBe('');
  });
});

describe('a required widget', () => {
  it.each(['text_input', 'number_input', 'date_input', 'select', 'radio', 'checkbox', 'collection'])(
    '%s stays without a value when none is given, so that it can be missed',
    (type) => {
      expect(normalOf(type, { required: true })).toBeUndefined();
      expect(normalOf(type, { required: true }, null)).toBeUndefined();
    },
  );

  it('takes a number field that was cleared for one without a value', () => {
    expect(normalOf('number_input', { required: true }, ' ')).toBeUndefined();
  });
});

describe('a collection', () => {
  const form = (config: Record<string, unknown>) => formOf(collection('lines', [widget('text_input', 'name')], config));

  it('is padded up to minItems, which is 1 by default, and its rows get an _id', () => {
    expect(normalise(form({ minItems: 2 }), {}, options()).data).toEqual({
      lines: [
        { _id: 'row0000000000001', name: '' },
        { _id: 'row0000000000002', name: '' },
      ],
    });
    const byDefault = formOf(widget('collection', 'lines'));
    expect(normalise(byDefault, {}, options()).data.lines).toHaveLength(1);
  });

  it('is cut to maxItems, and says what it lost', () => {
    const rows = ['a', 'b', 'c'].map((name) => ({ _id: name, name }));
    const { data, normalized } = normalise(form({ maxItems: 2 }), { lines: rows }, options());
    expect(data.lines).toEqual(rows.slice(0, 2));
    expect(normalized).toEqual([{ path: '/lines', from: rows, to: rows.slice(0, 2) }]);
  });

  it('of a submitted order is not padded again', () => {
    const { data } = normalise(form({ minItems: 2 }), { lines: [] }, { ...options(), pad: false });
    expect(data.lines).toEqual([]);
  });

  it('keeps the _id of each row, unless two rows claim the same', () => {
    const { data, normalized } = normalise(form({}), { lines: [{ _id: 'x' }, { _id: 'x' }] }, options());
    expect(data.lines).toMatchObject([{ _id: 'x' }, { _id: 'row0000000000001' }]);
    expect(normalized).toEqual([{ path: '/lines/1/_id', from: 'x', to: 'row0000000000001' }]);
  });

  it('with 10,000 rows of something else is normal, and tells of each', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => (index % 2 === 0 ? index : { name: { index } }));
    const { data, normalized } = normalise(form({}), { lines: rows }, options());
    expect(data.lines).toHaveLength(10_000);
    expect(normalized).toHaveLength(10_000);
  });
});

describe('what normalisation tells', () => {
  const form = formOf(
    widget('number_input', 'count', { maxValue: 5 }),
    container([widget('text_input', 'street')], {}, { key: 'address' }),
  );

  it('names what it changed, with what it was, and not the defaults it added', () => {
    const { data, normalized } = normalise(form, { count: '7', address: 'Main Street' }, options());
    expect(data).toEqual({ count: 5, address: { street: '' } });
    expect(normalized).toEqual([
      { path: '/count', from: '7', to: 5 },
      { path: '/address', from: 'Main Street', to: {} },
    ]);
  });

  it('keeps keys that no widget owns', () => {
    expect(normalise(form, { old: [1], address: { zip: '1' } }, options()).data).toEqual({
      old: [1],
      count: 0,
      address: { zip: '1', street: '' },
    });
  });

  it('treats names of Object.prototype as data', () => {
    const given = JSON.parse('{"__proto__": {"count": 3}, "constructor": 1}');
    const { data } = normalise(form, given, options());
    expect(data.count).toBe(0);
    expect(Object.hasOwn(data, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(data)).toBe(Object.prototype);
  });
});

describe('any data at all', () => {
  const form = formOf(
    widget('text_input', 'text'),
    widget('number_input', 'number', { minValue: -3, maxValue: 8.5, precision: 1 }),
    widget('date_input', 'date', { includeTime: true, includeDay: false }),
    widget('select', 'select', { options: [{ value: 'a' }] }),
    widget('checkbox', 'checkbox', { required: true }),
    container([widget('radio', 'radio', { required: true })], {}, { key: 'group' }),
    collection('rows', [widget('number_input', 'number'), collection('inner', [widget('text_input', 'text')])], {
      minItems: 1,
      maxItems: 3,
    }),
  );
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('2024-02-29', '2024-02-17T10:00:00.000Z', '-7.77', '', null));
  const row = fc.record({ _id: value, number: value, inner: fc.oneof(value, fc.array(fc.record({ text: value }))) });
  const record = fc.record(
    {
      ...{ text: value, number: value, date: value, select: value, checkbox: value },
      group: fc.oneof(value, fc.record({ radio: value })),
      rows: fc.oneof(value, fc.array(row)),
    },
    { requiredKeys: [] },
  );

  it('has a normal form, which is its own normal form, also when it was stored', () => {
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

  it('is not changed by being normalised', () => {
    fc.assert(
      fc.property(record, (data) => {
        const before = JSON.stringify(data);
        normalise(form, data, options());
        expect(JSON.stringify(data)).toBe(before);
      }),
    );
  });
});
