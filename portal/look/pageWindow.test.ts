import { describe, expect, it } from 'vitest';
import { clampPage, pageWindow } from './Pagination.tsx';

describe('pagination', () => {
  it('links to at most ten pages around the current one', () => {
    expect(pageWindow(0, 40)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(pageWindow(20, 40)).toEqual([15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
    expect(pageWindow(39, 40)).toEqual([30, 31, 32, 33, 34, 35, 36, 37, 38, 39]);
  });

  it('links to all pages when there are few', () => {
    expect(pageWindow(1, 3)).toEqual([0, 1, 2]);
    expect(pageWindow(0, 0)).toEqual([]);
  });

  it('limits the number of page links to 1 to 50', () => {
    expect(pageWindow(0, 100, 0)).toHaveLength(1);
    expect(pageWindow(0, 100, 80)).toHaveLength(50);
  });

  it('clamps a page that does not exist', () => {
    expect([clampPage(-1, 5), clampPage(3, 5), clampPage(9, 5), clampPage(2, 0)]).toEqual([0, 3, 4, 0]);
  });
});
