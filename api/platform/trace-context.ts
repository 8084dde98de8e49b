import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/** Trace context: the request or job that caused the current execution. */
export interface TraceContext {
  /** The request id; for a job, that of the request that enqueued it. */
  reqId?: string;
  /** The job id, inside a job. */
  job?: string;
  /** W3C traceparent of the current span, if tracing is enabled. */
  traceparent?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    traceContext: TraceContext;
  }
}

const origins = new AsyncLocalStorage<TraceContext | undefined>();

/** Returns the current trace context (AsyncLocalStorage); undefined outside a request or job. */
export const currentTraceContext = (): TraceContext | undefined => origins.getStore();

/** Runs `work` and everything it starts with this trace context. */
export const withTraceContext = <T>(origin: TraceContext | undefined, work: () => T): T => origins.run(origin, work);

/** The ids to search the log for. */
export const traceIds = ({ reqId, job }: TraceContext = {}): object => ({
  ...(reqId && { reqId }),
  ...(job && { job }),
});

/** Log mixin: adds the ids to lines of a job. A request's own logger adds them by itself. */
export function traceLogMixin(): object {
  const origin = currentTraceContext();
  return origin?.job === undefined ? {} : traceIds(origin);
}

/**
 * Fastify plugin that runs request handlers with their trace context. Set twice, because body events belong to the
 * connection's context. On Node 20 the hooks of promises for AsyncLocalStorage, that of transactions included, take 4 to
 * 5% of the CPU time of a save (`tests/bench/results/profiles.md`); from Node 24 nothing.
 */
export const requestTraceContext = fastifyPlugin(async (app: FastifyInstance) => {
  app.decorateRequest('traceContext');
  app.addHook('onRequest', (request, _reply, done) => {
    request.traceContext = { reqId: request.id };
    withTraceContext(request.traceContext, done);
  });
  app.addHook('preValidation', ({ traceContext }, _reply, done) => withTraceContext(traceContext, done));
});
