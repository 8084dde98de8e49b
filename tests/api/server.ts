import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import mongoose from 'mongoose';
import { inject } from 'vitest';
import { buildApp } from '#api/app.ts';
import { createIndexes } from '#api/engine/store/indexes.ts';
import { createReferenceLocks } from '#api/engine/store/reference-locks.ts';
import { fillEmptyDatabase } from '#api/features/demo/demo.ts';
import { type Config, loadConfig } from '#api/platform/config/config.ts';
import { connectDatabase, disconnectDatabase } from '#api/platform/database/connect.ts';
import { Readiness } from '#api/platform/readiness.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { Records, User } from '#schemas/generated/types.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import { type ApiCall, type Caller, type Cookie, pageHeaders, parseBody, parseCookie } from '#tests/product/call.ts';
import { signIn } from '#tests/product/sign-in.ts';

/** A signed-in user's access to the API: the session cookies are sent with every call. */
export type SignedInUser = {
  user: User;
  cookies: Cookie[];
  call: Caller;
  /** Creates a record by POST and returns it. Throws if it is rejected. */
  create<Name extends keyof Records>(type: Name, body: object): Promise<Records[Name]>;
  /** Reads a record by its id. Throws if that is rejected. */
  read<Name extends keyof Records>(type: Name, id: string): Promise<Records[Name]>;
};

/** Callers of an API, injected into the app or over the network. */
export type ApiCallers = {
  /** A caller without a session. */
  call: Caller;
  /** The administrator of the first start. */
  admin: SignedInUser;
  /** Signs a user in by magic link. */
  signedInAs(user: Pick<User, 'email'>): Promise<SignedInUser>;
};

export type Api = ApiCallers & {
  app: FastifyInstance;
  config: Config;
  close(): Promise<void>;
};

const administrator = { email: 'admin@example.com' };

/** The number of indexes of the process's database, without those of ids, once the API has started on it. */
const prepared = { indexes: 0 };

/** Deleting more records than this takes longer than creating all indexes again. */
const shortTimeout = 3_000;

/**
 * Empties the process's database except for its indexes, as a first start finds it: creating them for each file takes
 * longer than most of its tests. A file that has changed indexes without changing their number must drop the database
 * at its end.
 */
async function emptyDatabase(): Promise<void> {
  const { db } = mongoose.connection;
  if (!db) throw new Error('The database is not connected');
  const { objects } = await db.stats();
  if (objects < shortTimeout && prepared.indexes > 0 && (await indexesNow()) >= prepared.indexes) {
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
 * Starts the API on a database that contains nothing but the administrator. Only one at a time in a test file, since
 * the models share one connection. `environment` is merged into the environment of the product.
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
  const call = injectedCaller(app, config.publicUrl);
  const people = await callersOf({ call, dataDir: config.dataDir });
  // The file stores create indexes of their own.
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

/** The callers of an API that writes its mail below `dataDir`, with its administrator signed in. */
export async function callersOf({ call, dataDir }: { call: Caller; dataDir: string }): Promise<ApiCallers> {
  const signedInAs = async ({ email }: Pick<User, 'email'>) => personOf(call, await signIn({ call, dataDir }, email));
  return { call, admin: await signedInAs(administrator), signedInAs };
}

/** A caller that injects requests into an app as if they came from its own pages. */
export function injectedCaller(app: FastifyInstance, origin: string): Caller {
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
      // As `fetch` does, without the byte order mark.
      body: parseBody(sent.get('content-type'), response.body.replace(/^\ufeff/, '')),
      cookies: sent.getSetCookie().map(parseCookie),
    };
  };
}

async function personOf(call: Caller, cookies: Cookie[]): Promise<SignedInUser> {
  const own: Caller = (request) => call({ cookies, ...request });
  const user: User = await callExpecting(own, 200, { path: '/api/users/me' });
  return {
    user,
    cookies,
    call: own,
    create: (type, body) => callExpecting(own, 201, { method: 'POST', path: pathOf(type), body }),
    read: (type, id) => callExpecting(own, 200, { path: `${pathOf(type)}/${id}` }),
  };
}

/** The path of a resource's calls. */
export function pathOf(type: keyof Records): string {
  return `/api/${resourceOf(schemas[type]).path}`;
}

/** Makes a call and returns its body. Throws with the response if its status is another one. */
export async function callExpecting<T>(call: Caller, status: number, request: ApiCall): Promise<T> {
  const answer = await call(request);
  if (answer.status === status && isBody<T>(answer.body)) return answer.body;
  const expectation = `${request.method ?? 'GET'} ${request.path}: expected ${status}`;
  throw new Error(`${expectation}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/** The status implies the type of the body; the tests assert what matters in it. */
const isBody = <T>(body: unknown): body is T => typeof body === 'object' && body !== null;
