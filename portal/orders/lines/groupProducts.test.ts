import { describe, expect, it } from 'vitest';
import type { Product } from '#schemas/generated/types.ts';
import { groupProducts, includedText, priceText } from './AddProductDialog.tsx';

const product = (name: string, group?: string): Product => ({
  id: name,
  revision: 1,
  createdAt: '',
  updatedAt: '',
  parent: null,
  key: name.toLowerCase().replaceAll(' ', '_'),
  name,
  schema: {},
  combinedSchema: {},
  accessRules: [],
  availability: 'GENERAL',
  openTo: [],
  closedTo: [],
  includedProducts: [],
  ...(group ? { group } : {}),
});
const all = [
  product('Streaming audio', 'Digital'),
  product('Drive time', 'Radio'),
  product('Gift'),
  product('Weekend', 'Radio'),
];
const names = (text: string) =>
  groupProducts(all, text).map(({ group, items }) => [group, items.map(({ name }) => name)]);

describe('the product picker', () => {
  it('groups products, those without a group under Other', () => {
    expect(names('')).toEqual([
      ['Digital', ['Streaming audio']],
      ['Radio', ['Drive time', 'Weekend']],
      ['Other', ['Gift']],
    ]);
  });

  it('filters by name, key, group or description', () => {
    expect(names('week')).toEqual([['Radio', ['Weekend']]]);
    expect(names('drive_t')).toEqual([['Radio', ['Drive time']]]);
    expect(names('DIGITAL')).toEqual([['Digital', ['Streaming audio']]]);
    expect(names('nothing')).toEqual([]);
    const described = { ...product('Gift'), description: 'Wrapped in paper' };
    expect(groupProducts([described], 'paper')).toHaveLength(1);
  });

  it('lists the included products, and counts those that the person may not read', () => {
    const including = (...ids: string[]) => ({
      includedProducts: ids.map((productId, index) => ({ productId, min: index + 1 })),
    });
    expect(includedText(including('Gift', 'Weekend'), all)).toBe('1 × Gift, 2 × Weekend');
    expect(includedText(including('Gift', 'secret'), all)).toBe('1 × Gift, 1 more');
    expect(includedText(including('secret'), all)).toBe('1 other product');
    expect(includedText({ includedProducts: [{ productId: 'Gift', min: 0 }] }, all)).toBe('');
  });
});

describe('the price in the product picker', () => {
  it.each([
    ['the amount of a new line', { rate: { default: 40, 'x-counted': ['weeks'] }, weeks: { default: 3 } }, '$120.00'],
    [
      'a default amount with its label, if the line has no amount yet',
      { rate: { title: 'Rate per spot', default: 180, 'x-money': 'USD', 'x-counted': ['spots'] }, spots: {} },
      'Rate per spot: $180.00',
    ],
    ['empty without a default amount', { rate: { 'x-money': 'USD' } }, ''],
  ])('is %s', (_, properties, price) => {
    expect(priceText({ allOf: [{ properties }] })).toBe(price);
  });
});
