import { expect, it } from 'vitest';
import { MESSAGES } from './diagnostics/messages.ts';
import { BUILT_INS } from './helpers/built-ins.ts';
import { reference } from './reference.ts';
import { KEYWORDS } from './syntax/words.ts';

it('the language tells of every word, helper and message that it has, each with help', () => {
  const { words, helpers, messages } = reference();
  const told = words.flatMap((each) => each.words);
  // A unit is told once, by its singular.
  const isTold = (word: string) => told.includes(word) || told.includes(word.replace(/s$/, ''));
  expect(KEYWORDS.filter((word) => !isTold(word))).toEqual([]);
  expect(helpers.map(({ name }) => name)).toEqual([...BUILT_INS.keys()]);
  expect(messages).toHaveLength(Object.keys(MESSAGES).length);
  expect([...words, ...helpers].filter(({ help }) => help === '')).toEqual([]);
});
