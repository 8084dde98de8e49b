import { describe, expect, it } from 'vitest';
import { withCaseOf } from './search-results.ts';

describe('suggestion for a search without results', () => {
  it('is capitalized as the search is', () => {
    expect(withCaseOf('Heler', 'heller')).toBe('Heller');
    expect(withCaseOf('heler music', 'heller music')).toBe('heller music');
    expect(withCaseOf('Öster Musik', 'oester musik')).toBe('Oester Musik');
  });
});
