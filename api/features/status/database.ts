import { LRUCache } from 'lru-cache';
import mongoose from 'mongoose';
import { isRecord } from '#schemas/forms/is-record.ts';
import { type IndexDrift, indexDriftOf } from '../../engine/drift/indexes.ts';
import { pendingMigrations } from '../../engine/migrations/migrate.ts';
import { migrations } from '../../engine/migrations/migrations.ts';
import { resource, storedNames } from '../../engine/store/model.ts';
import { attentionStatus, okStatus, type PartStatus } from './status.ts';

/** Cache time in milliseconds. */
const maxAge = 60_000;

/** Memoizes a database query for one minute, shared by all concurrent callers. Failures are not cached. */
export function memoizeQuery<T extends object>(query: () => Promise<T>): () => Promise<T> {
  const cache = new LRUCache<mongoose.mongo.MongoClient, Promise<T>>({ max: 1, ttl: maxAge });
  return async () => {
    const database = mongoose.connection.getClient();
    const cached = cache.get(database);
    if (cached) return await cached;
    const promise = query();
    cache.set(database, promise);
    promise.catch(() => cache.delete(database));
    return await promise;
  };
}

export interface DatabaseStatus extends PartStatus {
  version: string | null;
  /** The replica set state of the member that answered. */
  member: string;
  members: number;
  /** Null without the privilege to query it. */
  connections: { current: number; available: number } | null;
  /** Size of data and indexes on disk. */
  bytes: number;
  /** The largest collections by data size. */
  collections: { name: string; count: number; bytes: number }[];
}

export interface SchemaStatus extends PartStatus {
  migration: string | null;
  pending: string[];
  /** Collections with missing and undeclared indexes. */
  indexes: (IndexDrift & { collection: string })[];
}

/** Maximum number of listed collections. */
const largest = 12;

/** Database status, from commands that read no records. */
export async function databaseStatus(): Promise<DatabaseStatus> {
  const [hello, built, server, stats, collections] = await Promise.all([
    command({ hello: 1 }),
    command({ buildInfo: 1 }).catch(() => ({ version: null })),
    // This requires the privilege to monitor the server.
    command({ serverStatus: 1, repl: 0, metrics: 0, wiredTiger: 0, locks: 0 }).catch(() => null),
    database().stats(),
    sizes(),
  ]);
  const members = Array.isArray(hello.hosts) ? hello.hosts.length : 1;
  const isPrimary = hello.isWritablePrimary === true;
  const connections = isRecord(server?.connections) ? server.connections : null;
  return {
    ...(isPrimary ? okStatus(wordsOf(members)) : attentionStatus('The responding member is not writable')),
    version: typeof built.version === 'string' ? built.version : null,
    member: hello.msg === 'isdbgrid' ? 'router' : isPrimary ? 'primary' : 'secondary',
    members,
    connections: connections && { current: Number(connections.current), available: Number(connections.available) },
    bytes: Number(stats.storageSize) + Number(stats.indexSize),
    collections,
  };
}

const wordsOf = (members: number) =>
  members === 1 ? 'Writable; it is the only member, so there is no failover' : 'Writable';

const database = () => mongoose.connection.getClient().db(mongoose.connection.name);
const command = (query: object) => database().admin().command(query);

/** Queries each collection, so once a minute is enough. */
const sizes = memoizeQuery(async () => {
  const each = storedNames.map(async (name) => {
    const { path } = resource(name);
    const [found] = await database()
      .collection(path)
      .aggregate([
        { $collStats: { storageStats: {} } },
        { $project: { 'storageStats.count': 1, 'storageStats.size': 1 } },
      ])
      .toArray()
      .catch(noneIfMissing);
    return { name: path, count: Number(found?.storageStats.count ?? 0), bytes: Number(found?.storageStats.size ?? 0) };
  });
  const all = await Promise.all(each);
  return all.toSorted((one, other) => other.bytes - one.bytes).slice(0, largest);
});

/** A collection that nothing was written to does not exist yet. Rethrows other errors. */
function noneIfMissing(error: unknown): never[] {
  if (error instanceof mongoose.mongo.MongoServerError && error.codeName === 'NamespaceNotFound') return [];
  throw error;
}

/** Whether migrations and indexes match the schemas. */
export async function schemaStatus(): Promise<SchemaStatus> {
  const [pending, indexes] = await Promise.all([pendingMigrations(), drift()]);
  const applied = migrations.filter((each) => !pending.includes(each));
  const missing = indexes.flatMap((each) => each.missing).length;
  const undeclared = indexes.flatMap((each) => each.undeclared).length;
  const trouble = [
    ...(pending.length > 0 ? [`${pending.length} migrations have not been applied: restart the application`] : []),
    ...(missing > 0 ? [`${missing} declared indexes are missing: restart the application to create them`] : []),
    ...(undeclared > 0 ? [`${undeclared} indexes are in no schema: drop them, or declare them in the schema`] : []),
  ];
  return {
    ...(trouble.length > 0
      ? attentionStatus(trouble.join('. '))
      : okStatus('Migrations and indexes match the schemas')),
    migration: applied.at(-1)?.name ?? null,
    pending: pending.map(({ name }) => name),
    indexes,
  };
}

const drift = memoizeQuery(async () => {
  const all = await Promise.all(
    storedNames.map(async (name) => ({ collection: resource(name).path, ...(await indexDriftOf(name)) })),
  );
  return all.filter(({ missing, undeclared }) => missing.length + undeclared.length > 0);
});
