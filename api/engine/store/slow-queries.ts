import type { FastifyBaseLogger } from 'fastify';
import { isRecord } from '#schemas/forms/is-record.ts';
import { currentTraceContext, traceIds } from '../../platform/trace-context.ts';
import { commandListeners } from './commands.ts';

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

/** Limits: fields per object, nesting depth, and length of a field name. */
const limits = { fields: 20, depth: 5, name: 80 };

/**
 * Redacts a filter for the slow query log: field names and operators only, such as `{client, createdAt: {$gte, $lte}}`.
 * Queries that differ only in their values have the same shape.
 */
export function filterShape(filter: unknown, depth = 0): string {
  if (!isRecord(filter) || depth === limits.depth) return '…';
  const names = Object.keys(filter);
  const parts = names.slice(0, limits.fields).map((name) => {
    const inside = insideOf(name, filter[name], depth + 1);
    return `${name.slice(0, limits.name)}${inside && `: ${inside}`}`;
  });
  return `{${[...parts, ...(names.length > limits.fields ? ['…'] : [])].join(', ')}}`;
}

/** Recurses into lists of conditions and into operators; everything else is a value. */
function insideOf(name: string, value: unknown, depth: number): string {
  if (Array.isArray(value) && /^\$(and|or|nor)$/.test(name)) {
    const shapes = new Set(value.slice(0, limits.fields).map((each) => filterShape(each, depth)));
    return `[${[...shapes].join(', ')}]`;
  }
  if (!isRecord(value)) return '';
  const isOperators = Object.keys(value).some((key) => key.startsWith('$'));
  return isOperators || name === '$elemMatch' || name === '$not' ? filterShape(value, depth) : '';
}
