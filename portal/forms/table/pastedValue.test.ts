import { expect, it } from 'vitest';
import { formOf, widget } from '#tests/forms/written.ts';
import { pastedValue } from './pastedValue.ts';

const options = { options: [{ value: 'a', label: 'Austin' }, { value: 'b' }] };
function pasted(type: string, config: object, text: string): unknown {
  const [, found] = formOf(widget(type, 'it', { ...config })).widgets;
  return found && found.type !== 'broken' ? pastedValue(found, text) : 'broken';
}

it.each([
  ['text_input', {}, ' two words ', 'two words'],
  ['number_input', {}, '$1,234.56', 1234.56],
  ['number_input', {}, 'twelve', 'twelve'],
  ['date_input', {}, '3/9/24', '2024-03-09'],
  ['date_input', {}, '2024-03-09', '2024-03-09'],
  ['date_input', {}, '', ''],
  ['date_input', {}, '13/13/24', undefined],
  ['date_input', { includeDay: false }, '03/09/2024', '2024-03-01'],
  ['time_input', {}, '9:05 PM', '21:05'],
  ['time_input', {}, '12:00 am', '00:00'],
  ['time_input', {}, '25:00', undefined],
  ['time_input', {}, '12 boxes', undefined],
  ['select', options, 'austin', 'a'],
  ['radio', options, 'b', 'b'],
  ['select', options, 'Chicago', 'Chicago'],
  ['checkbox', {}, 'TRUE', true],
  ['checkbox', {}, 'no', false],
  ['checkbox', {}, 'y', true],
  ['checkbox', { emptyUntilAnswered: true }, '', null],
  ['multiple_select', options, 'Austin, b, b', ['a', 'b']],
  ['tags_input', {}, 'x,,y', ['x', 'y']],
  ['banner', {}, 'x', undefined],
])('into a %s with %j, %j is pasted as %j', (type, config, text, value) => {
  expect(pasted(type, config, text)).toEqual(value);
});

it.each([
  [true, ['yes', 'Y', 'TRUE', 'True', '1', ' x ']],
  [false, ['no', 'N', 'FALSE', 'false', '0']],
  [null, ['', ' ']],
  [undefined, ['maybe', '2', 'yes and no']],
])('a yes/no question takes %j of %j', (value, texts) => {
  for (const text of texts) expect(pasted('checkbox', { presentation: 'yes_no' }, text)).toBe(value);
});
