import { describe, expect, it } from 'vitest';
import { resourceOf } from '#schemas/resource/resource.ts';
import { fieldByName } from '../catalogue.ts';
import {
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
  },
  'x-store': {
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
    ['open', { operator: 'is', values: ['open'] }],
    [['open', 'closed_down'], { operator: 'is', values: ['open', 'closed_down'] }],
    [false, { operator: 'is', values: [false] }],
    [{ from: 2 }, { operator: 'between', from: 2 }],
    [
      { from: 2, to: 4 },
      { operator: 'between', from: 2, to: 4 },
    ],
    [{ is: 'empty' }, { operator: 'empty' }],
    [{ is: 'any' }, { operator: 'any' }],
  ])('parses %j to a condition and serializes it back', (filter, condition) => {
    const read = parseCondition(filter);
    expect(read).toEqual(condition);
    expect(read && serializeCondition(read)).toEqual(filter);
  });

  it.each([[undefined], [''], [[]], [{}], [{ is: 'maybe' }]])('has no condition for %j', (filter) => {
    expect(parseCondition(filter)).toBeUndefined();
  });

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

  it('offers indexed fields, with the standing filters first', () => {
    const names = filterFields(resource, ['owner']).map(({ name }) => name);
    expect(names[0]).toBe('owner');
    expect(names).toEqual(expect.arrayContaining(['state', 'rating', 'tags', 'createdAt']));
    expect(names).not.toContain('notes');
  });

  it('offers empty checks only for fields that can be empty', () => {
    expect(operatorsOf(field('state'))).toEqual(['is']);
    expect(operatorsOf(field('owner'))).toEqual(['is', 'empty', 'any']);
    expect(operatorsOf(field('rating'))).toEqual(['between', 'empty', 'any']);
  });

  it('converts a day to its first and last moment in local time', () => {
    expect(dayOf(momentOf('2026-11-22', 'first'))).toBe('2026-11-22');
    expect(dayOf(momentOf('2026-11-22', 'last'))).toBe('2026-11-22');
    expect(momentOf('', 'first')).toBeUndefined();
  });
});
