import { expect, it } from 'vitest';
import { hover } from './hover.ts';

const schema = { lines: { list: { record: { quantity: 'number' } } }, email: 'text' } as const;

it.each([
  ['let $|a = 1', '$a: number, a variable'],
  ['$em|ail', '$email: text, a key of the form'],
  ['each $line of $lines { $li|ne }', '$line: record with quantity, the item of the loop'],
  ['$lines:first.quan|tity', '.quantity: number'],
  ['$email:len|gth', ':length: How many characters, items or keys it has'],
  ['define :f { $in|put }', '$input: any value, the value that the helper is given'],
  ['rej|ect $email', 'Refuses a value and says why: reject $quantity because "At most 100"'],
  ['5 day|s', 'A length of time: 5 days'],
  ['"rej|ect"', undefined],
  ['$nope|', undefined],
])('hover over %s shows %s', (marked, expected) => {
  const offset = marked.indexOf('|');
  expect(hover(marked.replace('|', ''), offset, { schema })?.text).toBe(expected);
});
