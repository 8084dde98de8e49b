import { expect, it } from 'vitest';
import { nearestWord } from './suggestions.ts';

it.each([
  ['lenght', 'length'],
  ['totl', 'total'],
  ['becuase', 'because'],
  ['TOTAL', 'total'],
  ['x', undefined],
  ['elephant', undefined],
  ['total', undefined],
])('nearest suggests for %s the candidate %s', (word, expected) => {
  expect(nearestWord(word, ['total', 'length', 'because', 'y'])).toBe(expected);
});
