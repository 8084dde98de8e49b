import type { FastifyBaseLogger } from 'fastify';
import { storedNames } from '../store/model.ts';
import { indexDrift } from './indexes.ts';

/** Logs index drift, one collection at a time. Missing indexes were already created at startup. */
export async function logIndexDrift(log: FastifyBaseLogger): Promise<void> {
  try {
    for (const name of storedNames) for (const line of await indexDrift(name)) log.warn(line);
  } catch (error) {
    log.warn({ err: error }, 'failed to compare the indexes with the schemas');
  }
}
