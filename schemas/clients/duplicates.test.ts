import { describe, expect, it } from 'vitest';
import { duplicateReasonText, duplicateSearchText, duplicateText, isPossibleDuplicate } from './duplicates.ts';

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
