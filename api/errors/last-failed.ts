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
const kept: Failed[] = [];

/** Notes a request that failed: the newest twenty of this process are kept, in memory alone. */
export function noteFailed(
  { id: reqId, method, routeOptions }: FastifyRequest,
  answer: Pick<Failed, 'status' | 'code'>,
): void {
  const { status, code } = answer;
  kept.unshift({ at: now().toISOString(), reqId, method, route: routeOptions.url ?? 'none', status, code });
  kept.length = Math.min(kept.length, most);
}

/** The newest first. */
export const lastFailed = (): Failed[] => [...kept];
