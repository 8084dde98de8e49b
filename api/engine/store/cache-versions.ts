import { randomUUID } from 'node:crypto';
import { runCommand } from './commands.ts';
import { model, type ResourceName, resource, type StoredDocument } from './model.ts';
import { sessionOption } from './transaction.ts';

/**
 * Cache versions: they invalidate the in-memory caches of all processes, such as the session cache with the users and
 * their rights. Each subject has a version, which changes in the transaction of every write that concerns it. A version
 * is a random string: a counter could be rolled back by a failover and then reach the same number again with other
 * content. A subject is a resource (`Form`) or one of its records (`User/ID`). Each has a document of its own, so that
 * writes for two users do not conflict.
 */
export type CacheVersions = ReadonlyMap<string, string>;

const prefix = 'version:';

/**
 * The key of a version document. Version documents are in the sessions collection, so that one query reads both session
 * and versions.
 */
export const versionHash = (subject: string): string => `${prefix}${subject}`;

/**
 * Resources whose records are cached individually: the resource that a record counts for, and the field with its id.
 */
const perRecord = new Map<ResourceName, { of: string; by: string }>();

/** How a resource is cached, from its schema. Throws for a resource that is not cached. */
function cachingOf(name: ResourceName): { of: string; by: string | undefined } {
  const known = perRecord.get(name);
  if (known) return known;
  const caching = resource(name).schema['x-store']?.cache;
  if (!caching) throw new Error(`${name} is not cached: its schema must set x-store.cache`);
  if (caching === true) return { of: name, by: undefined };
  perRecord.set(name, caching);
  return caching;
}

/** The subject for all records of a resource. */
export const subjectOfAll = (name: ResourceName): string => cachingOf(name).of;

/** The subject of one record if its resource is cached per record, else that of the whole resource. */
export function cacheSubjectOf(name: ResourceName, record: StoredDocument): string {
  const { of, by } = cachingOf(name);
  const id = by === undefined ? undefined : record[by];
  return id === undefined || id === null ? of : `${of}/${String(id)}`;
}

/**
 * The subject for the records that match a filter: that of one record if the filter names it, else that of the whole
 * resource.
 */
export function subjectOfFilter(name: ResourceName, filter: Record<string, unknown>): string {
  const { by } = cachingOf(name);
  const value = by === undefined ? undefined : filter[by === 'id' ? '_id' : by];
  return by !== undefined && typeof value === 'string' ? cacheSubjectOf(name, { [by]: value }) : subjectOfAll(name);
}

/** Invalidates everything that any process caches under the subject. Call it in the transaction of the write. */
export async function invalidateCache(subject: string): Promise<void> {
  const hash = versionHash(subject);
  const options = { upsert: true, ...sessionOption() };
  await runCommand({ collection: 'sessions', command: 'update' }, () =>
    model('Session').updateOne({ hash }, { $set: { version: randomUUID() } }, options),
  );
}

/** The subjects whose versions every request reads: resources that are cached as a whole. */
export const sharedCacheSubjects = ['User', 'Form', 'Channel', 'Product'] as const;

/** The subjects of these users: their records and memberships. */
export const subjectsOfUsers = (users: readonly string[]): string[] => users.map((id) => `User/${id}`);

/** Extracts the versions from documents of the sessions collection and ignores the others. */
export function parseCacheVersions(documents: readonly (Record<string, unknown> | undefined)[]): CacheVersions {
  const found = documents.flatMap((document): [string, string][] => {
    const { hash, version } = document ?? {};
    return typeof hash === 'string' && hash.startsWith(prefix) ? [[hash.slice(prefix.length), String(version)]] : [];
  });
  return new Map(found);
}

/**
 * The current version for a cached resource and key: of the whole resource and of the single record. It is ' ' before
 * the first write.
 */
export function cacheVersionOf(versions: CacheVersions, name: ResourceName, key?: string): string {
  const { of, by } = cachingOf(name);
  const own = by === undefined || key === undefined ? '' : (versions.get(`${of}/${key}`) ?? '');
  return `${versions.get(of) ?? ''} ${own}`;
}

/** Reads the current versions for code without a session: the shared ones and those of these users. */
export async function readCacheVersions(users: readonly string[] = []): Promise<CacheVersions> {
  const subjects = [...sharedCacheSubjects, ...subjectsOfUsers(users)];
  const { collection } = model('Session');
  const filter = { hash: { $in: subjects.map(versionHash) } };
  return parseCacheVersions(
    await runCommand({ collection: 'sessions', command: 'find' }, () => collection.find(filter).toArray()),
  );
}
