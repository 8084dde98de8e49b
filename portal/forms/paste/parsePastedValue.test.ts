import { describe, expect, it } from 'vitest';
import { formOf, testContext, widget } from '#tests/forms/form-builders.ts';
import { parsePastedValue } from './pasteRows.ts';

const options = { options: [{ value: 'a', label: 'Austin' }, { value: 'b' }] };

const loaded = { cities: { options: [{ value: 'bos', label: 'Boston' }], isComplete: true } };

function pastedInto(type: string, config: Record<string, unknown>, text: string) {
  const [, found] = formOf(widget(type, 'it', config)).widgets;
  if (!found || found.type === 'broken') throw new Error(`There is no widget ${type}`);
  return parsePastedValue(found, text, { context: () => testContext({ options: loaded }) });
}

describe('parsePastedValue', () => {
  it.each([
    ['text_input', {}, ' two words ', 'two words'],
    ['text_input', { textArea: true }, ' two\nlines ', ' two\nlines '],
    ['number_input', {}, '$1,234.56', 1234.56],
    ['number_input', {}, '(500.00)', -500],
    ['number_input', {}, 'twelve', 'twelve'],
    ['number_input', {}, '1.234,50', '1.234,50'],
    ['date_input', {}, '3/9/24', '2024-03-09'],
    ['date_input', {}, '9-Mar-24', '2024-03-09'],
    ['date_input', {}, '2024-03-09', '2024-03-09'],
    ['date_input', {}, '', ''],
    ['date_input', {}, '13/13/24', '13/13/24'],
    ['date_input', {}, '+7', '+7'],
    ['date_input', { includeDay: false }, '03/09/2024', '2024-03-01'],
    ['date_input', { includeTime: true }, '3/9/24 8:30 PM', '2024-03-09T20:30:00.000Z'],
    ['time_input', {}, '9:05 PM', '21:05'],
    ['time_input', {}, '12:00 am', '00:00'],
    ['time_input', {}, '25:00', '25:00'],
    ['time_input', {}, '12 boxes', '12 boxes'],
    ['select', options, 'austin', 'a'],
    ['radio', options, 'b', 'b'],
    ['select', options, 'Chicago', 'Chicago'],
    ['select', { optionsFrom: 'cities' }, 'BOSTON', 'bos'],
    ['multiple_select', { optionsFrom: 'cities' }, 'Boston, Salem', ['bos', 'Salem']],
    ['select', { optionsFrom: 'unloaded' }, 'Boston', 'Boston'],
    ['checkbox', {}, 'TRUE', true],
    ['checkbox', {}, 'no', false],
    ['checkbox', {}, 'y', true],
    ['checkbox', {}, '', false],
    ['checkbox', { emptyUntilAnswered: true }, '', null],
    ['multiple_select', options, 'Austin, b, b', ['a', 'b']],
    ['tags_input', {}, 'x,,y', ['x', 'y']],
  ])('%s with %j stores %j as %j', (type, config, text, value) => {
    expect(pastedInto(type, config, text)?.value).toEqual(value);
  });

  it.each([
    [true, ['yes', 'Y', 'TRUE', 'True', '1', ' x ']],
    [false, ['no', 'N', 'FALSE', 'false', '0']],
    [null, ['', ' ']],
    [undefined, ['maybe', '2', 'yes and no']],
  ])('answers a yes/no question with %j for %j', (value, texts) => {
    for (const text of texts) expect(pastedInto('checkbox', { presentation: 'yes_no' }, text)?.value).toBe(value);
  });

  it.each([
    ['banner', 'x'],
    ['file_input', 'a.pdf'],
    ['checkbox', 'perhaps'],
  ])('%s rejects %j', (type, text) => {
    expect(pastedInto(type, {}, text)).toBeUndefined();
  });

  it('reports that decimals were cut off', () => {
    expect(pastedInto('number_input', { precision: 0 }, '7.50')).toEqual({
      value: 7,
      notice: { message: 'Stored as 7: no decimals allowed', restore: { text: '7.50', label: 'Restore 7.50' } },
    });
  });
});
