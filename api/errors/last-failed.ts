import type { FastifyRequest } from 'fastify';
import { now } from '../clock/clock.ts';
import type { ErrorCode } from './catalogue.ts';

/**
 * A request that failed with a server error. The cause is in the log under the same id, because messages may contain
 * user data.
 */
export interface Failed {
  at: string;
  reqId: string;
  method: string;
  route: string;
  status: number;
  code: ErrorCode;
}

const maxEntries = 20;

/** In-memory ring buffer of the newest twenty failed requests. */
export class LastFailed {
  readonly #entries: Failed[] = [];

  note({ id: reqId, method, routeOptions }: FastifyRequest, { status, code }: Pick<Failed, 'status' | 'code'>): void {
    this.#entries.unshift({ at: now().toISOString(), reqId, method, route: routeOptions.url ?? 'none', status, code });
    this.#entries.length = Math.min(this.#entries.length, maxEntries);
  }

  /** Returns the newest first. */
  all(): Failed[] {
    return [...this.#entries];
  }
}
