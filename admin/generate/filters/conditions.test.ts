import { describe, expect, it } from 'vitest';
import { resourceOf } from '#schemas/resource/resource.ts';
import { fieldByName } from '../catalogue.ts';
import {
  type Condition,
  dayOf,
  describeCondition,
  filterFields,
  momentOf,
  operatorsOf,
  parseCondition,
  serializeCondition,
} from './conditions.ts';

const resource = resourceOf({
  title: 'Vendor',
  type: 'object',
  required: ['name', 'state'],
  properties: {
    name: { type: 'string' },
    state: { type: 'string', title: 'State', enum: ['open', 'closed_down'] },
    rating: { type: 'integer', title: 'Rating' },
    owner: { type: ['string', 'null'], 'x-ref': 'User', title: 'Owner' },
    tags: { type: 'array', items: { type: 'string', enum: ['big', 'small'] } },
    notes: { type: 'string', maxLength: 5000 },
    city: { type: 'string', title: 'City' },
    founded: { type: 'string', format: 'date', title: 'Founded' },
    isOpen: { type: 'boolean', title: 'Is open', default: false },
    secret: { type: 'string', title: 'Secret' },
    scores: { type: 'array', items: { type: 'integer' } },
  },
  'x-store': {
    hidden: ['secret'],
    indexes: [
      { fields: ['state', 'name'], serves: 'by state' },
      { fields: ['rating', 'name'], serves: 'by rating' },
      { fields: ['owner', 'name'], serves: 'by owner' },
      { fields: ['tags', 'name'], serves: 'by tags' },
    ],
  },
});
const field = (name: string) => fieldByName(resource, name);

describe('list filter', () => {
  it.each([
    ['state', 'open', { operator: 'is', values: ['open'] }],
    ['state', ['open', 'closed_down'], { operator: 'is', values: ['open', 'closed_down'] }],
    ['isOpen', false, { operator: 'is', values: [false] }],
    ['state', { not: 'open' }, { operator: 'not', values: ['open'] }],
    ['state', { not: ['open', 'closed_down'] }, { operator: 'not', values: ['open', 'closed_down'] }],
    ['city', { contains: 'ridge' }, { operator: 'contains', values: ['ridge'] }],
    ['city', 'today', { operator: 'is', values: ['today'] }],
    ['rating', { from: 2 }, { operator: 'between', from: 2 }],
    ['rating', { from: 2, to: 4 }, { operator: 'between', from: 2, to: 4 }],
    ['founded', 'this_month', { operator: 'relative', values: ['this_month'] }],
    ['createdAt', '-14d', { operator: 'relative', values: ['-14d'] }],
    ['founded', '2026-03-31', { operator: 'is', values: ['2026-03-31'] }],
    ['owner', { is: 'empty' }, { operator: 'empty' }],
    ['owner', { is: 'any' }, { operator: 'any' }],
  ])('of %s: parses %j to a condition and serializes it back', (name, filter, condition) => {
    const read = parseCondition(field(name), filter);
    expect(read).toEqual(condition);
    expect(read && serializeCondition(read)).toEqual(filter);
  });

  it.each([[undefined], [''], [[]], [{}], [{ is: 'maybe' }], [{ not: '' }], [{ contains: [] }]])(
    'has no condition for %j',
    (filter) => {
      expect(parseCondition(field('city'), filter)).toBeUndefined();
    },
  );

  it('is described in words', () => {
    expect(describeCondition(field('state'), { operator: 'is', values: ['open', 'closed_down'] })).toBe(
      'Open or Closed down',
    );
    expect(describeCondition(field('rating'), { operator: 'between', from: 1000, to: 2000 })).toBe(
      'from 1,000 to 2,000',
    );
    expect(describeCondition(field('rating'), { operator: 'between', to: 2 })).toBe('to 2');
    expect(describeCondition(field('owner'), { operator: 'empty' })).toBe('is empty');
    expect(describeCondition(field('tags'), { operator: 'is', values: ['big'] })).toBe('Big');
  });

  const described: [string, Condition, string][] = [
    ['state', { operator: 'not', values: ['open'] }, 'is not Open'],
    ['state', { operator: 'not', values: ['open', 'closed_down'] }, 'is none of Open or Closed down'],
    ['city', { operator: 'contains', values: ['ridge'] }, 'contains “ridge”'],
    ['founded', { operator: 'relative', values: ['-7d'] }, 'Last 7 days'],
    ['founded', { operator: 'relative', values: ['-14d'] }, 'Last 14 days'],
    ['founded', { operator: 'relative', values: ['1m'] }, 'Next 1 month'],
    ['founded', { operator: 'relative', values: ['last_week'] }, 'Last week'],
    ['founded', { operator: 'between', from: 'today' }, 'from Today'],
    ['owner', { operator: 'is', values: [null] }, 'empty'],
  ];
  it.each(described)('on %s with %j is described in words', (name, condition, words) => {
    expect(describeCondition(field(name), condition)).toBe(words);
  });

  it('offers every field that can be filtered: the standing filters first, then those with an index', () => {
    const names = filterFields(resource, ['owner']).map(({ name }) => name);
    expect(names).toEqual([
      'owner',
      'state',
      'rating',
      'tags',
      'createdAt',
      'name',
      'notes',
      'city',
      'founded',
      'isOpen',
      'updatedAt',
    ]);
  });

  it('offers the operators of each kind, and empty checks only for fields that can be empty', () => {
    expect(operatorsOf(field('state'))).toEqual(['is', 'not']);
    expect(operatorsOf(field('isOpen'))).toEqual(['is']);
    expect(operatorsOf(field('name'))).toEqual(['is', 'not', 'contains']);
    expect(operatorsOf(field('city'))).toEqual(['is', 'not', 'contains', 'empty', 'any']);
    expect(operatorsOf(field('owner'))).toEqual(['is', 'not', 'empty', 'any']);
    expect(operatorsOf(field('rating'))).toEqual(['between', 'is', 'not', 'empty', 'any']);
    expect(operatorsOf(field('founded'))).toEqual(['between', 'relative', 'is', 'not', 'empty', 'any']);
    expect(operatorsOf(field('tags'))).toEqual(['is', 'not', 'empty', 'any']);
    expect(operatorsOf(field('scores'))).toEqual([]);
  });

  it('converts a day to its first and last moment in local time', () => {
    expect(dayOf(momentOf('2026-11-22', 'first'))).toBe('2026-11-22');
    expect(dayOf(momentOf('2026-11-22', 'last'))).toBe('2026-11-22');
    expect(momentOf('', 'first')).toBeUndefined();
  });
});
