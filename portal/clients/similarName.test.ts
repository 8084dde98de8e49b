import { expect, it } from 'vitest';
import { similarName } from './similarName.ts';

it.each([
  ['Oyster & Ash, Inc.', 'Oyster Ash'],
  ['The Oyster Company', 'Oyster'],
  ['Blue Ridge Bakery of Austin LLC', 'Blue Ridge'],
  ['Ab', ''],
  ['The', ''],
  ['', ''],
])('a business called %j is looked for by %j', (name, told) => {
  expect(similarName(name)).toBe(told);
});
