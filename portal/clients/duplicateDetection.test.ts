import { describe, expect, it } from 'vitest';
import { duplicateSearchText, isPossibleDuplicate } from './SimilarClients.tsx';

it.each([
  ['Oyster & Ash, Inc.', 'oys ash'],
  ['The Oyster Company', 'oys'],
  ['Blue Ridge Bakery of Austin LLC', 'blu rid'],
  ['Ab', ''],
  ['The', ''],
  ['', ''],
])('duplicateSearchText turns %j into the search text %j', (name, expected) => {
  expect(duplicateSearchText(name)).toBe(expected);
});

describe('isSimilar', () => {
  it.each([
    ['Oyster & Ash', 'The Oyster and Ash Company'],
    ['Oyst', 'Oyster & Ash'],
    ['Oystre & Ash', 'Oyster & Ash'],
    ['Oyster & Ahs', 'Oyster & Ash'],
    ['Blue Rige Bakery', 'Blue Ridge Bakery'],
    ['Blue Riddge', 'Blue Ridge'],
    ['Ash', 'Ash Street Bakery'],
  ])('matches the input %j with a client called %j', (typed, name) => {
    expect(isPossibleDuplicate(typed, ['Another', name])).toBe(true);
  });

  it.each([
    ['Oyster & Ash', 'Oyster Bar'],
    ['Ashley', 'Ash Street Bakery'],
    ['Blue Ridge', 'Blunt Ridley'],
    ['Ash', 'Asp'],
    ['', ''],
  ])('does not match the input %j with a client called %j', (typed, name) => {
    expect(isPossibleDuplicate(typed, [name])).toBe(false);
  });
});
