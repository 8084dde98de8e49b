import { describe, expect, it } from 'vitest';
import { contextOf, formOf, widget } from '#tests/forms/written.ts';
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

describe('a time', () => {
  it.each([
    ['09:30', '09:30'],
    ['23:59:30.5', '23:59:30.5'],
    ['9:30', ''],
    ['24:00', ''],
    ['12:60', ''],
    [' 12:00', ''],
    [930, ''],
    [undefined, ''],
  ])('%j becomes %j: it must start with HH:MM', (given, normal) => {
    expect(normalOf('time_input', {}, given)).toBe(normal);
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
