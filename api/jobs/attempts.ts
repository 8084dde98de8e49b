import { noListeners } from '../host/listeners.ts';
import type { Origin } from '../host/origin.ts';
import type { KindName } from './kind.ts';

/** How an attempt at a job may end: `left` was canceled or taken over, `interrupted` was given back by a process that ends. */
export type Outcome = 'done' | 'postponed' | 'failed' | 'left' | 'interrupted';

/** One attempt at a job, when it is over. Times are milliseconds. */
export interface Attempt {
  /** Of all that it does. */
  origin: Origin;
  kind: KindName;
  outcome: Outcome;
  /** How long it had been due before. */
  waited: number;
  milliseconds: number;
}

/** An attempt that begins. */
export interface Beginning extends Pick<Attempt, 'origin' | 'kind'> {
  /** The span of what queued the job, where it was traced. */
  queuedBy: string | undefined;
}

/** Those who want to hear of each attempt before it does anything. */
export const beginnings = noListeners<Beginning>();

/** Those who want to hear of each attempt that this process makes. */
export const attempts = noListeners<Attempt>();
