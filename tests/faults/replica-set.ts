import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { mongo } from 'mongoose';
import { cacheFolder } from '#api/platform/config/config.ts';
import { findMongod } from '#api/platform/mongod/find.ts';
import { freePort, isListening } from '#api/platform/mongod/start.ts';
import { pollUntil } from '#tests/product/until.ts';

/**
 * One mongod of a replica set. It is restarted when it exits unexpectedly, as compose.yaml does, unless the test stopped
 * it.
 */
interface Member {
  port: number;
  pid(): number;
  /** SIGKILL, SIGSTOP or SIGCONT. */
  signal(signal: NodeJS.Signals): void;
  /** Runs a command on this server. */
  command(command: mongo.Document): Promise<mongo.Document>;
}

export interface ReplicaSet {
  uri(database: string): string;
  members: Member[];
  /** Waits for the primary and returns it. Stopped members do not count. */
  primary(): Promise<Member>;
  /** Makes this member the primary (step-up). */
  stepUp(member: Member): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  /** Election timeout in milliseconds; MongoDB's default is 10 s. */
  electionTimeout?: number;
  /** Where one member runs, if apart from the others: a wrapper command, extra environment variables, its folder. */
  place?: (index: number) => Partial<Omit<Place, 'binary'>>;
}

const name = 'portal';

/** Starts three mongods on loopback, as compose.yaml does on three machines, and waits for a primary. */
export async function startReplicaSet({ electionTimeout, place = () => ({}) }: Options = {}): Promise<ReplicaSet> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-set-'));
  const { path: binary } = await findMongod({
    configured: process.env.MONGOD_BINARY,
    cacheFolder: cacheFolder(process.env),
    report: () => undefined,
  });
  const members = await Promise.all(
    [0, 1, 2].map(async (index) => {
      const own = join(folder, String(index));
      await mkdir(own);
      return await startMember({ binary, folder: own, ...place(index) });
    }),
  );
  const [first] = members;
  await first?.command({
    replSetInitiate: {
      _id: name,
      members: members.map(({ port }, index) => ({ _id: index, host: `127.0.0.1:${port}` })),
      ...(electionTimeout === undefined ? {} : { settings: { electionTimeoutMillis: electionTimeout } }),
    },
  });
  const set: ReplicaSet = {
    members,
    uri: (database) =>
      `mongodb://${members.map(({ port }) => `127.0.0.1:${port}`).join(',')}/${database}?replicaSet=${name}`,
    primary: () => pollUntil({ label: 'a primary', seconds: 60 }, () => primaryAmong(members)),
    stepUp: async (member) => {
      await pollUntil({ label: 'a member to take over', seconds: 60 }, async () => {
        // Fails while the member is still catching up.
        await member.command({ replSetStepUp: 1 }).catch(() => undefined);
        return (await set.primary()) === member || undefined;
      });
    },
    close: async () => {
      await Promise.all(members.map((member) => member.end()));
      await rm(folder, { recursive: true, force: true });
    },
  };
  await set.primary();
  return set;
}

interface Place {
  binary: string;
  folder: string;
  within?: string[];
  environment?: Record<string, string>;
}

async function startMember({ binary, folder, within = [], environment = {} }: Place) {
  const port = await freePort();
  const [command = '', ...args] = [
    ...within,
    binary,
    ...['--dbpath', folder, '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
    ...['--replSet', name, '--oplogSize', '64', '--wiredTigerCacheSizeGB', '0.25', '--syncdelay', '5'],
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
  ];
  const state: { child: ChildProcess; shouldRun: boolean } = { child: run(), shouldRun: true };
  function run(): ChildProcess {
    const child = spawn(command, args, { stdio: 'ignore', env: { ...process.env, ...environment } });
    child.once('exit', () => void again());
    return child;
  }
  async function again(): Promise<void> {
    await pause(1_000);
    if (state.shouldRun) state.child = run();
  }
  await pollUntil({ label: `mongod on port ${port}`, seconds: 60 }, async () => (await isListening(port)) || undefined);
  return {
    port,
    pid: () => state.child.pid ?? 0,
    signal: (signal: NodeJS.Signals) => void state.child.kill(signal),
    command: (document: mongo.Document) => commanded(port, document),
    async end(): Promise<void> {
      state.shouldRun = false;
      const { child } = state;
      if (child.exitCode !== null || child.signalCode !== null) return;
      // Delete its data, too.
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** Runs a command on this one server; throws after 2 s without a response. */
async function commanded(port: number, command: mongo.Document): Promise<mongo.Document> {
  const client = new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 2_000,
    connectTimeoutMS: 2_000,
    socketTimeoutMS: 5_000,
  });
  try {
    return await client.db('admin').command(command);
  } finally {
    await client.close();
  }
}

async function primaryAmong(members: Member[]): Promise<Member | undefined> {
  const found = await Promise.all(
    members.map(async (member) => {
      const hello: mongo.Document = await member.command({ hello: 1 }).catch(() => ({}));
      return hello.isWritablePrimary === true ? [member] : [];
    }),
  );
  return found.flat()[0];
}
