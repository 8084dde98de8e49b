import { describe, expect, test } from 'vitest';
import { filterShape } from './slow-queries.ts';

describe('filterShape keeps field names and operators and drops all values', () => {
  test.each([
    [{}, '{}'],
    [{ client: 'a', status: null, tags: ['b'], at: new Date(0) }, '{client, status, tags, at}'],
    [{ createdAt: { $gte: 1, $lte: 2 }, name: { $in: ['a', 'b'] } }, '{createdAt: {$gte, $lte}, name: {$in}}'],
    [{ $and: [{ a: 1 }, { a: 2 }, { b: { $ne: 3 } }] }, '{$and: [{a}, {b: {$ne}}]}'],
    [{ lines: { $elemMatch: { product: 'p', count: { $gt: 1 } } } }, '{lines: {$elemMatch: {product, count: {$gt}}}}'],
    [{ name: { $not: { $regex: 'secret' } } }, '{name: {$not: {$regex}}}'],
    [{ address: { street: 'secret' } }, '{address}'],
  ])('%j', (filter, shape) => {
    expect(filterShape(filter)).toBe(shape);
  });

  test('truncates wide and deep filters', () => {
    const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`field${index}`, index]));
    const deep = Array.from({ length: 1_000 }).reduce<object>((inner) => ({ $and: [inner] }), { a: 1 });
    expect(filterShape(wide)).toMatch(/field19, …\}$/);
    expect(filterShape(deep)).toBe('{$and: [{$and: [{$and: [{$and: [{$and: […]}]}]}]}]}');
  });
});
