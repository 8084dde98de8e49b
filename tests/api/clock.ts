import { onTestFinished } from 'vitest';
import { now, setClock } from '#api/platform/clock/clock.ts';

/** Fake timer: freezes the clock of the product for the rest of the test and advances it only by calls of `pass`. */
export function freezeClock(): { pass(milliseconds: number): void; now(): Date } {
  const stopped = { at: now().getTime() };
  onTestFinished(setClock(() => stopped.at));
  return {
    now: () => new Date(stopped.at),
    pass: (milliseconds) => {
      stopped.at += milliseconds;
    },
  };
}

/** Milliseconds. */
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** Sessions that outlast the years that a test lets pass. */
export const longSessions = { SESSION_IDLE: '9999d', SESSION_ABSOLUTE: '9999d' };
