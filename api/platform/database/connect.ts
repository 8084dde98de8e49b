import mongoose from 'mongoose';
import { setClock, synchronizedClock } from '../clock/clock.ts';
import { StartFailure } from '../process/start-failure.ts';

// Fail queries immediately without a connection instead of buffering them.
mongoose.set('bufferCommands', false);
mongoose.set('strictQuery', true);

/** How long a query waits for a primary: longer than the 3 s gap of a stepdown. Milliseconds. */
const serverSelection = 5_000;

/** Heartbeat each second with a timeout of 2 s, so that a hanging server is noticed within 3 s. */
const ping = { serverMonitoringMode: 'poll', heartbeatFrequencyMS: 1_000, connectTimeoutMS: 2_000 } as const;

/**
 * Connects Mongoose's default connection, which all models use. Throws a StartFailure, which never contains a password,
 * if no primary answers within 5 s, authentication fails, or the server is not a replica set, which transactions
 * require. `name` overrides the database name of the URI.
 */
export async function connectDatabase(uri: string, name?: string): Promise<void> {
  try {
    await mongoose.connect(uri, {
      ...(name === undefined ? {} : { dbName: name }),
      appName: 'order-portal',
      autoIndex: false,
      autoCreate: false,
      serverSelectionTimeoutMS: serverSelection,
      ...ping,
      writeConcern: { w: 'majority' },
      // Versioned caches must not be filled from a secondary that lags behind the version read.
      readPreference: 'primary',
    });
  } catch (error) {
    throw new StartFailure(connectError(uri, error), { cause: error });
  }
  const hello = await mongoose.connection.db?.admin().command({ hello: 1 });
  await requireTransactions(hello);
  followTime(hello);
}

/** Synchronizes the clock with the database's time, which each heartbeat response contains. */
function followTime(hello: mongoose.mongo.Document | undefined): void {
  const clock = synchronizedClock();
  const syncClock = (answer: mongoose.mongo.Document | undefined) => {
    // Only the primary's time counts, because `$$NOW` in its updates must agree with our clock.
    const isPrimary = answer?.isWritablePrimary === true || answer?.ismaster === true;
    if (isPrimary && answer?.localTime instanceof Date) clock.sync(answer.localTime.getTime());
  };
  syncClock(hello);
  mongoose.connection.getClient().on('serverHeartbeatSucceeded', ({ reply }) => syncClock(reply));
  setClock(clock.now);
}

/** Disconnects; pending queries fail. */
export async function disconnectDatabase(): Promise<void> {
  await mongoose.disconnect();
}

/**
 * Calls back when the database becomes unavailable and when it is back. In a replica set with several members another
 * one is elected within seconds and queries wait, so it is reported as unavailable only after that time.
 */
export function watchDatabase({ isAlone }: { isAlone: boolean }, change: (isThere: boolean) => void): void {
  let timeout: NodeJS.Timeout | undefined;
  mongoose.connection.on('disconnected', () => {
    clearTimeout(timeout);
    timeout = setTimeout(change, isAlone ? 0 : serverSelection, false);
  });
  mongoose.connection.on('connected', () => {
    clearTimeout(timeout);
    change(true);
  });
}

async function requireTransactions(hello: mongoose.mongo.Document | undefined): Promise<void> {
  const isReplicaSet = typeof hello?.setName === 'string';
  const isSharded = hello?.msg === 'isdbgrid';
  if (isReplicaSet || isSharded) return;
  await mongoose.disconnect();
  throw new StartFailure(
    'The MongoDB server at MONGODB_URI is neither a replica set nor a sharded cluster, so it does not support transactions. ' +
      'Start it with --replSet and run rs.initiate() once (a single member is enough), or leave MONGODB_URI unset.',
  );
}

function connectError(uri: string, error: unknown): string {
  const message = withoutCredentials(uri, error instanceof Error ? error.message : String(error));
  if (error instanceof mongoose.mongo.MongoParseError) return `MONGODB_URI is invalid: ${message}.`;
  if (error instanceof mongoose.mongo.MongoServerError)
    return `The MongoDB server at MONGODB_URI refuses the connection: ${message}`;
  return (
    `No writable MongoDB server responded at MONGODB_URI within ${serverSelection / 1000} s: ${message}. ` +
    'Start it, or correct MONGODB_URI.'
  );
}

/** Driver messages may quote the URI with its credentials. */
function withoutCredentials(uri: string, text: string): string {
  const credentials = /\/\/([^/]*)@/.exec(uri)?.[1] ?? '';
  const password = credentials.slice(credentials.indexOf(':') + 1);
  const spellings = [credentials, password, safeDecode(password)].filter((each) => each !== '');
  return spellings.reduce((result, each) => result.replaceAll(each, '***'), text);
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not URL-encoded, so it can only be quoted literally.
    return text;
  }
}
