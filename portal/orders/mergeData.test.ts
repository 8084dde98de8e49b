import { describe, expect, it } from 'vitest';
import { isOverlapping, mergeData } from './mergeData.ts';

describe('two people who changed the same order', () => {
  const before = { campaign: 'Spring', spots: 10, note: 'old' };

  it('keep both what does not overlap', () => {
    expect(mergeData({ before, mine: { ...before, spots: 20 }, theirs: { ...before, campaign: 'Summer' } })).toEqual({
      campaign: 'Summer',
      spots: 20,
      note: 'old',
    });
  });

  it('see their own where both changed the same field', () => {
    expect(mergeData({ before, mine: { ...before, spots: 20 }, theirs: { ...before, spots: 30 } }).spots).toBe(20);
  });

  it('keep a field empty that one of them emptied', () => {
    const { note: _, ...emptied } = before;
    expect(mergeData({ before, mine: emptied, theirs: { ...before, spots: 30 } })).toEqual({
      campaign: 'Spring',
      spots: 30,
    });
  });

  it('are asked only where both changed one field to different values', () => {
    const mine = { ...before, spots: 20 };
    expect(isOverlapping({ before, mine, theirs: { ...before, campaign: 'Summer' } })).toBe(false);
    expect(isOverlapping({ before, mine, theirs: { ...before, spots: 20 } })).toBe(false);
    expect(isOverlapping({ before, mine, theirs: { ...before, spots: 30 } })).toBe(true);
  });
});
