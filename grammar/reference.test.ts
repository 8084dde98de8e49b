import { expect, it } from 'vitest';
import { MESSAGES } from './diagnostics/messages.ts';
import { BUILT_INS } from './helpers/built-ins.ts';
import { reference } from './reference.ts';
import { KEYWORDS } from './syntax/words.ts';

it('reference lists every keyword, helper and message, each with help', () => {
  const { words, helpers, messages } = reference();
  const allWords = words.flatMap((each) => each.words);
  // A unit is listed once, in the singular.
  const isDocumented = (word: string) => allWords.includes(word) || allWords.includes(word.replace(/s$/, ''));
  expect(KEYWORDS.filter((word) => !isDocumented(word))).toEqual([]);
  expect(helpers.map(({ name }) => name)).toEqual([...BUILT_INS.keys()]);
  expect(messages).toHaveLength(Object.keys(MESSAGES).length);
  expect([...words, ...helpers].filter(({ help }) => help === '')).toEqual([]);
});
