import { describe, expect, it } from 'vitest';
import { formOf, testContext, widget } from '#tests/forms/form-builders.ts';
import { calculate, check, initialValues } from './fill.ts';
import { normalise } from './normal-value.ts';

const options = () => testContext();

/** The normal form of one value of a widget. */
function normalOf(type: string, config: Record<string, unknown>, ...input: [unknown?]): unknown {
  const data = input.length > 0 ? { it: input[0] } : {};
  return normalise(formOf(widget(type, 'it', config)), data, options()).data.it;
}

describe('normalise of a number', () => {
  it.each([
    ['12.5', 12.5],
    [' 7 ', 7],
    ['-1e2', -100],
    ['1,200', 1200],
    ['1,234,567.5', 1_234_567.5],
    ['$2000', 2000],
    [' $ 1,200.50 ', 1200.5],
    ['-$5', -5],
    ['€.5', 0.5],
    [true, 0],
    [[3], 0],
    [null, 0],
    [Number.NaN, 0],
  ])('parses %j as %j', (input, normal) => {
    expect(normalOf('number_input', {}, input)).toBe(normal);
  });

  it.each(['twelve', '12 dollars', '0x10', '1,2', '12,00', ',200', '$', '1e999', '1,200,00'])(
    'keeps the text %j, which is no number, as typed',
    (input) => {
      expect(normalise(formOf(widget('number_input', 'it', { minValue: 5 })), { it: input }, options())).toEqual({
        data: { it: input },
        normalized: [],
      });
    },
  );

  it('clamps it to its limits, also the default', () => {
    expect(normalOf('number_input', { minValue: 5, maxValue: 10 }, 3)).toBe(5);
    expect(normalOf('number_input', { minValue: 5, maxValue: 10 }, '11')).toBe(10);
    // Limits that the precision does not allow: the result must be stable when it is normalized again.
    for (const [limits, expected] of [
      [{ maxValue: 5e-324, precision: 0 }, 0],
      [{ maxValue: 8.59, precision: 1 }, 8.5],
      [{ maxValue: -0.75, precision: 1 }, -0.8],
      [{ minValue: 12.01, precision: 1 }, 12.1],
    ] as const) {
      expect(normalOf('number_input', limits, 9)).toBe(expected);
      expect(normalOf('number_input', limits, expected)).toBe(expected);
    }
    expect(normalOf('number_input', { minValue: 5 })).toBe(5);
  });

  it.each([
    [0.29, 2, 0.29],
    [1.999, 2, 1.99],
    [-1.999, 1, -1.9],
    [1e-7, 3, 0],
    [1.005e21, 2, 1.005e21],
    [4.35, 0, 4],
  ])('truncates %d to %d decimals as %d, without rounding', (input, precision, normal) => {
    expect(normalOf('number_input', { precision }, input)).toBe(normal);
  });

  it('turns -0 into 0, because JSON has only one zero', () => {
    expect(Object.is(normalOf('number_input', {}, -0), 0)).toBe(true);
  });
});

describe('normalise of a text', () => {
  it.each([
    ['text_input', {}, ' https://example.com\t', 'https://example.com'],
    ['text_input', {}, '\ufeffAnn  Lee\u200b', 'Ann  Lee'],
    ['text_input', {}, 7, '7'],
    ['text_input', { textArea: true }, ' a\n', ' a\n'],
    ['password_input', {}, ' secret ', ' secret '],
  ])('in a %s with %j turns %j into %j', (type, config, input, normal) => {
    expect(normalOf(type, config, input)).toBe(normal);
  });

  it('trims it before its script validates it', () => {
    const script = 'if $it != "ann@agency.example" { reject $it because "Somebody else" }';
    const form = formOf(widget('text_input', 'it', {}, { validationScript: script }));
    const { data, normalized } = normalise(form, { it: 'ann@agency.example ' }, options());
    expect(check(form, data, testContext())).toEqual([]);
    expect(normalized).toEqual([{ path: '/it', from: 'ann@agency.example ', to: 'ann@agency.example' }]);
  });
});

describe('initial values written as text', () => {
  it.each([
    ['number_input', {}, '$1,200.50', 1200.5],
    ['number_input', { precision: 0 }, '7.50', 7],
    ['date_input', {}, '3/31/26', '2026-03-31'],
    ['date_input', { includeDay: false }, 'March 2026', '2026-03-01'],
    ['time_input', {}, '9am', '09:00'],
    ['text_input', {}, ' Ann ', 'Ann'],
  ])('initial values written as text of a %s with %j are parsed: %j as %j', (type, config, value, normal) => {
    const asStatic = formOf(widget(type, 'it', { ...config, initialValue: { static: true, value } }));
    const asScript = formOf(widget(type, 'it', { ...config, initialValue: { value: JSON.stringify(value) } }));
    expect(initialValues(asStatic, testContext())).toEqual({ it: normal });
    expect(initialValues(asScript, testContext())).toEqual({ it: normal });
  });
});

describe('normalise of a date', () => {
  it.each([
    ['2024-02-29', {}, '2024-02-29'],
    ['3/31/26', {}, '2026-03-31'],
    ['31-Mar-26', {}, '2026-03-31'],
    // The engine's today is 2024-06-15.
    ['Mar 31', {}, '2024-03-31'],
    ['2024-02-01T00:00:00.000Z', {}, '2024-02-01'],
    ['2024-02-01T10:00:00.000Z', { includeTime: true }, '2024-02-01T10:00:00.000Z'],
    ['2024-02-01T10:00:00Z', { includeTime: true }, '2024-02-01T10:00:00.000Z'],
    ['3/31/2026 8:30 PM', { includeTime: true }, '2026-03-31T20:30:00.000Z'],
    ['2024-02-01', { includeTime: true }, '2024-02-01'],
    ['2024-02-17', { includeDay: false }, '2024-02-01'],
    ['March 2026', { includeDay: false }, '2026-03-01'],
    ['3/31/2026 8:30 PM', { includeTime: true, includeDay: false }, '2026-03-01T20:30:00.000Z'],
    ['1776-07-04', { minYear: 1700 }, '1776-07-04'],
    ['\u200b ', {}, ''],
    [20240201, {}, ''],
    [null, {}, ''],
  ])('turns %j with %j into %j', (input, config, normal) => {
    expect(normalOf('date_input', config, input)).toBe(normal);
  });

  it.each([
    ['2024-02-30', {}, 'February 2024 has no day 30'],
    ['2023-02-29', {}, 'February 2023 has no day 29'],
    ['24-02-01', {}, 'There is no month 24'],
    ['3/31/', {}, 'This date is incomplete'],
    ['0026-03-31', {}, 'The year must be 1900 or later'],
    ['1999-12-31', { minYear: 2000 }, 'The year must be 2000 or later'],
    ['2024-02-01T10:00:00.000Z', {}, 'Must be a date, such as 3/31/2026'],
    ['2024-02-01T25:00:00.000Z', { includeTime: true }, 'Must be a time, such as 9:30 AM or 14:30'],
    ['+7', {}, 'Must be a date, such as 3/31/2026'],
    ['soon', { includeDay: false }, 'Must be a date, such as 3/31/2026'],
  ])(
    'keeps the invalid %j with %j as typed; check reports it and scripts read it as nothing',
    (input, config, message) => {
      const form = formOf(
        widget('date_input', 'it', config),
        widget('checkbox', 'read', { readonly: true, initialValue: { value: '$it == nothing' } }),
      );
      const { data } = normalise(form, { it: input }, options());
      expect(data).toMatchObject({ it: input });
      expect(check(form, data, testContext())).toEqual([{ path: '/it', value: input, message }]);
      expect(calculate(form, data, testContext())).toMatchObject({ read: true });
    },
  );
});

describe('normalise of a time', () => {
  it.each([
    ['09:30', '09:30'],
    ['23:59:30.5', '23:59:30.5'],
    ['9:30', '09:30'],
    ['09:30 PM', '21:30'],
    [' 12:00', '12:00'],
    [' ', ''],
    [930, ''],
    [undefined, ''],
  ])('turns %j into %j', (input, normal) => {
    expect(normalOf('time_input', {}, input)).toBe(normal);
  });

  it.each([
    ['24:00', 'Must be a time, such as 9:30 AM or 14:30'],
    ['12:60', 'Must be a time, such as 9:30 AM or 14:30'],
    ['9:3', 'This time is incomplete'],
  ])('keeps the invalid %j as typed; check reports it and scripts read it as nothing', (input, message) => {
    const form = formOf(
      widget('time_input', 'it'),
      widget('checkbox', 'read', { readonly: true, initialValue: { value: '$it == nothing' } }),
    );
    const { data } = normalise(form, { it: input }, options());
    expect(check(form, data, testContext())).toEqual([{ path: '/it', value: input, message }]);
    expect(calculate(form, data, testContext())).toMatchObject({ read: true });
  });
});

describe('normalise of tags', () => {
  it.each([
    [undefined, []],
    ['a, b', []],
    [
      ['b', 'a', 'b', '', ' ', 3, null],
      ['b', 'a'],
    ],
  ])('turns %j into %j: texts, none blank, no duplicates', (input, normal) => {
    expect(normalOf('tags_input', {}, input)).toEqual(normal);
  });

  it('keeps duplicates if they are allowed', () => {
    expect(normalOf('tags_input', { allowDuplicates: true }, ['a', '', 'a'])).toEqual(['a', 'a']);
  });
});

describe('normalise of a file', () => {
  const upload = { id: 'a'.repeat(24), name: 'spot.mp3', mimeType: 'audio/mpeg' };

  it.each([
    [undefined, undefined],
    ['spot.mp3', undefined],
    [{ id: upload.id }, undefined],
    [{ ...upload, name: ' ' }, undefined],
    [{ ...upload, name: 3 }, undefined],
    [[upload], undefined],
    [{ ...upload, size: 3, __proto__: null }, upload],
    [{ name: 'spot.mp3', id: 7 }, { name: 'spot.mp3' }],
  ])('turns %j into %j: it requires a name, and keeps only the properties of a file', (input, normal) => {
    expect(normalOf('file_input', {}, input)).toEqual(normal);
  });

  it('removes a value that is no file with its key, and reports it', () => {
    expect(normalise(formOf(widget('file_input', 'it')), { it: 'spot.mp3' }, options())).toEqual({
      data: {},
      normalized: [{ path: '/it', from: 'spot.mp3', to: undefined }],
    });
  });

  it('removes invalid entries from a list of files', () => {
    expect(normalOf('multiple_file_input', {}, [upload, {}, null, { name: 'b' }])).toEqual([upload, { name: 'b' }]);
    expect(normalOf('multiple_file_input', {}, upload)).toEqual([]);
  });
});

describe('normalise of multiple choices', () => {
  const config = { options: [{ value: 'a' }, { value: 'b' }] };

  it.each([
    [undefined, []],
    ['a', []],
    [{ a: true }, []],
    [
      ['b', 'a', 'b', 3, null],
      ['b', 'a'],
    ],
    [
      ['a', 'c'],
      ['a', 'c'],
    ],
  ])('turns %j into %j: texts without duplicates, options or not', (input, normal) => {
    expect(normalOf('checkboxes', config, input)).toEqual(normal);
    expect(normalOf('multiple_select', config, input)).toEqual(normal);
  });
});

describe('normalise of a choice', () => {
  const config = { options: [{ value: 'a' }, { value: 'b' }] };

  it.each(['select', 'radio'])(
    'normalise of a choice of a %s falls back to the first option if the value is no text',
    (type) => {
      expect(normalOf(type, config, 3)).toBe('a');
      expect(normalOf(type, config)).toBe('a');
    },
  );

  it('keeps a text that is no option', () => {
    expect(normalOf('select', config, 'c')).toBe('c');
  });

  it('normalise of a choice without options returns the empty text', () => {
    expect(normalOf('select', {}, 3)).toBe('');
  });
});
