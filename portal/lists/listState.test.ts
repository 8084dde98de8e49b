import { describe, expect, it } from 'vitest';
import { readListState, updateListParams } from './listState.ts';

const read = (query: string) => readListState(new URLSearchParams(query), 'name');
const change = (query: string, changes: Record<string, string | number>) =>
  updateListParams(new URLSearchParams(query), changes).toString();

describe('list state in the URL', () => {
  it('has 1-based pages in the URL and 0-based pages in the state', () => {
    expect(read('page=3&search=ann&sort=-name')).toEqual({ page: 2, search: 'ann', sort: '-name' });
  });

  it.each(['', 'page=0', 'page=-4', 'page=x'])("uses the first page and the default sort for '%s'", (query) => {
    expect(read(query)).toEqual({ page: 0, search: '', sort: 'name' });
  });

  it('resets to the first page when a filter changes', () => {
    expect(change('page=3&status=draft', { search: 'ann' })).toBe('status=draft&search=ann');
  });

  it('keeps the filters when the page changes', () => {
    expect(change('status=draft', { page: 2 })).toBe('status=draft&page=3');
    expect(change('status=draft&page=3', { page: 0 })).toBe('status=draft');
  });

  it('list state in the URL drops empty values', () => {
    expect(change('search=ann', { search: '' })).toBe('');
  });
});
