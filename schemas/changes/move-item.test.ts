import { expect, it } from 'vitest';
import { moveItem } from './move-item.ts';

const items = ['a', 'b', 'c', 'd'];

it.each([
  [0, 2, ['b', 'c', 'a', 'd']],
  [3, 1, ['a', 'd', 'b', 'c']],
  [1, 3, ['a', 'c', 'd', 'b']],
])('moved puts the item at index %i at index %i and shifts the others', (from, to, order) => {
  expect(moveItem(items, from, to)).toEqual(order);
});

it.each([
  [0, -1],
  [3, 4],
  [-1, 2],
  [2, 2],
])('moved from %i to %i returns the same list', (from, to) => {
  expect(moveItem(items, from, to)).toBe(items);
});
