import mongoose from 'mongoose';
import { followingClock, setClock } from '../../clock/clock.ts';
import { StartFailure } from '../process/start-failure.ts';

// A query without a connection fails at once instead of waiting in memory.
mongoose.set('bufferCommands', false);
mongoose.set('strictQuery', true);

/** How long a query waits for a server that takes writes: longer than a step-down's gap of 3 s. Milliseconds. */
const serverSelection = 5_000;

/** The server is asked each second whether it is there, and has 2 s to answer: one that hangs is noticed within 3 s. */
const ping = { serverMonitoringMode: 'poll', heartbeatFrequencyMS: 1_000, connectTimeoutMS: 2_000 } as const;

/**
 * Connects Mongoose's default connection, on which every model is. Throws a StartFailure, which never holds a password,
 * when nobody answers within 5 s, the sign-in is refused, or the server is no replica set: transactions need one. `name` is another
 * database of that server than the address names.
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
      // What is kept in memory under a version must not be read from a member that lags behind the version's.
      readPreference: 'primary',
    });
  } catch (error) {
    throw new StartFailure(whyNot(uri, error), { cause: error });
  }
  const hello = await mongoose.connection.db?.admin().command({ hello: 1 });
  await requireTransactions(hello);
  followTime(hello);
}

/** From now on the clock shows the database's time, which each of its answers to the ping tells. */
function followTime(hello: mongoose.mongo.Document | undefined): void {
  const clock = followingClock();
  const hear = (answer: mongoose.mongo.Document | undefined) => {
    // Of a replica set the primary's alone counts: what it decides by `$$NOW` is to agree with what we decide here.
    const isPrimary = answer?.isWritablePrimary === true || answer?.ismaster === true;
    if (isPrimary && answer?.localTime instanceof Date) clock.hear(answer.localTime.getTime());
  };
  hear(hello);
  mongoose.connection.getClient().on('serverHeartbeatSucceeded', ({ reply }) => hear(reply));
  setClock(clock.now);
}

/** Ends the connection; queries that wait for it fail. */
export async function disconnectDatabase(): Promise<void> {
  await mongoose.disconnect();
}

/**
 * Calls back whenever the database goes away and whenever it is there again. Of several members another takes over
 * within seconds, and queries wait for it: they are away only when none has done so in that time.
 */
export function watchDatabase({ isAlone }: { isAlone: boolean }, change: (isThere: boolean) => void): void {
  let late: NodeJS.Timeout | undefined;
  mongoose.connection.on('disconnected', () => {
    clearTimeout(late);
    late = setTimeout(change, isAlone ? 0 : serverSelection, false);
  });
  mongoose.connection.on('connected', () => {
    clearTimeout(late);
    change(true);
  });
}

async function requireTransactions(hello: mongoose.mongo.Document | undefined): Promise<void> {
  const isReplicaSet = typeof hello?.setName === 'string';
  const isSharded = hello?.msg === 'isdbgrid';
  if (isReplicaSet || isSharded) return;
  await mongoose.disconnect();
  throw new StartFailure(
    'MONGODB_URI names a MongoDB that is neither a replica set nor a sharded cluster, so it has no transactions. ' +
      'Start it with --replSet and run rs.initiate() once (one member is enough), or leave MONGODB_URI unset.',
  );
}

function whyNot(uri: string, error: unknown): string {
  const said = withoutCredentials(uri, error instanceof Error ? error.message : String(error));
  if (error instanceof mongoose.mongo.MongoParseError) return `MONGODB_URI cannot be read: ${said}.`;
  if (error instanceof mongoose.mongo.MongoServerError)
    return `The MongoDB of MONGODB_URI refuses the connection: ${said}`;
  return (
    `No MongoDB that takes writes answers at MONGODB_URI within ${serverSelection / 1000} s: ${said}. ` +
    'Start it, or correct the address.'
  );
}

/** The driver's messages may quote the address. */
function withoutCredentials(uri: string, text: string): string {
  const credentials = /\/\/([^/]*)@/.exec(uri)?.[1] ?? '';
  const password = credentials.slice(credentials.indexOf(':') + 1);
  const spellings = [credentials, password, safeDecode(password)].filter((each) => each !== '');
  return spellings.reduce((kept, each) => kept.replaceAll(each, '***'), text);
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not encoded as an address wants it, so it can only be quoted as it is.
    return text;
  }
}
