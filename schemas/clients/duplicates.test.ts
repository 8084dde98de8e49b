import { describe, expect, it } from 'vitest';
import {
  comparedName,
  duplicateReasonText,
  duplicateSearchText,
  duplicateText,
  groupLinked,
  isPossibleDuplicate,
  isSimilarName,
} from './duplicates.ts';

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

describe('the words of a possible duplicate', () => {
  const businessAddress = { street: '1 Main Street', city: 'Salem' };
  const client = { id: '1', name: 'Heller Dental', businessAddress, orders: 1, reasons: [] };

  it('name the client with its place and the number of its orders', () => {
    expect(duplicateText(client)).toBe('Heller Dental, 1 Main Street, Salem, 1 order');
    expect(duplicateText({ ...client, orders: 1_200 })).toBe('Heller Dental, 1 Main Street, Salem, 1,200 orders');
    expect(duplicateText({ ...client, orders: 0 })).toBe('Heller Dental, 1 Main Street, Salem, no orders');
  });

  it('say what is the same, except a similar name', () => {
    expect(duplicateReasonText({ reasons: ['phone', 'website', 'name'] })).toBe('Same phone number and website');
    expect(duplicateReasonText({ reasons: ['name'] })).toBeUndefined();
  });
});

describe('isSimilarName', () => {
  const areSimilar = (one: string, other: string) => [
    isSimilarName(comparedName(one), comparedName(other)),
    isSimilarName(comparedName(other), comparedName(one)),
  ];

  it.each([
    ['Oyster & Ash', 'The Oyster and Ash Company'],
    ['Blue Rige Bakery', 'Blue Ridge Bakery of Austin'],
    ['Ash', 'ash inc.'],
  ])('matches the names %j and %j', (one, other) => {
    expect(areSimilar(one, other)).toEqual([true, true]);
  });

  it.each([
    ['Oyster', 'Oyster Bar'],
    ['Ash', 'Asp'],
    ['The', 'The'],
    ['', 'Oyster'],
  ])('does not match the names %j and %j, of which one may be the beginning of the other', (one, other) => {
    expect(areSimilar(one, other)).toEqual([false, false]);
  });
});

describe('groupLinked', () => {
  it('merges lists with a common item, in the order of their first items', () => {
    expect(groupLinked([['a', 'b'], ['c', 'd'], ['b', 'e'], ['f']], 9)).toEqual([
      ['a', 'b', 'e'],
      ['c', 'd'],
    ]);
    expect(
      groupLinked(
        [
          ['a', 'b'],
          ['c', 'd'],
          ['d', 'a'],
          ['a', 'd'],
        ],
        9,
      ),
    ).toEqual([['c', 'd', 'a', 'b']]);
  });

  it('leaves out items that would make a group too large', () => {
    expect(
      groupLinked(
        [
          ['a', 'b', 'c'],
          ['d', 'e'],
          ['a', 'd'],
        ],
        3,
      ),
    ).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
    expect(groupLinked([['a', 'b', 'c', 'd']], 3)).toEqual([['a', 'b', 'c']]);
  });
});
