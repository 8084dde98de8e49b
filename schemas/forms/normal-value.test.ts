import { describe, expect, it } from 'vitest';
import { contextOf, formOf, widget } from '#tests/forms/written.ts';
import { calculate } from './calculate.ts';
import { check } from './check.ts';
import { initialValues } from './initial-values.ts';
import { normalise } from './normalise.ts';

const options = () => contextOf();

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
  ])('is read from %j as %j', (given, normal) => {
    expect(normalOf('number_input', {}, given)).toBe(normal);
  });

  it.each(['twelve', '12 dollars', '0x10', '1,2', '12,00', ',200', '$', '1e999', '1,200,00'])(
    'stays %j as it was typed: that is no number',
    (given) => {
      expect(normalise(formOf(widget('number_input', 'it', { minValue: 5 })), { it: given }, options())).toEqual({
        data: { it: given },
        normalized: [],
      });
    },
  );

  it('lies within its limits, which hold for the default too', () => {
    expect(normalOf('number_input', { minValue: 5, maxValue: 10 }, 3)).toBe(5);
    expect(normalOf('number_input', { minValue: 5, maxValue: 10 }, '11')).toBe(10);
    // Limits between what the precision allows: whatever is written is what stays when it is read again.
    for (const [limits, kept] of [
      [{ maxValue: 5e-324, precision: 0 }, 0],
      [{ maxValue: 8.59, precision: 1 }, 8.5],
      [{ maxValue: -0.75, precision: 1 }, -0.8],
      [{ minValue: 12.01, precision: 1 }, 12.1],
    ] as const) {
      expect(normalOf('number_input', limits, 9)).toBe(kept);
      expect(normalOf('number_input', limits, kept)).toBe(kept);
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
  ])('%d keeps %d decimals as %d: the rest is cut off, not rounded', (given, precision, normal) => {
    expect(normalOf('number_input', { precision }, given)).toBe(normal);
  });

  it('is never -0, which JSON does not know', () => {
    expect(Object.is(normalOf('number_input', {}, -0), 0)).toBe(true);
  });
});

describe('a text', () => {
  it.each([
    ['text_input', {}, ' https://example.com\t', 'https://example.com'],
    ['text_input', {}, '\ufeffAnn  Lee\u200b', 'Ann  Lee'],
    ['text_input', {}, 7, '7'],
    ['text_input', { textArea: true }, ' a\n', ' a\n'],
    ['password_input', {}, ' secret ', ' secret '],
  ])('in a %s with %j: %j becomes %j', (type, config, given, normal) => {
    expect(normalOf(type, config, given)).toBe(normal);
  });

  it('is trimmed before its script checks it', () => {
    const script = 'if $it != "ann@agency.example" { reject $it because "Somebody else" }';
    const form = formOf(widget('text_input', 'it', {}, { validationScript: script }));
    const { data, normalized } = normalise(form, { it: 'ann@agency.example ' }, options());
    expect(check(form, data, contextOf())).toEqual([]);
    expect(normalized).toEqual([{ path: '/it', from: 'ann@agency.example ', to: 'ann@agency.example' }]);
  });
});

describe('an initial value that is written as text', () => {
  it.each([
    ['number_input', {}, '$1,200.50', 1200.5],
    ['number_input', { precision: 0 }, '7.50', 7],
    ['date_input', {}, '3/31/26', '2026-03-31'],
    ['date_input', { includeDay: false }, 'March 2026', '2026-03-01'],
    ['time_input', {}, '9am', '09:00'],
    ['text_input', {}, ' Ann ', 'Ann'],
  ])('of a %s with %j is read: %j as %j', (type, config, value, normal) => {
    const asStatic = formOf(widget(type, 'it', { ...config, initialValue: { static: true, value } }));
    const asScript = formOf(widget(type, 'it', { ...config, initialValue: { value: JSON.stringify(value) } }));
    expect(initialValues(asStatic, contextOf())).toEqual({ it: normal });
    expect(initialValues(asScript, contextOf())).toEqual({ it: normal });
  });
});

describe('a date', () => {
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
  ])('%j with %j becomes %j', (given, config, normal) => {
    expect(normalOf('date_input', config, given)).toBe(normal);
  });

  it.each([
    ['2024-02-30', {}, 'February 2024 has no day 30'],
    ['2023-02-29', {}, 'February 2023 has no day 29'],
    ['24-02-01', {}, 'There is no month 24'],
    ['3/31/', {}, 'This date is not complete'],
    ['0026-03-31', {}, 'The year must be 1900 or later'],
    ['1999-12-31', { minYear: 2000 }, 'The year must be 2000 or later'],
    ['2024-02-01T10:00:00.000Z', {}, 'Must be a date, such as 3/31/2026'],
    ['2024-02-01T25:00:00.000Z', { includeTime: true }, 'Must be a time, such as 9:30 AM or 14:30'],
    ['+7', {}, 'Must be a date, such as 3/31/2026'],
    ['soon', { includeDay: false }, 'Must be a date, such as 3/31/2026'],
  ])('%j with %j stays as it was typed, is a problem and is nothing to scripts', (given, config, message) => {
    const form = formOf(
      widget('date_input', 'it', config),
      widget('checkbox', 'read', { readonly: true, initialValue: { value: '$it == nothing' } }),
    );
    const { data } = normalise(form, { it: given }, options());
    expect(data).toMatchObject({ it: given });
    expect(check(form, data, contextOf())).toEqual([{ path: '/it', value: given, message }]);
    expect(calculate(form, data, contextOf())).toMatchObject({ read: true });
  });
});

describe('a time', () => {
  it.each([
    ['09:30', '09:30'],
    ['23:59:30.5', '23:59:30.5'],
    ['9:30', '09:30'],
    ['09:30 PM', '21:30'],
    [' 12:00', '12:00'],
    [' ', ''],
    [930, ''],
    [undefined, ''],
  ])('%j becomes %j', (given, normal) => {
    expect(normalOf('time_input', {}, given)).toBe(normal);
  });

  it.each([
    ['24:00', 'Must be a time, such as 9:30 AM or 14:30'],
    ['12:60', 'Must be a time, such as 9:30 AM or 14:30'],
    ['9:3', 'This time is not complete'],
  ])('%j stays as it was typed, is a problem and is nothing to scripts', (given, message) => {
    const form = formOf(
      widget('time_input', 'it'),
      widget('checkbox', 'read', { readonly: true, initialValue: { value: '$it == nothing' } }),
    );
    const { data } = normalise(form, { it: given }, options());
    expect(check(form, data, contextOf())).toEqual([{ path: '/it', value: given, message }]);
    expect(calculate(form, data, contextOf())).toMatchObject({ read: true });
  });
});

describe('tags', () => {
  it.each([
    [undefined, []],
    ['a, b', []],
    [
      ['b', 'a', 'b', '', ' ', 3, null],
      ['b', 'a'],
    ],
  ])('%j become %j: a list of texts, none empty, each once', (given, normal) => {
    expect(normalOf('tags_input', {}, given)).toEqual(normal);
  });

  it('may be there twice where that is allowed', () => {
    expect(normalOf('tags_input', { allowDuplicates: true }, ['a', '', 'a'])).toEqual(['a', 'a']);
  });
});

describe('a file', () => {
  const kept = { id: 'a'.repeat(24), name: 'spot.mp3', mimeType: 'audio/mpeg' };

  it.each([
    [undefined, undefined],
    ['spot.mp3', undefined],
    [{ id: kept.id }, undefined],
    [{ ...kept, name: ' ' }, undefined],
    [{ ...kept, name: 3 }, undefined],
    [[kept], undefined],
    [{ ...kept, size: 3, __proto__: null }, kept],
    [{ name: 'spot.mp3', id: 7 }, { name: 'spot.mp3' }],
  ])('%j becomes %j: it needs a name, and keeps what belongs to it', (given, normal) => {
    expect(normalOf('file_input', {}, given)).toEqual(normal);
  });

  it('that is none is told as taken away, and the key with it', () => {
    expect(normalise(formOf(widget('file_input', 'it')), { it: 'spot.mp3' }, options())).toEqual({
      data: {},
      normalized: [{ path: '/it', from: 'spot.mp3', to: undefined }],
    });
  });

  it('among several is left out when it is none', () => {
    expect(normalOf('multiple_file_input', {}, [kept, {}, null, { name: 'b' }])).toEqual([kept, { name: 'b' }]);
    expect(normalOf('multiple_file_input', {}, kept)).toEqual([]);
  });
});

describe('several choices', () => {
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
  ])('%j become %j: a list of texts, each once, options or not', (given, normal) => {
    expect(normalOf('checkboxes', config, given)).toEqual(normal);
    expect(normalOf('multiple_select', config, given)).toEqual(normal);
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
