import { afterEach, describe, expect, it, vi } from 'vitest';
import { sweepSample } from './sweep.ts';

const list = Array.from({ length: 10 }, (_, index) => index);
afterEach(() => vi.unstubAllEnvs());

describe('the sample of a sweep', () => {
  it('is the whole list with SWEEPS=all', () => {
    vi.stubEnv('SWEEPS', 'all');
    expect(sweepSample(list, 4, 3)).toEqual(list);
  });

  it('is each fourth element for a share of 4, from an element that depends on SEED', () => {
    vi.stubEnv('SWEEPS', undefined);
    vi.stubEnv('SEED', undefined);
    expect(sweepSample(list, 4)).toEqual([0, 4, 8]);
    vi.stubEnv('SEED', '2147483647');
    expect(sweepSample(list, 4)).toEqual([3, 7]);
  });

  it('is another part for each offset, and all parts together are the list', () => {
    vi.stubEnv('SWEEPS', undefined);
    vi.stubEnv('SEED', '6');
    const parts = [0, 1, 2, 3].map((offset) => sweepSample(list, 4, offset));
    expect(parts.flat().toSorted((a, b) => a - b)).toEqual(list);
    expect(parts[0]).toEqual([2, 6]);
  });

  it('is empty only for an empty list when the share is larger than the list', () => {
    vi.stubEnv('SWEEPS', undefined);
    vi.stubEnv('SEED', '5');
    expect(sweepSample(['a', 'b'], 8)).toHaveLength(1);
    expect(sweepSample([], 8)).toEqual([]);
  });
});
