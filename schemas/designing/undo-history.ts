import { isEqual } from '../forms/is-equal.ts';
import { isRecord } from '../forms/is-record.ts';
import type { Design } from './design.ts';
import { applySteps, type DesignStep } from './steps.ts';

/** One undoable edit, with the name shown on 'Undo': 'Move Budget'. */
export interface Edit {
  readonly name: string;
  readonly steps: readonly DesignStep[];
  /** Whether it is one keystroke in a text. */
  readonly isTyping?: boolean;
}

/** A design with its undo and redo stacks. All of it is JSON, so that a draft can store it. */
export interface UndoHistory {
  readonly design: Design;
  /** The undo stack: inverse steps, the newest last, each with the name of the edit that it undoes. */
  readonly undoStack: readonly Edit[];
  /** The redo stack, the next one last. */
  readonly redoStack: readonly Edit[];
}

/** Starts an empty undo history for a design. */
export const openHistory = (design: Design): UndoHistory => ({ design, undoStack: [], redoStack: [] });

/**
 * Applies an edit and clears the redo stack. Consecutive keystrokes in the same text, or in the JSON of the whole form,
 * are merged into one undo entry. Throws a RangeError if a step is impossible.
 */
export function applyEdit(history: UndoHistory, edit: Edit): UndoHistory {
  if (edit.steps.length === 0) return history;
  const { design, inverse } = applySteps(history.design, edit.steps);
  const last = history.undoStack.at(-1);
  const isTyping = history.redoStack.length === 0 && last?.isTyping === true && edit.isTyping === true;
  const isMerged = isTyping && isSamePlace(last.steps, inverse) && isSameText(last.steps, inverse, edit.steps);
  const undoStack = isMerged ? history.undoStack : [...history.undoStack, { ...edit, steps: inverse }];
  return { design, undoStack, redoStack: [] };
}

/** Whether both edits change the same properties, or the JSON of the whole. */
function isSamePlace(one: readonly DesignStep[], other: readonly DesignStep[]): boolean {
  const placesOf = (steps: readonly DesignStep[]) => steps.map(typedPlace).join();
  return one.every((step) => typedPlace(step) !== '') && placesOf(one) === placesOf(other);
}

function typedPlace(step: DesignStep): string {
  if (step.do === 'set') return `${step.id} ${step.part} ${step.key}`;
  return step.do === 'replace' ? 'all' : '';
}

/** Whether the only difference since the typing began is in the text that the last keystroke changed. */
function isSameText(
  first: readonly DesignStep[],
  before: readonly DesignStep[],
  after: readonly DesignStep[],
): boolean {
  const valueIn = (steps: readonly DesignStep[], place: string) => {
    const step = steps.find((each) => typedPlace(each) === place);
    return step?.do === 'set' ? step.value : undefined;
  };
  return after.every((step) => {
    if (step.do !== 'set') return true;
    const place = typedPlace(step);
    // A key that follows its label does not change with every keystroke.
    if (isEqual(valueIn(before, place), step.value)) return true;
    const textPath = changedTextPath(valueIn(before, place), step.value);
    return textPath !== null && textPath === changedTextPath(valueIn(first, place), step.value);
  });
}

/** Undoes the last edit; returns the same history if there is none. */
export function undo({ design: now, undoStack, redoStack }: UndoHistory): UndoHistory {
  const last = undoStack.at(-1);
  if (!last) return { design: now, undoStack, redoStack };
  const { design, inverse } = applySteps(now, last.steps);
  return { design, undoStack: undoStack.slice(0, -1), redoStack: [...redoStack, { name: last.name, steps: inverse }] };
}

/** Redoes the last undone edit; returns the same history if there is none. */
export function redo({ design: now, undoStack, redoStack }: UndoHistory): UndoHistory {
  const next = redoStack.at(-1);
  if (!next) return { design: now, undoStack, redoStack };
  const { design, inverse } = applySteps(now, next.steps);
  return { design, undoStack: [...undoStack, { name: next.name, steps: inverse }], redoStack: redoStack.slice(0, -1) };
}

/**
 * The path of the only text in which two JSON values differ ('' for the values themselves). Null if they are equal,
 * differ in more places, or in something other than text. Used to merge keystrokes into one undo entry.
 */
export function changedTextPath(before: unknown, after: unknown): string | null {
  if (isText(before) && isText(after)) return before === after ? null : '';
  const [was, is] = [partsOf(before), partsOf(after)];
  if (!was || !is || Array.isArray(before) !== Array.isArray(after)) return null;
  const keys = [...new Set([...was.keys(), ...is.keys()])].filter((key) => !isEqual(was.get(key), is.get(key)));
  const [key] = keys;
  if (key === undefined || keys.length > 1 || (Array.isArray(before) && was.size !== is.size)) return null;
  const inside = changedTextPath(was.get(key), is.get(key));
  return inside === null ? null : `/${key}${inside}`;
}

const isText = (value: unknown): value is string | undefined => typeof value === 'string' || value === undefined;

const partsOf = (value: unknown): Map<string, unknown> | null =>
  Array.isArray(value) || isRecord(value) ? new Map(Object.entries(value)) : null;
