import type { SessionStore } from '@fastify/session';
import type { Session } from 'fastify';
import type { User } from '#schemas/generated/types.ts';
import { model, resource } from '../resource/model.ts';
import { recordReader } from '../resource/reader.ts';
import { store } from '../resource/store.ts';
import { hashOf } from './secret.ts';

/** The signed-in user as of this request, and the version of everybody's rights: read with the session in one look-up. */
export class Person {
  readonly user: User;
  readonly rightsVersion: number;

  constructor(user: User, rightsVersion: number) {
    this.user = user;
    this.rightsVersion = rightsVersion;
  }

  /** Belongs to the request, not to the session: kept out of what the session plugin compares and stores. */
  toJSON(): undefined {
    return undefined;
  }
}

declare module 'fastify' {
  interface Session {
    userId?: string;
    /** When the person signed in, ISO. */
    signedInAt?: string;
    agent?: string;
    person?: Person;
  }
}

interface Limits {
  /** Milliseconds. */
  idle: number;
  absolute: number;
}

/** lastSeen is written at most this often (design 5), in milliseconds. */
const seenEvery = 60_000;

/** Keeps sessions in MongoDB under the hash of their id; both limits are checked at each look-up (design 5). */
export function sessionStore({ idle, absolute }: Limits): SessionStore {
  return {
    get: (id, done) => {
      findSession(id, { idle, absolute }).then(
        (session) => done(null, session),
        (error: unknown) => done(error),
      );
    },
    set: (id, session, done) => {
      saveSession(id, session, absolute).then(() => done(), done);
    },
    destroy: (id, done) => {
      store('Session')
        .deleteMany({ hash: hashOf(id) })
        .then(() => done(), done);
    },
  };
}

async function findSession(id: string, { idle }: Limits): Promise<Session | null> {
  const [found] = await model('Session').aggregate([
    { $match: { hash: hashOf(id) } },
    { $lookup: { from: resource('User').path, localField: 'user', foreignField: '_id', as: 'users' } },
    { $lookup: { from: resource('Setting').path, pipeline: [{ $match: { key: 'rights' } }], as: 'settings' } },
  ]);
  if (!found) return null;
  const now = Date.now();
  if (found.expires.getTime() <= now || found.lastSeen.getTime() + idle <= now) {
    await store('Session').deleteMany({ hash: hashOf(id) });
    return null;
  }
  const [document] = found.users;
  if (!document) return null;
  const user = readUser(document);
  if (!user || user.inactive) return null;
  if (now - found.lastSeen.getTime() > seenEvery) {
    await store('Session').updateMany({ hash: hashOf(id) }, { $set: { lastSeen: new Date(now) } });
  }
  return {
    cookie: { originalMaxAge: null },
    ...found.data,
    userId: user.id,
    person: new Person(user, found.settings[0]?.value ?? 0),
  };
}

const read = recordReader(resource('User'));
const isUser = (record: object): record is User => 'roles' in record;

function readUser(document: Record<string, unknown>): User | undefined {
  const record = read(document, true);
  return isUser(record) ? record : undefined;
}

/** An empty session, which the plugin makes for every stranger, is never stored. */
async function saveSession(id: string, { userId, signedInAt, agent }: Session, absolute: number): Promise<void> {
  if (!userId) return;
  const now = new Date();
  await store('Session').upsert(
    { hash: hashOf(id) },
    {
      $set: { user: userId, data: { signedInAt }, lastSeen: now, agent },
      $setOnInsert: { expires: new Date(now.getTime() + absolute) },
    },
  );
}
