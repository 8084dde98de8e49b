import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makePrivateFolder } from '../process/private-file.ts';
import { StartFailure } from '../process/start-failure.ts';
import { type Access, accessTo, keyFileOf, uriOf } from './access.ts';
import { mongodArguments } from './arguments.ts';
import type { MongodBinary } from './binary.ts';
import { dataVersion, recordDataVersion, whyIncomplete, whyUnfit } from './data-version.ts';
import { explainEnd, logSize, whyFull } from './failure.ts';
import { endOrphan } from './orphan.ts';
import { freePort, isListening } from './port.ts';

const portTakenExitCode = 48;
const stopMilliseconds = 15_000;
const longestLog = 10 * 2 ** 20;
/** How often a start that takes long says so. */
const reportMilliseconds = 15_000;

export type MongodRequest = {
  binary: MongodBinary;
  /** The product's data folder; the database lies in its `db`. */
  folder: string;
  report: (line: string) => void;
  /** Ends a start that is not done yet. */
  signal?: AbortSignal;
};

export type RunningMongod = {
  pid: number;
  port: number;
  /** The connection string of one database of this server. */
  uri: (database: string) => string;
  /** Resolves when the server has ended, asked for or not. */
  ended: Promise<void>;
  /** Why it ended, for a person. */
  whyEnded: () => Promise<string>;
  /** Asks it to end, without waiting. For a process that must go at once. */
  signal: () => void;
  /** Ends it cleanly. Throws when it still runs after 15 s. */
  stop: () => Promise<void>;
};

/**
 * Starts a mongod as a replica set of one on FOLDER/db, on a free port of 127.0.0.1, and waits until it takes writes.
 * It is detached, so that a signal to our process group does not reach it. One that a crash of ours left on the same
 * files is ended first. Throws a StartFailure that says why it does not start; data are never removed.
 */
export async function startMongod(request: MongodRequest): Promise<RunningMongod> {
  const folder = resolve(request.folder);
  const data = join(folder, 'db');
  makePrivateFolder(data);
  await endOrphan({ folder, report: request.report });
  const unfit = whyUnfit(request.binary.version, dataVersion(data));
  if (unfit !== undefined) throw new StartFailure(`${request.binary.path} must not open ${data}: ${unfit}.`);
  const incomplete = whyIncomplete(data);
  if (incomplete !== undefined) {
    throw new StartFailure(
      `The database in ${data} is damaged: ${incomplete}. Keep it as it is, and restore a backup into another DATA_DIR.`,
    );
  }
  for (let attempt = 1; ; attempt++) {
    const server = await launch({ ...request, folder }).catch(async (error: unknown) => {
      const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
      throw isFull ? new StartFailure((await whyFull(folder, 'ENOSPC')) ?? error.message) : error;
    });
    if (server !== 'port taken') {
      recordDataVersion(data, request.binary.version);
      return server;
    }
    if (attempt === 3) throw new StartFailure('mongod found its port taken by others three times over.');
  }
}

async function launch({ binary, folder, report, signal }: MongodRequest): Promise<RunningMongod | 'port taken'> {
  const port = await freePort();
  const access = accessTo(folder);
  const log = logOf(folder);
  const logStart = logSize(log);
  const child = spawn(binary.path, mongodArguments({ folder, port, log, keyFile: keyFileOf(folder) }), {
    detached: true,
    stdio: 'ignore',
  });
  child.unref();
  child.once('error', (error) => report(error.message));
  if (child.pid === undefined) throw new StartFailure(`${binary.path} could not be started.`);
  const explain = () => explainEnd({ binary, folder, log, logStart, exit: child.exitCode ?? child.signalCode });
  const server = running(child, { pid: child.pid, port, folder, access, explain });
  signal?.addEventListener('abort', server.signal, { once: true });
  const slow = setInterval(() => report(stillOpening(server.pid, log)), reportMilliseconds);
  try {
    writeFileSync(join(folder, 'mongod.pid'), `${child.pid}\n`);
    // The driver is loaded while mongod opens its files: both take most of a second.
    const { electPrimary } = await import('./replica-set.ts');
    await untilListening(child, port);
    if (!hasEnded(child)) await electPrimary({ port, access, ended: server.ended });
  } catch (error) {
    await server.stop();
    // It ended under our hands: that says more than the connection that broke.
    throw child.signalCode === null && child.exitCode === 0 ? error : new StartFailure(await explain());
  } finally {
    clearInterval(slow);
    signal?.removeEventListener('abort', server.signal);
  }
  if (!hasEnded(child)) return server;
  await server.stop();
  if (child.exitCode === portTakenExitCode) return 'port taken';
  throw new StartFailure(await explain());
}

/** However long it takes: files that were not closed cleanly are read through again. */
function stillOpening(pid: number, log: string): string {
  return `The MongoDB server (process ${pid}) is still opening its files; waiting for it (its log: ${log})`;
}

/** The log is written on from start to start; a long one is put aside once. */
function logOf(folder: string): string {
  const log = join(folder, 'mongod.log');
  if (logSize(log) > longestLog) renameSync(log, `${log}.old`);
  return log;
}

/** Resolves when it listens or has ended. */
async function untilListening(child: ChildProcess, port: number): Promise<void> {
  while (!hasEnded(child) && !(await isListening(port))) await pause(10);
}

function running(
  child: ChildProcess,
  known: { pid: number; port: number; folder: string; access: Access; explain: RunningMongod['whyEnded'] },
): RunningMongod {
  const { pid, port, folder, access, explain } = known;
  const ended = once(child, 'exit').then(() => undefined);
  return {
    pid,
    port,
    uri: (database) => uriOf(access, { port, database }),
    ended,
    whyEnded: explain,
    signal: () => child.kill('SIGTERM'),
    stop: async () => {
      child.ref();
      child.kill('SIGTERM');
      const late = pause(stopMilliseconds, 'late' as const, { ref: false });
      if ((await Promise.race([ended, late])) === 'late') {
        throw new Error(`mongod (process ${pid}) did not end within ${stopMilliseconds / 1000} s`);
      }
      rmSync(join(folder, 'mongod.pid'), { force: true });
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
