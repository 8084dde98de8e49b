import { describe, expect, it } from 'vitest';
import { type Caret, cellMoveFor, type TableKeyEvent } from './cellNavigation.ts';

const press = (key: string, modifiers: Partial<TableKeyEvent> = {}): TableKeyEvent => ({
  ...{ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false },
  ...modifiers,
});
const caretInside: Caret = { isAtStart: false, isAtEnd: false, isArea: false };
const allSelected: Caret = { isAtStart: true, isAtEnd: true, isArea: false };

describe('cellMoveFor', () => {
  it.each([
    ['Enter', {}, caretInside, [1, 0]],
    ['Enter', { shiftKey: true }, caretInside, [-1, 0]],
    ['ArrowDown', {}, caretInside, [1, 0]],
    ['ArrowUp', {}, caretInside, [-1, 0]],
    ['ArrowLeft', {}, allSelected, [0, -1]],
    ['ArrowRight', {}, allSelected, [0, 1]],
    ['Home', { ctrlKey: true }, caretInside, [Number.NEGATIVE_INFINITY, 0]],
    ['Enter', {}, { ...caretInside, isArea: true }, [1, 0]],
    ['ArrowDown', {}, { ...allSelected, isArea: true }, [1, 0]],
  ])('moves for %s with %j from %j to %j', (key, modifiers, caret, [rows, columns]) => {
    expect(cellMoveFor(press(key, modifiers), caret)).toEqual({ rows, columns });
  });

  it.each([
    ['ArrowLeft', {}, caretInside],
    ['ArrowRight', {}, { ...caretInside, isAtStart: true }],
    ['ArrowRight', { shiftKey: true }, allSelected],
    ['ArrowDown', { altKey: true }, allSelected],
    ['ArrowDown', {}, { ...caretInside, isArea: true }],
    ['Enter', { shiftKey: true }, { ...caretInside, isArea: true }],
    ['a', {}, allSelected],
    ['Home', {}, allSelected],
  ])('stays in the cell for %s with %j at %j', (key, modifiers, caret) => {
    expect(cellMoveFor(press(key, modifiers), caret)).toBeUndefined();
  });
});
