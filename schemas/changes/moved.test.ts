import { expect, it } from 'vitest';
import { moved } from './moved.ts';

const items = ['a', 'b', 'c', 'd'];

it.each([
  [0, 2, ['b', 'c', 'a', 'd']],
  [3, 1, ['a', 'd', 'b', 'c']],
  [1, 3, ['a', 'c', 'd', 'b']],
])('an item moved from %i to %i stands there, and the others close ranks', (from, to, order) => {
  expect(moved(items, from, to)).toEqual(order);
});

it.each([
  [0, -1],
  [3, 4],
  [-1, 2],
  [2, 2],
])('a move from %i to %i changes nothing', (from, to) => {
  expect(moved(items, from, to)).toBe(items);
});
