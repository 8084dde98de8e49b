import DataLoader from 'dataloader';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { mongo } from 'mongoose';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { Session } from '#schemas/generated/types.ts';
import { assertInPerson } from '../../engine/access/actor.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, type Viewer } from '../../engine/access/viewer.ts';
import { recordSignOut } from '../../engine/audit/sign-ins.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import {
  type CacheVersions,
  parseCacheVersions,
  sharedCacheSubjects,
  subjectsOfUsers,
  versionHash,
} from '../../engine/store/cache-versions.ts';
import { runCommand } from '../../engine/store/commands.ts';
import { model } from '../../engine/store/model.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { notFound } from '../../platform/errors/catalogue.ts';
import { hashSecret, newSecret } from '../../platform/secrets/secrets.ts';
import { sessionsFilter } from '../users/users.ts';
import { documentedSignIn } from './documentation.ts';
import { clearSessionCookie } from './session.ts';

/** A session as found by a request, together with the cache versions; both come from one lookup. */
export interface FoundSession {
  /** The session id in the browser's cookie. */
  id: string;
  /** Id of the user whose account it is. */
  user: string;
  /** Id of the impersonator, and when the impersonation ends. */
  proxied?: { really: string; until: Date };
  /** ISO. */
  signedInAt: string | undefined;
  /** Absolute expiry, regardless of activity; ISO. */
  expires: string;
  versions: CacheVersions;
}

/** Minimum interval between writes of `lastSeen` (design 5), in milliseconds. */
const seenEvery = 60_000;

/**
 * Cache of session owners by session hash, so that their versions can be read in the same lookup as the session. A
 * session's owner never changes.
 */
const owners = new LRUCache<string, string[]>({ max: 10_000 });

/**
 * Batches the session lookups of all requests of one event-loop turn. The batch starts after these requests have
 * arrived, so that it reads nothing older than a separate lookup would.
 */
const lookUps = new DataLoader<string, mongo.Document | undefined, number>(documentsOf, {
  cache: false,
  maxBatchSize: 500,
  batchScheduleFn: setImmediate,
});

async function documentsOf(hashes: readonly string[]): Promise<(mongo.Document | undefined)[]> {
  const unique = [...new Set(hashes)];
  // Uses the MongoDB driver directly, because every request runs this query and Mongoose would take longer than
  // MongoDB. Reads whole documents: they are small, and a projection costs MongoDB a quarter more.
  const { collection } = model('Session');
  const options = { limit: unique.length, singleBatch: true };
  const found = await runCommand({ collection: 'sessions', command: 'find' }, () =>
    collection.find({ hash: { $in: unique } }, options).toArray(),
  );
  const byHash = new Map(found.map((each) => [each.hash, each]));
  return hashes.map((hash) => byHash.get(hash));
}

/** Loads the documents of these hashes, batched with other requests. Rethrows database errors. */
async function lookUp(hashes: string[]): Promise<(mongo.Document | undefined)[]> {
  const found = await lookUps.loadMany(hashes);
  return found.map((each) => {
    if (each instanceof Error) throw each;
    return each;
  });
}

/**
 * Finds a session by id. Returns null if it has expired or was idle for `idle` milliseconds. The versions include those
 * of `otherUser`, if there is one.
 */
export async function findSession(id: string, idle: number, otherUser?: string): Promise<FoundSession | null> {
  const hash = hashSecret(id);
  const known = [...(owners.get(hash) ?? []), ...(otherUser === undefined ? [] : [otherUser])];
  const subjects = [...sharedCacheSubjects, ...subjectsOfUsers(known)];
  const [session, ...documents] = await lookUp([hash, ...subjects.map(versionHash)]);
  if (!session) {
    owners.delete(hash);
    return null;
  }
  const { user, really, until, data, lastSeen, expires } = session;
  const time = now();
  const unused = time.getTime() - lastSeen;
  if (expires <= time || unused >= idle) {
    await storeOf('Session').deleteMany({ hash });
    return null;
  }
  const users = [session.user, session.really].filter(Boolean).map(String);
  const others = subjectsOfUsers(users.filter((each) => !known.includes(each)));
  if (others.length > 0) documents.push(...(await lookUp(others.map(versionHash))));
  owners.set(hash, users);
  // The filter on `lastSeen` lets only the first of several parallel requests write.
  if (unused > seenEvery) await storeOf('Session').updateMany({ hash, lastSeen }, { $set: { lastSeen: time } });
  return {
    id,
    user: String(user),
    ...(really ? { proxied: { really: String(really), until } } : {}),
    expires: expires.toISOString(),
    signedInAt: isRecord(data) && typeof data.signedInAt === 'string' ? data.signedInAt : undefined,
    versions: parseCacheVersions(documents),
  };
}

interface NewSession {
  user: string;
  agent: string | undefined;
  /** Absolute expiry; ISO. */
  expires: string;
  /** ISO; defaults to now, unless it continues another session. */
  signedInAt?: string | undefined;
  /** Id of the impersonator. */
  really?: string;
}

/** Maximum duration of an impersonation (design 5); milliseconds. */
const longestProxy = 3_600_000;

/** Creates a session and returns its id, of which only a hash is stored. */
export async function createSession({ user, agent = '', expires, signedInAt, really }: NewSession): Promise<string> {
  const id = newSecret();
  const time = now().toISOString();
  await storeOf('Session').insert({
    hash: hashSecret(id),
    user,
    ...(really ? { really, until: fromNow(longestProxy).toISOString() } : {}),
    data: { signedInAt: signedInAt ?? time },
    agent: agent.slice(0, 300),
    lastSeen: time,
    expires,
  });
  return id;
}

/** Ends a session in all processes. Returns false if it had already ended. */
export async function endSession(id: string): Promise<boolean> {
  return (await storeOf('Session').deleteMany({ hash: hashSecret(id) })) > 0;
}

/** Session management for one's own account: lists sessions with their browser, ends one or all (design 5). */
export async function ownSessionRoutes(app: FastifyInstance, { config }: { config: Config }): Promise<void> {
  app.get('/api/sessions', { config: { documentation: documentedSignIn.sessions } }, async (request) => {
    const sessions = await storeOf('Session').find({ filter: ownSessions(signedIn(request)), sort: ['-lastSeen'] });
    return sessions.map((each) => shown(each, request.session));
  });

  app.delete<{ Params: { id: string } }>(
    '/api/sessions/:id',
    { schema: { params: idParams('id') }, config: { documentation: documentedSignIn.endSession } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const { id } = request.params;
      const filter = { $and: [{ _id: id }, ownSessions(viewer)] };
      assertInPerson(viewer);
      const ended = await transaction(async () => {
        const session = await storeOf('Session').delete(filter);
        if (!session) throw notFound('Session', id);
        await recordSignOut(viewer, { user: viewer.user, reason: 'elsewhere' });
        return shown(session, request.session);
      });
      if (ended.isCurrent) clearSessionCookie(reply, config);
      return ended;
    },
  );

  app.delete('/api/sessions', { config: { documentation: documentedSignIn.endSessions } }, async (request, reply) => {
    const viewer = signedIn(request);
    assertInPerson(viewer);
    const ended = await transaction(async () => {
      const count = await storeOf('Session').deleteMany(sessionsFilter(viewer.user.id));
      if (count > 0) await recordSignOut(viewer, { user: viewer.user, reason: 'everywhere', count });
      return count;
    });
    clearSessionCookie(reply, config);
    return { ended };
  });
}

/**
 * Filter for one's own sessions, without those in which somebody impersonates the user. Throws MISSING_ABILITY for an
 * API key that may not read sessions.
 */
const ownSessions = (viewer: Viewer) => ({
  $and: [allowedFilter(viewer, 'read', 'Session'), { user: viewer.user.id, really: null }],
});

/** The session fields shown to the user. */
const shown = ({ id, hash, agent, lastSeen, createdAt, expires }: Session, current: FoundSession | null) => ({
  id,
  agent,
  lastSeen,
  createdAt,
  expires,
  isCurrent: current !== null && hash === hashSecret(current.id),
});
