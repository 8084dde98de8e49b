import { expect, it } from 'vitest';
import { adjacentOrders } from './PreviousNextOrder.tsx';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

it('adjacentOrders returns the previous and next order in the most recently loaded list that contains the order', () => {
  const lists = [
    { rows: rows('a', 'b', 'c'), at: 1 },
    { rows: rows('c', 'b', 'd'), at: 2 },
    { rows: rows('e'), at: 3 },
  ];
  expect(adjacentOrders('b', lists)).toEqual({ before: 'c', after: 'd' });
  expect(adjacentOrders('e', lists)).toEqual({ before: undefined, after: undefined });
  expect(adjacentOrders('x', lists)).toBeUndefined();
});
