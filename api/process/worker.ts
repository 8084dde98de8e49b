import { EventEmitter, once } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import mongoose from 'mongoose';

/** Work that is kept in the database, and that several processes may share. */
interface Worker {
  /** Looks for work at once; otherwise it is looked for again and again. */
  wake(): void;
  /** Works until `stop` is called, which waits for what is begun. */
  start(work: {
    /** Does the next piece of work; false when there is none. What it throws is logged, and tried again later. */
    next: () => Promise<boolean>;
    log: FastifyBaseLogger;
  }): { stop: () => Promise<void> };
}

/** Makes a worker for `what` (a word for the log) that looks for work every `pause` milliseconds. */
export function createWorker({ what, pause }: { what: string; pause: number }): Worker {
  const wishes = new EventEmitter();
  const woken = (signal: AbortSignal) =>
    once(wishes, 'wake', { signal: AbortSignal.any([signal, AbortSignal.timeout(pause)]) }).catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    });
  return {
    wake: () => {
      wishes.emit('wake');
    },
    start: ({ next, log }) => {
      const ending = new AbortController();
      const loop = async () => {
        while (!ending.signal.aborted) {
          // Awaited from here on: its time may run out while there is still work.
          const wish = woken(ending.signal);
          try {
            while (!ending.signal.aborted && isConnected() && (await next()));
          } catch (error) {
            log.warn({ err: error }, `${what} could not be read`);
          }
          await wish;
        }
      };
      const done = loop();
      return {
        stop: async () => {
          ending.abort();
          await done;
        },
      };
    },
  };
}

const isConnected = () => mongoose.connection.readyState === mongoose.ConnectionStates.connected;
