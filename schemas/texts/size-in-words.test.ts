import { expect, it } from 'vitest';
import { sizeInWords } from './size-in-words.ts';

it.each([
  [0, '0 bytes'],
  [1_023, '1,023 bytes'],
  [512_000, '500 KiB'],
  [26_214_400, '25 MiB'],
  [5_583_457_485, '5.2 GiB'],
  [5_497_558_138_880, '5,120 GiB'],
])('sizeInWords formats %d bytes as %s', (bytes, words) => {
  expect(sizeInWords(bytes)).toBe(words);
});
