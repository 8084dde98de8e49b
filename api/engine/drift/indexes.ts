import type { FastifyBaseLogger } from 'fastify';
import { model, type ResourceName, resource, storedNames } from '../store/model.ts';

/** Differences between a collection's indexes and its schema's. */
export interface IndexDrift {
  /** Declared but missing indexes: fields with directions. */
  missing: string[];
  /** Names of existing indexes that no schema declares. */
  undeclared: string[];
}

/** Compares the indexes of a resource's collection with its schema. */
export async function indexDriftOf(name: ResourceName): Promise<IndexDrift> {
  const { toCreate, toDrop } = await model(name).diffIndexes();
  return { missing: toCreate.map((keys) => JSON.stringify(keys)), undeclared: toDrop };
}

/** Returns the index differences as one line each, with instructions. */
export async function indexDrift(name: ResourceName): Promise<string[]> {
  const { path } = resource(name);
  const { missing, undeclared } = await indexDriftOf(name);
  return [
    ...missing.map((keys) => `${path}: no index on ${keys}: start the application to create it`),
    ...undeclared.map((index) => `${path}: the index ${index} is in no schema: drop it, or declare it in the schema`),
  ];
}

/** Logs index drift, one collection at a time. Missing indexes were already created at startup. */
export async function logIndexDrift(log: FastifyBaseLogger): Promise<void> {
  try {
    for (const name of storedNames) for (const line of await indexDrift(name)) log.warn(line);
  } catch (error) {
    log.warn({ err: error }, 'failed to compare the indexes with the schemas');
  }
}
