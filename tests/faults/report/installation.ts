import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { mongo } from 'mongoose';
import { runningDatabaseUri } from '#api/platform/database/running.ts';
import { freePort } from '#api/platform/mongod/start.ts';
import { anyCredentials, type ObjectStore, startObjectStore } from '#tests/api/object-store.ts';
import { openMailServer } from '#tests/api/smtp.ts';
import { callerOf } from '#tests/product/call.ts';
import { type ApiCallers, callersOf } from '#tests/product/callers.ts';
import { newDataDir, removeDataDir } from '#tests/product/product.ts';
import { openTcpProxy, type TcpProxy } from '#tests/product/tcp-proxy.ts';
import { pollUntil } from '#tests/product/until.ts';
import { type ReplicaSet, startReplicaSet } from '../replica-set.ts';
import { openSmallDisk, type SmallDisk } from '../small-disk.ts';
import { type SupervisedProduct, superviseProduct } from '../supervised-product.ts';
import { openShiftedClock, type ShiftedClock } from './shifted-clock.ts';

/** An installation under test. */
export interface Installation {
  /** The processes that serve requests. */
  urls: string[];
  /** The mail folder. */
  mailbox: string;
  people: ApiCallers;
  /** The output of each of its processes. */
  outputs(): string[];
  /** Connects to the current primary. */
  databaseUri(): string;
  close(): Promise<void>;
}

/** The installation of compose.yaml on one machine and without its proxy: clients use its processes in turn. */
export interface ReplicaInstallation extends Installation {
  set: ReplicaSet;
  serving: SupervisedProduct[];
  jobs: SupervisedProduct;
  mail: TcpProxy;
  files: ObjectStore;
  /** The disk of the last member. */
  disk: SmallDisk;
  /** The clock of the first member and the first process. */
  clock: ShiftedClock;
}

/** The product with its embedded database. */
export interface EmbeddedInstallation extends Installation {
  product: SupervisedProduct;
}

/** Size of a disk with little more room than a mongod's own files; MiB. */
const smallDisk = 700;

/** Cleanup functions, run in reverse order. */
type Closers = (() => Promise<unknown> | unknown)[];

async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers.toReversed()) await close();
  closers.length = 0;
}

/** Starts three mongods, three serving processes, one for jobs, a mail server and an object store. */
export async function startReplicas(): Promise<ReplicaInstallation> {
  const closers: Closers = [];
  try {
    return await replicas(closers);
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

async function replicas(closers: Closers): Promise<ReplicaInstallation> {
  const folders = [await newDataDir(), await newDataDir(), await newDataDir(), await newDataDir(), await newDataDir()];
  closers.push(() => Promise.all(folders.map(removeDataDir)));
  const [diskFolder = '', ...dataDirs] = folders;
  const [disk, clock] = [await openSmallDisk(diskFolder, smallDisk), await openShiftedClock()];
  closers.push(disk.close, clock.close);
  const set = await startReplicaSet({
    electionTimeout: 5_000,
    place: (index) =>
      index === 0 ? { environment: clock.environment } : index === 2 ? { within: disk.within, folder: diskFolder } : {},
  });
  closers.push(set.close);
  const server = await openMailServer();
  server.setBusy(false);
  const { SMTP_URL = '', DATA_DIR: mailbox = '' } = server.environment;
  closers.push(server.close, () => rm(mailbox, { recursive: true, force: true }));
  const mail = await openTcpProxy(Number(new URL(SMTP_URL).port), '554 Nobody is served here\r\n');
  const files = await startObjectStore('portal');
  closers.push(mail.close, files.close);
  const environment = {
    MONGODB_URI: set.uri('portal'),
    SECRET_KEY: randomBytes(32).toString('hex'),
    DEMO: 'off',
    LINK_LIMIT_ADDRESS: '1000',
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    FILE_STORE: 's3',
    S3_BUCKET: 'portal',
    S3_ENDPOINT: files.endpoint,
    ...anyCredentials,
  };
  const start = async (dataDir: string, more: Record<string, string>) => {
    const supervised = superviseProduct({ dataDir, port: await freePort(), environment: { ...environment, ...more } });
    closers.push(supervised.end);
    return supervised;
  };
  const serving: SupervisedProduct[] = [];
  for (const [index, dataDir] of dataDirs.slice(0, 3).entries()) {
    const supervised = await start(dataDir, { JOBS: 'off', ...(index === 0 ? clock.environment : {}) });
    // Start them one after the other: the first seeds the database.
    await waitUntilReady([supervised.url]);
    serving.push(supervised);
  }
  const jobs = await start(dataDirs[3] ?? '', { JOBS: 'only' });
  const urls = serving.map(({ url }) => url);
  const people = await callersOf({ call: callerOf(urls[0] ?? ''), dataDir: mailbox });
  return {
    ...{ people, urls, mailbox, set, serving, jobs, mail, files, disk, clock },
    outputs: () => [...serving, jobs].map((process) => process.output()),
    databaseUri: () => set.uri('portal'),
    close: () => closeAll(closers),
  };
}

/** Starts the product as `npm start` does. */
export async function startEmbedded(): Promise<EmbeddedInstallation> {
  const dataDir = await newDataDir();
  const environment = { DEMO: 'off', LINK_LIMIT_ADDRESS: '1000' };
  const product = superviseProduct({ dataDir, port: await freePort(), environment });
  const close = async () => {
    await product.end();
    await removeDataDir(dataDir);
  };
  try {
    await waitUntilReady([product.url]);
    const people = await callersOf({ call: callerOf(product.url), dataDir });
    const databaseUri = () => runningDatabaseUri(dataDir) ?? '';
    const outputs = () => [product.output()];
    return { people, urls: [product.url], mailbox: dataDir, product, outputs, databaseUri, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Resolves when all these processes are ready. */
export const waitUntilReady = (urls: string[], seconds = 90): Promise<true> =>
  pollUntil({ label: `${urls.join(', ')} to be ready`, seconds }, async () => {
    const answers = await Promise.all(urls.map((url) => fetch(`${url}/api/readyz`).catch(() => undefined)));
    return answers.every((answer) => answer?.status === 200) || undefined;
  });

/** Opens a database connection for the duration of `look`. */
export async function withDatabase<T>(
  { databaseUri }: Installation,
  look: (database: mongo.Db) => Promise<T>,
): Promise<T> {
  const client = await mongo.MongoClient.connect(databaseUri());
  try {
    return await look(client.db());
  } finally {
    await client.close();
  }
}
