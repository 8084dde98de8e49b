import { describe, expect, it } from 'vitest';
import { type Caret, moveFor, type Press } from './moves.ts';

const press = (key: string, held: Partial<Press> = {}): Press => ({
  ...{ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false },
  ...held,
});
const within: Caret = { isAtStart: false, isAtEnd: false, isArea: false };
const selected: Caret = { isAtStart: true, isAtEnd: true, isArea: false };

describe('in a table', () => {
  it.each([
    ['Enter', {}, within, [1, 0]],
    ['Enter', { shiftKey: true }, within, [-1, 0]],
    ['ArrowDown', {}, within, [1, 0]],
    ['ArrowUp', {}, within, [-1, 0]],
    ['ArrowLeft', {}, selected, [0, -1]],
    ['ArrowRight', {}, selected, [0, 1]],
    ['Home', { ctrlKey: true }, within, [Number.NEGATIVE_INFINITY, 0]],
    ['Enter', {}, { ...within, isArea: true }, [1, 0]],
    ['ArrowDown', {}, { ...selected, isArea: true }, [1, 0]],
  ])('%s with %j leads from %j to %j', (key, held, caret, [rows, columns]) => {
    expect(moveFor(press(key, held), caret)).toEqual({ rows, columns });
  });

  it.each([
    ['ArrowLeft', {}, within],
    ['ArrowRight', {}, { ...within, isAtStart: true }],
    ['ArrowRight', { shiftKey: true }, selected],
    ['ArrowDown', { altKey: true }, selected],
    ['ArrowDown', {}, { ...within, isArea: true }],
    ['Enter', { shiftKey: true }, { ...within, isArea: true }],
    ['a', {}, selected],
    ['Home', {}, selected],
  ])('%s with %j stays in its cell at %j', (key, held, caret) => {
    expect(moveFor(press(key, held), caret)).toBeUndefined();
  });
});
