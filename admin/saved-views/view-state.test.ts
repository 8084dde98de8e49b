import { describe, expect, it } from 'vitest';
import { configOf, isAsSaved, stateOf, type ViewState } from './view-state.ts';

const usual: ViewState = { filter: {}, sort: { field: 'name', order: 'ASC' }, columns: ['name'], perPage: 25 };
const late: ViewState = {
  filter: { q: 'ridge', industry: 'Bakeries' },
  sort: { field: 'updatedAt', order: 'DESC' },
  columns: ['name', 'updatedAt'],
  perPage: 50,
};

describe('a saved view', () => {
  it('keeps the filters, the order, the columns and the length of a list', () => {
    expect(stateOf(configOf(late), usual)).toEqual(late);
  });

  it('leaves to the list what it does not tell, or tells in another way', () => {
    expect(stateOf(undefined, usual)).toEqual(usual);
    expect(stateOf({ filter: [], sort: { field: 'name' }, columns: [1], perPage: 5000 }, usual)).toEqual(usual);
    expect(stateOf({ filter: { q: 'a' }, columns: [] }, usual)).toEqual({ ...usual, filter: { q: 'a' } });
  });

  it('is what the list stands at, until something of the list is changed', () => {
    expect(isAsSaved(late, { ...late, filter: { industry: 'Bakeries', q: 'ridge' } })).toBe(true);
    expect(isAsSaved(late, { ...late, columns: ['updatedAt', 'name'] })).toBe(false);
    expect(isAsSaved(late, { ...late, perPage: 25 })).toBe(false);
  });
});
