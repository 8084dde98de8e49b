import type { Design } from './design.ts';
import { type Step, takeSteps } from './steps.ts';
import { typedText } from './typed-text.ts';

/** One undoable edit, with the name shown on 'Undo': 'Move Budget'. */
export interface Edit {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Whether it is one keystroke in a text. */
  readonly isTyping?: boolean;
}

/** A design with its undo and redo stacks. All of it is JSON, so that a draft can store it. */
export interface History {
  readonly design: Design;
  /** The undo stack: inverse steps, the newest last, each with the name of the edit that it undoes. */
  readonly done: readonly Edit[];
  /** The redo stack, the next one last. */
  readonly undone: readonly Edit[];
}

/** Starts an empty undo history for a design. */
export const openHistory = (design: Design): History => ({ design, done: [], undone: [] });

/**
 * Applies an edit and clears the redo stack. Consecutive keystrokes in the same text, or in the JSON of the whole form,
 * are merged into one undo entry. Throws a RangeError if a step is impossible.
 */
export function does(history: History, edit: Edit): History {
  if (edit.steps.length === 0) return history;
  const { design, back } = takeSteps(history.design, edit.steps);
  const last = history.done.at(-1);
  const isTyping = history.undone.length === 0 && last?.isTyping === true && edit.isTyping === true;
  const isMerged = isTyping && isSamePlace(last.steps, back) && isSameText(last.steps, back, edit.steps);
  const done = isMerged ? history.done : [...history.done, { ...edit, steps: back }];
  return { design, done, undone: [] };
}

/** Whether both edits change the same properties, or the JSON of the whole. */
function isSamePlace(one: readonly Step[], other: readonly Step[]): boolean {
  const placesOf = (steps: readonly Step[]) => steps.map(typedPlace).join();
  return one.every((step) => typedPlace(step) !== '') && placesOf(one) === placesOf(other);
}

function typedPlace(step: Step): string {
  if (step.do === 'set') return `${step.id} ${step.part} ${step.key}`;
  return step.do === 'replace' ? 'all' : '';
}

/** Whether the only difference since the typing began is in the text that the last keystroke changed. */
function isSameText(first: readonly Step[], before: readonly Step[], after: readonly Step[]): boolean {
  const valueIn = (steps: readonly Step[], place: string) => {
    const step = steps.find((each) => typedPlace(each) === place);
    return step?.do === 'set' ? step.value : undefined;
  };
  return after.every((step) => {
    if (step.do !== 'set') return true;
    const place = typedPlace(step);
    const textPath = typedText(valueIn(before, place), step.value);
    return textPath !== null && textPath === typedText(valueIn(first, place), step.value);
  });
}

/** Undoes the last edit; returns the same history if there is none. */
export function undo({ design: now, done, undone }: History): History {
  const last = done.at(-1);
  if (!last) return { design: now, done, undone };
  const { design, back } = takeSteps(now, last.steps);
  return { design, done: done.slice(0, -1), undone: [...undone, { name: last.name, steps: back }] };
}

/** Redoes the last undone edit; returns the same history if there is none. */
export function redo({ design: now, done, undone }: History): History {
  const next = undone.at(-1);
  if (!next) return { design: now, done, undone };
  const { design, back } = takeSteps(now, next.steps);
  return { design, done: [...done, { name: next.name, steps: back }], undone: undone.slice(0, -1) };
}
