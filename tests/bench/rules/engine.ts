import {
  campaignsOf,
  type DataKind,
  ordersOf,
  peopleOf,
  type SampleCampaign,
  type SampleOrder,
  type SamplePerson,
} from './data.ts';

export type TaskName = 'a' | 'b' | 'c';

export type Inputs = { readonly a: SamplePerson; readonly b: SampleOrder; readonly c: SampleCampaign };

/** The inputs of each task: eight variants, so that no engine can cache one result. */
export const inputsOf = (kind: DataKind): { readonly [Task in TaskName]: readonly Inputs[Task][] } => ({
  a: peopleOf(kind),
  b: ordersOf(kind),
  c: campaignsOf(kind),
});

/** A language, or plain JavaScript: the same tasks in its syntax. */
export interface Engine {
  /** Compiles a task's script and returns the function that runs it; promises are awaited. */
  readonly prepare: { readonly [Task in TaskName]: () => (input: Inputs[Task]) => unknown };
  /** Compiles the n-th one-line condition of a form; plain JavaScript has nothing to do. */
  readonly prepareLine: ((n: number) => unknown) | null;
  /** Runs the scripts of 40 other forms, as a server has done that has been up for a while. */
  readonly runOtherForms?: () => void;
}
