import { expect, it } from 'vitest';
import { gone, opened } from './designer-state.ts';

it('undo and redo return the same designer state when there is nothing to undo or redo', () => {
  const state = opened({ version: 1, root: { type: 'container' } });
  expect(gone(state, -1)).toBe(state);
  expect(gone(state, 1)).toBe(state);
});
