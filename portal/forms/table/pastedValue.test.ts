import { expect, it } from 'vitest';
import { formOf, widget } from '#tests/forms/written.ts';
import { pastedValue } from './pastedValue.ts';

const options = { options: [{ value: 'a', label: 'Austin' }, { value: 'b' }] };

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
  ['multiple_select', options, 'Austin, b, b', ['a', 'b']],
  ['tags_input', {}, 'x,,y', ['x', 'y']],
  ['banner', {}, 'x', undefined],
])('into a %s with %j, %j is pasted as %j', (type, config, text, value) => {
  const [, found] = formOf(widget(type, 'it', config)).widgets;
  expect(found && found.type !== 'broken' ? pastedValue(found, text) : 'broken').toEqual(value);
});
