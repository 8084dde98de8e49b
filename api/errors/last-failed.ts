import type { FastifyRequest } from 'fastify';
import { now } from '../clock/clock.ts';
import type { ErrorCode } from './catalogue.ts';

/** A request that failed by our own fault. Why stands in the log, under the same id: a message may hold what people wrote. */
export interface Failed {
  at: string;
  reqId: string;
  method: string;
  route: string;
  status: number;
  code: ErrorCode;
}

const most = 20;

/** The newest twenty requests of an app that failed, in memory alone. */
export class LastFailed {
  readonly #kept: Failed[] = [];

  note({ id: reqId, method, routeOptions }: FastifyRequest, { status, code }: Pick<Failed, 'status' | 'code'>): void {
    this.#kept.unshift({ at: now().toISOString(), reqId, method, route: routeOptions.url ?? 'none', status, code });
    this.#kept.length = Math.min(this.#kept.length, most);
  }

  /** The newest first. */
  all(): Failed[] {
    return [...this.#kept];
  }
}
