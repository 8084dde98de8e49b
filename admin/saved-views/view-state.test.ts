import { describe, expect, it } from 'vitest';
import { isViewUnchanged, parseViewConfig, serializeView, type ViewState } from './useSavedViews.ts';

const usual: ViewState = { filter: {}, sort: { field: 'name', order: 'ASC' }, columns: ['name'], perPage: 25 };
const late: ViewState = {
  filter: { q: 'ridge', industry: 'Bakeries' },
  sort: { field: 'updatedAt', order: 'DESC' },
  columns: ['name', 'updatedAt'],
  perPage: 50,
};

describe('saved view', () => {
  it('stores filters, sort order, columns and page size of a list', () => {
    expect(parseViewConfig(serializeView(late), usual)).toEqual(late);
  });

  it("falls back to the list's defaults for missing or invalid parts", () => {
    expect(parseViewConfig(undefined, usual)).toEqual(usual);
    expect(parseViewConfig({ filter: [], sort: { field: 'name' }, columns: [1], perPage: 5000 }, usual)).toEqual(usual);
    expect(parseViewConfig({ filter: { q: 'a' }, columns: [] }, usual)).toEqual({ ...usual, filter: { q: 'a' } });
  });

  it('equals the list until its filters, columns or page size change', () => {
    expect(isViewUnchanged(late, { ...late, filter: { industry: 'Bakeries', q: 'ridge' } })).toBe(true);
    expect(isViewUnchanged(late, { ...late, columns: ['updatedAt', 'name'] })).toBe(false);
    expect(isViewUnchanged(late, { ...late, perPage: 25 })).toBe(false);
  });
});
