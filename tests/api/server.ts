import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import mongoose from 'mongoose';
import { inject } from 'vitest';
import { buildApp } from '#api/app.ts';
import { createIndexes } from '#api/engine/store/indexes.ts';
import { createReferenceLocks } from '#api/engine/store/reference-locks.ts';
import { magicLinkFor } from '#api/features/auth/magic-link.ts';
import { fillEmptyDatabase } from '#api/features/demo/demo.ts';
import { usersOfAddress } from '#api/features/users/by-address.ts';
import { type Config, loadConfig } from '#api/platform/config/config.ts';
import { connectDatabase, disconnectDatabase } from '#api/platform/database/connect.ts';
import { Readiness } from '#api/platform/readiness.ts';
import { type Caller, type Cookie, pageHeaders, parseBody, parseCookie } from '#tests/product/call.ts';
import { type ApiCallers, administrator, signedInBy } from '#tests/product/callers.ts';

export type Api = ApiCallers & {
  app: FastifyInstance;
  config: Config;
  close(): Promise<void>;
};

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
  const people = await signedInBy(call, (address) => signInByNewLink({ call, config }, address));
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

/**
 * Signs a user in by a magic link without its mail, which would take a quarter of the time of the API tests. The mail is
 * tested by signing-in.test.ts.
 */
async function signInByNewLink({ call, config }: { call: Caller; config: Config }, address: string): Promise<Cookie[]> {
  const [user] = await usersOfAddress(address.toLowerCase());
  if (!user) throw new Error(`${address} belongs to no active user`);
  // A link to an address is reused while it is valid, and works once: sign-ins at the same moment need links of their own.
  const isVerified = user.verifiedAddresses.includes(address.toLowerCase());
  const { url } = await magicLinkFor({ config, user: user.id, address: isVerified ? null : address.toLowerCase() });
  const body = { token: new URL(url).hash.slice(1) };
  const { status, cookies, body: answer } = await call({ method: 'POST', path: '/api/auth/magic/verify', body });
  if (status !== 200) throw new Error(`the link for ${address} was rejected: ${status} ${JSON.stringify(answer)}`);
  return cookies.filter(({ value }) => value !== '');
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
