import type { Design } from './design.ts';
import { type Step, takeSteps } from './steps.ts';
import { typedText } from './typed-text.ts';

/** What a person does at once, by a name that is read on 'Undo': 'Move Budget'. */
export interface Edit {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Whether it is one of the keys of a text that is being typed. */
  readonly isTyping?: boolean;
}

/** A design with what was done and undone: all of it is JSON, so a draft keeps it. */
export interface History {
  readonly design: Design;
  /** What leads back, the newest last, each by the name of what it undoes. */
  readonly done: readonly Edit[];
  /** What leads forth again, the next one last. */
  readonly undone: readonly Edit[];
}

export const openHistory = (design: Design): History => ({ design, done: [], undone: [] });

/**
 * Does an edit; what was undone before can not be done again then. Typing on in the same text of the same widgets, or in the JSON
 * of the whole, is one edit. Throws a RangeError where a step leads nowhere.
 */
export function does(history: History, edit: Edit): History {
  if (edit.steps.length === 0) return history;
  const { design, back } = takeSteps(history.design, edit.steps);
  const last = history.done.at(-1);
  const isTyping = history.undone.length === 0 && last?.isTyping === true && edit.isTyping === true;
  const goesOn = isTyping && isSamePlace(last.steps, back) && isSameText(last.steps, back, edit.steps);
  const done = goesOn ? history.done : [...history.done, { ...edit, steps: back }];
  return { design, done, undone: [] };
}

/** Whether what is typed goes on in the same properties, or in the JSON of the whole. */
function isSamePlace(one: readonly Step[], other: readonly Step[]): boolean {
  const placesOf = (steps: readonly Step[]) => steps.map(typedPlace).join();
  return one.every((step) => typedPlace(step) !== '') && placesOf(one) === placesOf(other);
}

function typedPlace(step: Step): string {
  if (step.do === 'set') return `${step.id} ${step.part} ${step.key}`;
  return step.do === 'replace' ? 'all' : '';
}

/** Whether what differs from before the typing began is the very text that the last key was typed in. */
function isSameText(first: readonly Step[], before: readonly Step[], after: readonly Step[]): boolean {
  const valueIn = (steps: readonly Step[], place: string) => {
    const step = steps.find((each) => typedPlace(each) === place);
    return step?.do === 'set' ? step.value : undefined;
  };
  return after.every((step) => {
    if (step.do !== 'set') return true;
    const place = typedPlace(step);
    const typed = typedText(valueIn(before, place), step.value);
    return typed !== null && typed === typedText(valueIn(first, place), step.value);
  });
}

/** Takes the last edit back; the same history where there is none. */
export function undo({ design: now, done, undone }: History): History {
  const last = done.at(-1);
  if (!last) return { design: now, done, undone };
  const { design, back } = takeSteps(now, last.steps);
  return { design, done: done.slice(0, -1), undone: [...undone, { name: last.name, steps: back }] };
}

/** Does again what was taken back last; the same history where there is nothing. */
export function redo({ design: now, done, undone }: History): History {
  const next = undone.at(-1);
  if (!next) return { design: now, done, undone };
  const { design, back } = takeSteps(now, next.steps);
  return { design, done: [...done, { name: next.name, steps: back }], undone: undone.slice(0, -1) };
}
