import { type Campaign, campaigns, type Order, orders, type Person, people } from './data.ts';

export const taskNames = ['a', 'b', 'c'] as const;
export type TaskName = (typeof taskNames)[number];

export type Inputs = { readonly a: Person; readonly b: Order; readonly c: Campaign };

/** What each task works on: eight variants, so that nothing is worked out once and kept. */
export const inputs: { readonly [Task in TaskName]: readonly Inputs[Task][] } = { a: people, b: orders, c: campaigns };

/** A language, or plain JavaScript: the same tasks in its own words. */
export interface Engine {
  /** Reads a task's script and answers what runs it; promises are awaited. */
  readonly prepare: { readonly [Task in TaskName]: () => (input: Inputs[Task]) => unknown };
  /** Makes ready the n-th of a form's one-line conditions; plain JavaScript has nothing to do. */
  readonly prepareLine: ((n: number) => unknown) | null;
}
