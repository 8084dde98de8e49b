import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import mongoose from 'mongoose';
import { inject } from 'vitest';
import { buildApp } from '#api/app.ts';
import { fillEmptyDatabase } from '#api/demo/first-start.ts';
import { type Config, loadConfig } from '#api/host/config/config.ts';
import { connectDatabase, disconnectDatabase } from '#api/host/database/connect.ts';
import { Readiness } from '#api/host/readiness.ts';
import { createIndexes } from '#api/store/indexes.ts';
import { createReferenceLocks } from '#api/store/reference-locks.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { Records, User } from '#schemas/generated/types.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import { bodyOf, type Call, type Caller, type Cookie, pageHeaders, parseCookie } from '#tests/product/call.ts';
import { signIn } from '#tests/product/sign-in.ts';

/** One person's way to the API: the session's cookies go along with every call. */
export type Person = {
  user: User;
  cookies: Cookie[];
  call: Caller;
  /** Makes a record by POST and answers it. Throws with the refusal. */
  create<Name extends keyof Records>(type: Name, body: object): Promise<Records[Name]>;
  /** Reads a record by its id. Throws with the refusal. */
  read<Name extends keyof Records>(type: Name, id: string): Promise<Records[Name]>;
};

/** The ways to an API, injected into or called over the network. */
export type People = {
  /** Nobody's calls. */
  call: Caller;
  /** The administrator of the first start. */
  admin: Person;
  /** Signs a user in by magic link. */
  signedInAs(user: Pick<User, 'email'>): Promise<Person>;
};

export type Api = People & {
  app: FastifyInstance;
  config: Config;
  close(): Promise<void>;
};

const administrator = { email: 'admin@example.com' };

/** How many indexes the process's database has besides those of ids, once the API has started on it. */
const prepared = { indexes: 0 };

/** To remove more records takes longer than to make all indexes anew. */
const few = 3_000;

/**
 * Leaves nothing in the process's database but indexes, as a first start finds it: to make these for each file takes
 * longer than most of their tests. A file that has changed indexes and kept their number drops the database at its end.
 */
async function emptyDatabase(): Promise<void> {
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected');
  const { objects } = await db.stats();
  if (objects < few && prepared.indexes > 0 && (await indexesNow()) >= prepared.indexes) {
    await Promise.all((await db.collections()).map((each) => each.deleteMany({})));
    return await createReferenceLocks();
  }
  prepared.indexes = 0;
  await db.dropDatabase();
  await createIndexes();
}

async function indexesNow(): Promise<number> {
  const { indexes, collections } = (await mongoose.connection.db?.stats()) ?? {};
  return Number(indexes) - Number(collections);
}

/**
 * The API on a database with nothing in it but the administrator. One at a time in a test file, since
 * the models are on one connection. `environment` is what the product would be started with.
 */
export async function startApi(environment: Record<string, string> = {}): Promise<Api> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-api-'));
  const config = loadConfig({
    MONGODB_URI: inject('mongodbUri').replace('/DATABASE', `/test-${process.pid}`),
    DATA_DIR: dataDir,
    SECRET_KEY: 'a secret of the tests, 32 characters long at least',
    ADMIN_EMAIL: administrator.email,
    LINK_LIMIT_ADDRESS: '1000',
    LOG_LEVEL: 'silent',
    DEMO: 'off',
    ...environment,
  });
  await connectDatabase(config.mongodbUri ?? '');
  await emptyDatabase();
  await fillEmptyDatabase({ config, report: () => undefined });
  const app = await buildApp({ config, readiness: new Readiness({ database: true, data: true }) });
  const call = injector(app, config.publicUrl);
  const people = await peopleOf({ call, dataDir: config.dataDir });
  // The stores of files make their own.
  prepared.indexes ||= await indexesNow();
  return {
    ...people,
    app,
    config,
    close: async () => {
      await app.close();
      await disconnectDatabase();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The ways to an API that writes its mail under `dataDir`, with its administrator signed in. */
export async function peopleOf({ call, dataDir }: { call: Caller; dataDir: string }): Promise<People> {
  const signedInAs = async ({ email }: Pick<User, 'email'>) => personOf(call, await signIn({ call, dataDir }, email));
  return { call, admin: await signedInAs(administrator), signedInAs };
}

/** Calls injected into an app as if its own pages made them. */
export function injector(app: FastifyInstance, origin: string): Caller {
  return async ({ method = 'GET', path, body, cookies = [], headers }) => {
    const hasBody = body !== undefined;
    const response = await app.inject({
      method,
      url: path,
      headers: { ...pageHeaders({ origin, hasBody, cookies }), ...headers },
      ...(hasBody ? { payload: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    });
    const sent = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      for (const each of [value].flat()) if (each !== undefined) sent.append(name, String(each));
    }
    return {
      status: response.statusCode,
      headers: sent,
      body: bodyOf(sent.get('content-type'), response.body),
      cookies: sent.getSetCookie().map(parseCookie),
    };
  };
}

async function personOf(call: Caller, cookies: Cookie[]): Promise<Person> {
  const own: Caller = (asked) => call({ cookies, ...asked });
  const user: User = await expecting(own, 200, { path: '/api/users/me' });
  return {
    user,
    cookies,
    call: own,
    create: (type, body) => expecting(own, 201, { method: 'POST', path: pathOf(type), body }),
    read: (type, id) => expecting(own, 200, { path: `${pathOf(type)}/${id}` }),
  };
}

/** The path of a resource's calls. */
export function pathOf(type: keyof Records): string {
  return `/api/${resourceOf(schemas[type]).path}`;
}

/** Makes a call whose status is known, and answers its body. Throws with what came instead. */
export async function expecting<T>(call: Caller, status: number, asked: Call): Promise<T> {
  const answer = await call(asked);
  if (answer.status === status && isBody<T>(answer.body)) return answer.body;
  const wanted = `${asked.method ?? 'GET'} ${asked.path}: ${status} was expected`;
  throw new Error(`${wanted}, and ${answer.status} came: ${JSON.stringify(answer.body)}`);
}

/** The status says that the body is what the API promises for it; the tests look at what matters in it. */
const isBody = <T>(body: unknown): body is T => typeof body === 'object' && body !== null;
