import type { FastifyRequest } from 'fastify';
import { now } from '../clock/clock.ts';
import type { ErrorCode } from './catalogue.ts';

/**
 * A request that failed with a server error. The cause is in the log under the same id, because messages may contain
 * user data.
 */
export interface FailedRequest {
  at: string;
  reqId: string;
  method: string;
  route: string;
  status: number;
  code: ErrorCode;
}

const maxEntries = 20;

/** In-memory ring buffer of the newest twenty failed requests. */
export class FailedRequestLog {
  readonly #entries: FailedRequest[] = [];

  note(
    { id: reqId, method, routeOptions }: FastifyRequest,
    { status, code }: Pick<FailedRequest, 'status' | 'code'>,
  ): void {
    this.#entries.unshift({ at: now().toISOString(), reqId, method, route: routeOptions.url ?? 'none', status, code });
    this.#entries.length = Math.min(this.#entries.length, maxEntries);
  }

  /** Returns the newest first. */
  all(): FailedRequest[] {
    return [...this.#entries];
  }
}
