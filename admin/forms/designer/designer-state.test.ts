import { expect, it } from 'vitest';
import { gone, opened } from './designer-state.ts';

it('an undo where nothing was done, and a redo where nothing was undone, leave all as it is', () => {
  const state = opened({ version: 1, root: { type: 'container' } });
  expect(gone(state, -1)).toBe(state);
  expect(gone(state, 1)).toBe(state);
});
