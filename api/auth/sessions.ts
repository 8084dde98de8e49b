import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { mongo } from 'mongoose';
import { isRecord } from '#schemas/forms/is-record.ts';
import { fromNow, now } from '../clock/clock.ts';
import { hashOf, newSecret } from '../secrets/secrets.ts';
import { asking } from '../store/commands.ts';
import { model } from '../store/model.ts';
import { store } from '../store/store.ts';
import { sharedSubjects, subjectsOfUsers, type Versions, versionHash, versionsIn } from '../store/versions.ts';

/** A session as a request finds it, with the versions of what may be kept in memory: both come in one look-up. */
export interface FoundSession {
  /** The id that the browser's cookie holds. */
  id: string;
  /** The id of the user in whose account it is. */
  user: string;
  /** Who is really there, acting for the user, and until when. */
  proxied?: { really: string; until: Date };
  /** ISO. */
  signedInAt: string | undefined;
  /** However much it is used; ISO. */
  expires: string;
  versions: Versions;
}

/** lastSeen is written at most this often (design 5), in milliseconds. */
const seenEvery = 60_000;

/**
 * Whose sessions were found here lately, by their hashes: the versions of these users are looked up with the session. A session
 * never becomes another user's.
 */
const owners = new LRUCache<string, string[]>({ max: 10_000 });

/**
 * The look-ups of all requests that come in one turn of the event loop, as one: each of them is begun after its request has
 * come, so that it reads nothing older than a look-up of its own would.
 */
const lookUps = new DataLoader<string, mongo.Document | undefined, number>(documentsOf, {
  cache: false,
  maxBatchSize: 500,
  batchScheduleFn: setImmediate,
});

async function documentsOf(hashes: readonly string[]): Promise<(mongo.Document | undefined)[]> {
  const asked = [...new Set(hashes)];
  // Straight to the driver, since every request asks: Mongoose would take longer than MongoDB. Whole documents, since they
  // are small: a projection would cost MongoDB a quarter more.
  const { collection } = model('Session');
  const options = { limit: asked.length, singleBatch: true };
  const found = await asking({ collection: 'sessions', command: 'find' }, () =>
    collection.find({ hash: { $in: asked } }, options).toArray(),
  );
  const byHash = new Map(found.map((each) => [each.hash, each]));
  return hashes.map((hash) => byHash.get(hash));
}

/** The documents of these hashes, with all others that are asked for in this turn. Throws what the database does. */
async function lookUp(hashes: string[]): Promise<(mongo.Document | undefined)[]> {
  const found = await lookUps.loadMany(hashes);
  return found.map((each) => {
    if (each instanceof Error) throw each;
    return each;
  });
}

/** Finds a session by its id, unless it has ended: by its expiry, or since nobody used it for `idle` milliseconds. */
export async function findSession(id: string, idle: number): Promise<FoundSession | null> {
  const hash = hashOf(id);
  const known = owners.get(hash) ?? [];
  const subjects = [...sharedSubjects, ...subjectsOfUsers(known)];
  const [session, ...documents] = await lookUp([hash, ...subjects.map(versionHash)]);
  if (!session) {
    owners.delete(hash);
    return null;
  }
  const { user, really, until, data, lastSeen, expires } = session;
  const time = now();
  const unused = time.getTime() - lastSeen;
  if (expires <= time || unused >= idle) {
    await store('Session').deleteMany({ hash });
    return null;
  }
  const users = [session.user, session.really].filter(Boolean).map(String);
  const others = subjectsOfUsers(users.filter((each) => !known.includes(each)));
  if (others.length > 0) documents.push(...(await lookUp(others.map(versionHash))));
  owners.set(hash, users);
  // Of several requests at once the first one writes.
  if (unused > seenEvery) await store('Session').updateMany({ hash, lastSeen }, { $set: { lastSeen: time } });
  return {
    id,
    user: String(user),
    ...(really ? { proxied: { really: String(really), until } } : {}),
    expires: expires.toISOString(),
    signedInAt: isRecord(data) && typeof data.signedInAt === 'string' ? data.signedInAt : undefined,
    versions: versionsIn(documents),
  };
}

interface NewSession {
  user: string;
  agent: string | undefined;
  /** When it ends, however much it is used; ISO. */
  expires: string;
  /** ISO; now where it does not go on from another session. */
  signedInAt?: string | undefined;
  /** Who is really there, acting for the user. */
  really?: string;
}

/** Nobody acts for another for longer (design 5); milliseconds. */
const longestProxy = 3_600_000;

/** Makes a session and answers its id, of which only a hash is stored. */
export async function makeSession({ user, agent = '', expires, signedInAt, really }: NewSession): Promise<string> {
  const id = newSecret();
  const time = now().toISOString();
  await store('Session').insert({
    hash: hashOf(id),
    user,
    ...(really ? { really, until: fromNow(longestProxy).toISOString() } : {}),
    data: { signedInAt: signedInAt ?? time },
    agent: agent.slice(0, 300),
    lastSeen: time,
    expires,
  });
  return id;
}

/** Ends a session, in every process at once. False when it had ended before. */
export async function endSession(id: string): Promise<boolean> {
  return (await store('Session').deleteMany({ hash: hashOf(id) })) > 0;
}
