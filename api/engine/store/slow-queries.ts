import type { FastifyBaseLogger } from 'fastify';
import { currentTraceContext, traceIds } from '../../platform/trace-context.ts';
import { commandListeners } from './commands.ts';
import { filterShape } from './filter-shape.ts';

/**
 * Slow query log: logs each command that takes at least `least` milliseconds. Returns a function that stops logging.
 */
export function logSlowQueries(log: FastifyBaseLogger, least: number): () => void {
  return commandListeners.subscribe(({ collection, command, filter, milliseconds, isFailed }) => {
    if (milliseconds < least) return;
    const line = {
      ...{ collection, command, milliseconds: Math.round(milliseconds) },
      ...(filter === undefined ? {} : { filter: filterShape(filter) }),
      ...(isFailed ? { isFailed } : {}),
      ...traceIds(currentTraceContext()),
    };
    log.warn(line, 'slow query');
  });
}
