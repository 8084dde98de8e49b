import { randomUUID } from 'node:crypto';
import { asking } from './commands.ts';
import { model, type ResourceName, resource, type StoredDocument } from './model.ts';
import { joining } from './transaction.ts';

/**
 * What processes keep in memory of the database, by subject: each subject has a version, which moves in the transaction of every write
 * that concerns it. A version is a random text: a counter that a fail-over takes back would come to the same number again with other
 * content. A subject is a resource (`Form`), or one record of it (`User/ID`): each has a document of its own, so that writes of
 * two users have none in common and do not wait for each other.
 */
export type Versions = ReadonlyMap<string, string>;

const prefix = 'version:';

/** The hash of a version's document. They stand among the sessions, so that one look-up reads both. */
export const versionHash = (subject: string): string => `${prefix}${subject}`;

/** The resources of which records are kept one by one: each with the resource whose record they count for, and the field that names that. */
const single = new Map<ResourceName, { of: string; by: string }>();

/** How a resource is kept, by its schema. Throws for one that is not. */
function keeping(name: ResourceName): { of: string; by: string | undefined } {
  const known = single.get(name);
  if (known) return known;
  const kept = resource(name).schema['x-store']?.kept;
  if (!kept) throw new Error(`${name} is not kept: its schema must say so`);
  if (kept === true) return { of: name, by: undefined };
  single.set(name, kept);
  return kept;
}

/** The subject that all records of a resource have. */
export const subjectOfAll = (name: ResourceName): string => keeping(name).of;

/** The subject of one record, where its resource is kept record by record; else that of all. */
export function subjectOf(name: ResourceName, record: StoredDocument): string {
  const { of, by } = keeping(name);
  const id = by === undefined ? undefined : record[by];
  return id === undefined || id === null ? of : `${of}/${String(id)}`;
}

/** The subject of what a filter finds: that of a record where it names one, else that of all. */
export function subjectOfFilter(name: ResourceName, filter: Record<string, unknown>): string {
  const { by } = keeping(name);
  const value = by === undefined ? undefined : filter[by === 'id' ? '_id' : by];
  return by !== undefined && typeof value === 'string' ? subjectOf(name, { [by]: value }) : subjectOfAll(name);
}

/** Makes all stale that any process keeps of the subject; to be called in the transaction of the write. */
export async function moveVersion(subject: string): Promise<void> {
  const hash = versionHash(subject);
  const options = { upsert: true, ...joining() };
  await asking({ collection: 'sessions', command: 'update' }, () =>
    model('Session').updateOne({ hash }, { $set: { version: randomUUID() } }, options),
  );
}

/** The subjects that every request reads the versions of: those of which all records count together. */
export const sharedSubjects = ['User', 'Form', 'Channel', 'Product'] as const;

/** The subjects of what is kept of these users: their records, and their memberships. */
export const subjectsOfUsers = (users: readonly string[]): string[] => users.map((id) => `User/${id}`);

/** The versions that these documents hold, whatever else is among them. */
export function versionsIn(documents: readonly (Record<string, unknown> | undefined)[]): Versions {
  const found = documents.flatMap((document): [string, string][] => {
    const { hash, version } = document ?? {};
    return typeof hash === 'string' && hash.startsWith(prefix) ? [[hash.slice(prefix.length), String(version)]] : [];
  });
  return new Map(found);
}

/** The version of what is kept of a resource under a key, which is ' ' before it first moves: that of all, and that of the one record. */
export function versionOf(versions: Versions, name: ResourceName, key?: string): string {
  const { of, by } = keeping(name);
  const own = by === undefined || key === undefined ? '' : (versions.get(`${of}/${key}`) ?? '');
  return `${versions.get(of) ?? ''} ${own}`;
}

/** The versions for who has no session to read them with: those that all share, and those of these users. */
export async function versionsNow(users: readonly string[] = []): Promise<Versions> {
  const subjects = [...sharedSubjects, ...subjectsOfUsers(users)];
  const { collection } = model('Session');
  const filter = { hash: { $in: subjects.map(versionHash) } };
  return versionsIn(await asking({ collection: 'sessions', command: 'find' }, () => collection.find(filter).toArray()));
}
