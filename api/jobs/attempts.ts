import { noListeners } from '../host/listeners.ts';
import type { KindName } from './kind.ts';

/** How an attempt at a job may end: `left` was canceled or taken over, `interrupted` was given back by a process that ends. */
export type Outcome = 'done' | 'postponed' | 'failed' | 'left' | 'interrupted';

/** One attempt at a job, when it is over. Times are milliseconds. */
export interface Attempt {
  kind: KindName;
  outcome: Outcome;
  /** How long it had been due before. */
  waited: number;
  /** When it began, by `performance.now()`. */
  began: number;
  milliseconds: number;
}

/** Those who want to hear of each attempt that this process makes. */
export const attempts = noListeners<Attempt>();
