import { createEmitter } from '../../platform/emitter.ts';
import type { TraceContext } from '../../platform/trace-context.ts';
import type { KindName } from './kind.ts';

/**
 * Outcome of one attempt at a job. `left`: the job was canceled or another worker claimed it. `interrupted`: this
 * process is shutting down and released the claim.
 */
export type JobOutcome = 'done' | 'postponed' | 'failed' | 'left' | 'interrupted';

/** A finished attempt at a job. Durations are in milliseconds. */
export interface FinishedAttempt {
  /** Correlation ids of the job and of the request that enqueued it. */
  origin: TraceContext;
  kind: KindName;
  outcome: JobOutcome;
  /** How long the job was due before a worker claimed it. */
  waited: number;
  milliseconds: number;
}

/** An attempt that starts. */
export interface StartedAttempt extends Pick<FinishedAttempt, 'origin' | 'kind'> {
  /** The traceparent of the span that enqueued the job, if it was traced. */
  queuedBy: string | undefined;
}

/** Listeners notified before each attempt starts (tracing opens its span here). */
export const attemptStartListeners = createEmitter<StartedAttempt>();

/** Listeners notified after each attempt of this process (metrics and traces). */
export const attemptEndListeners = createEmitter<FinishedAttempt>();
