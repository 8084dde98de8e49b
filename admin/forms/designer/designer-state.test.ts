import { expect, it } from 'vitest';
import { openDesignerState, travelTo } from './designer-state.ts';

it('undo and redo return the same designer state when there is nothing to undo or redo', () => {
  const state = openDesignerState({ version: 1, root: { type: 'container' } });
  expect(travelTo(state, -1)).toBe(state);
  expect(travelTo(state, 1)).toBe(state);
});
