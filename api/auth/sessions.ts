import DataLoader from 'dataloader';
import type { mongo } from 'mongoose';
import { isRecord } from '#schemas/forms/is-record.ts';
import { fromNow, now } from '../clock/clock.ts';
import { hashOf, newSecret } from '../secrets/secrets.ts';
import { asking } from '../store/commands.ts';
import { model } from '../store/model.ts';
import { store } from '../store/store.ts';
import { type Versions, versionsHash, versionsIn } from '../store/versions.ts';

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

interface Documents {
  session: mongo.Document | undefined;
  versions: mongo.Document | undefined;
}

/**
 * The look-ups of all requests that come in one turn of the event loop, as one: each of them is begun after its request has
 * come, so that it reads nothing older than a look-up of its own would.
 */
const lookUps = new DataLoader<string, Documents>(documentsOf, {
  cache: false,
  maxBatchSize: 100,
  batchScheduleFn: setImmediate,
});

async function documentsOf(hashes: readonly string[]): Promise<Documents[]> {
  const asked = [...new Set([...hashes, versionsHash])];
  // Straight to the driver, since every request asks: Mongoose would take longer than MongoDB. Whole documents, since they
  // are small: a projection would cost MongoDB a quarter more.
  const { collection } = model('Session');
  const options = { limit: asked.length, singleBatch: true };
  const found = await asking({ collection: 'sessions', command: 'find' }, () =>
    collection.find({ hash: { $in: asked } }, options).toArray(),
  );
  const byHash = new Map(found.map((each) => [each.hash, each]));
  return hashes.map((hash) => ({ session: byHash.get(hash), versions: byHash.get(versionsHash) }));
}

/** Finds a session by its id, unless it has ended: by its expiry, or since nobody used it for `idle` milliseconds. */
export async function findSession(id: string, idle: number): Promise<FoundSession | null> {
  const hash = hashOf(id);
  const { session, versions } = await lookUps.load(hash);
  if (!session) return null;
  const { user, really, until, data, lastSeen, expires } = session;
  const time = now();
  const unused = time.getTime() - lastSeen;
  if (expires <= time || unused >= idle) {
    await store('Session').deleteMany({ hash });
    return null;
  }
  // Of several requests at once the first one writes.
  if (unused > seenEvery) await store('Session').updateMany({ hash, lastSeen }, { $set: { lastSeen: time } });
  return {
    id,
    user: String(user),
    ...(really ? { proxied: { really: String(really), until } } : {}),
    expires: expires.toISOString(),
    signedInAt: isRecord(data) && typeof data.signedInAt === 'string' ? data.signedInAt : undefined,
    versions: versionsIn(versions),
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
