import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type DiskSpace, diskSpaceOf } from '../process/disk-space.ts';
import { makePrivateFolder } from '../process/private-file.ts';
import { StartFailure } from '../process/start-failure.ts';
import { keyFileOf, type MongodCredentials, mongodCredentials, mongodUri } from './access.ts';
import { mongodArguments } from './arguments.ts';
import { dataVersion, missingDataFiles, recordDataVersion, versionConflict } from './data-version.ts';
import type { MongodBinary } from './find.ts';
import { stopOrphan } from './orphan.ts';

const portInUseExitCode = 48;
const stopMilliseconds = 15_000;
const maxLogSize = 10 * 2 ** 20;
/** Interval of progress reports during a slow start. */
const reportMilliseconds = 15_000;

export type MongodRequest = {
  binary: MongodBinary;
  /** The application's data folder; the database is in its `db`. */
  folder: string;
  report: (line: string) => void;
  /** Aborts an unfinished start. */
  signal?: AbortSignal;
};

export type RunningMongod = {
  pid: number;
  port: number;
  /** Returns the connection string of a database on this server. */
  uri: (database: string) => string;
  /** Resolves when the server has exited, expectedly or not. */
  ended: Promise<void>;
  /** Explains to a person why it exited. */
  whyEnded: () => Promise<string>;
  /** Requests shutdown without waiting, for a process that must exit immediately. */
  signal: () => void;
  /** Shuts down cleanly. Throws if it is still running after 15 s. */
  stop: () => Promise<void>;
};

/**
 * Starts mongod as a single-member replica set on FOLDER/db and a free port of 127.0.0.1, and waits until it accepts
 * writes. Detached, so that signals to our process group do not reach it. Shuts down an orphaned server on the same
 * data first. Throws a StartFailure with the reason; never deletes data.
 */
export async function startMongod(request: MongodRequest): Promise<RunningMongod> {
  const folder = resolve(request.folder);
  const data = join(folder, 'db');
  makePrivateFolder(data);
  if (dataVersion(data) === undefined) {
    const disk = await diskSpaceOf(folder);
    if (disk.free < newDatabaseSize) throw new StartFailure(smallDiskMessage(folder, disk));
  }
  await stopOrphan({ folder, report: request.report });
  const unfit = versionConflict(request.binary.version, dataVersion(data));
  if (unfit !== undefined) throw new StartFailure(`${request.binary.path} must not open ${data}: ${unfit}.`);
  const incomplete = missingDataFiles(data);
  if (incomplete !== undefined) {
    throw new StartFailure(
      `The database in ${data} is damaged: ${incomplete}. Leave it unchanged, and restore a backup into another DATA_DIR.`,
    );
  }
  for (let attempt = 1; ; attempt++) {
    const server = await launch({ ...request, folder }).catch(async (error: unknown) => {
      const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
      throw isFull ? new StartFailure((await diskFullMessage(folder, 'ENOSPC')) ?? error.message) : error;
    });
    if (server !== 'port taken') {
      recordDataVersion(data, request.binary.version);
      return server;
    }
    if (attempt === 3) throw new StartFailure('The port of mongod was in use by another program in three attempts.');
  }
}

async function launch({ binary, folder, report, signal }: MongodRequest): Promise<RunningMongod | 'port taken'> {
  const port = await freePort();
  const access = mongodCredentials(folder);
  const log = logOf(folder);
  const logStart = logSize(log);
  const child = spawn(binary.path, mongodArguments({ folder, port, log, keyFile: keyFileOf(folder) }), {
    detached: true,
    stdio: 'ignore',
  });
  child.unref();
  child.once('error', (error) => report(error.message));
  if (child.pid === undefined) throw new StartFailure(`${binary.path} could not be started.`);
  const explain = () => explainMongodExit({ binary, folder, log, logStart, exit: child.exitCode ?? child.signalCode });
  const server = running(child, { pid: child.pid, port, folder, access, explain });
  signal?.addEventListener('abort', server.signal, { once: true });
  const slow = setInterval(() => report(stillOpening(server.pid, log)), reportMilliseconds);
  try {
    writeFileSync(join(folder, 'mongod.pid'), `${child.pid}\n`);
    // Load the driver while mongod opens its files; both take most of a second.
    const { electPrimary } = await import('./replica-set.ts');
    await untilListening(child, port);
    if (!hasEnded(child)) await electPrimary({ port, access, ended: server.ended });
  } catch (error) {
    await server.stop();
    // If mongod exited, its reason says more than the broken connection.
    throw child.signalCode === null && child.exitCode === 0 ? error : new StartFailure(await explain());
  } finally {
    clearInterval(slow);
    signal?.removeEventListener('abort', server.signal);
  }
  if (!hasEnded(child)) return server;
  await server.stop();
  if (child.exitCode === portInUseExitCode) return 'port taken';
  throw new StartFailure(await explain());
}

/** Recovery after an unclean shutdown may take any time, so keep waiting. */
function stillOpening(pid: number, log: string): string {
  return `The MongoDB server (process ${pid}) is still opening its files; waiting for it (its log: ${log})`;
}

/** Appends to the same log on every start; rotates it when it is large. */
function logOf(folder: string): string {
  const log = join(folder, 'mongod.log');
  if (logSize(log) > maxLogSize) renameSync(log, `${log}.old`);
  return log;
}

/** Resolves when it listens or has exited. */
async function untilListening(child: ChildProcess, port: number): Promise<void> {
  while (!hasEnded(child) && !(await isListening(port))) await pause(10);
}

function running(
  child: ChildProcess,
  known: { pid: number; port: number; folder: string; access: MongodCredentials; explain: RunningMongod['whyEnded'] },
): RunningMongod {
  const { pid, port, folder, access, explain } = known;
  const ended = once(child, 'exit').then(() => undefined);
  return {
    pid,
    port,
    uri: (database) => mongodUri(access, { port, database }),
    ended,
    whyEnded: explain,
    signal: () => child.kill('SIGTERM'),
    stop: async () => {
      child.ref();
      child.kill('SIGTERM');
      const timeout = pause(stopMilliseconds, 'late' as const, { ref: false });
      if ((await Promise.race([ended, timeout])) === 'late') {
        throw new Error(`mongod (process ${pid}) did not exit within ${stopMilliseconds / 1000} s`);
      }
      rmSync(join(folder, 'mongod.pid'), { force: true });
    },
  };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

type EndedMongod = {
  binary: MongodBinary;
  folder: string;
  log: string;
  /** Offset in the log where this start begins. */
  logStart: number;
  exit: number | NodeJS.Signals | null;
};

/** Below this free disk space mongod exits sooner or later, whatever its log says. Bytes. */
const minFreeSpace = 32 * 2 ** 20;
/** MongoDB allocates its journal as three files of 100 MiB, when it starts and after an unclean exit. Bytes. */
const journalSize = 300 * 2 ** 20;
/** Disk space that a new database needs: its journal and the first records (309 MiB with the demo). Bytes. */
const newDatabaseSize = journalSize + 100 * 2 ** 20;
/** Bytes read from the end of a log. */
const maxLogBytes = 256 * 1024;

/** Messages for exits by signal or with code 0, whatever the log says. */
const exits: Record<string, string> = {
  SIGKILL: 'mongod was killed (SIGKILL) by a user, or by the system because memory ran out.',
  SIGSEGV: 'mongod crashed (SIGSEGV).',
  SIGBUS: 'mongod crashed (SIGBUS): a file could not be read, or memory is faulty.',
  SIGILL: 'mongod crashed (SIGILL): this processor lacks instructions that it needs.',
  0: 'mongod was shut down cleanly by another program.',
};

/** Patterns in mongod's log with their meaning and remedy. */
const causes: { pattern: RegExp; message: (ended: EndedMongod) => string }[] = [
  {
    pattern: /DBPathInUse|Unable to lock the lock file|already in use/i,
    message: ({ folder }) => `Another process has ${join(folder, 'db')} open. Stop it, or choose another DATA_DIR.`,
  },
  {
    pattern: /keyFile|key file|permissions on .* are too open/i,
    message: ({ folder }) =>
      `mongod rejects its key file ${keyFileOf(folder)}. It must be owned by this user and readable by nobody else (mode 600).`,
  },
  {
    pattern: /Permission denied|EACCES|Operation not permitted|Read-only file system/i,
    message: ({ folder }) =>
      `mongod has no write permission for ${join(folder, 'db')}. Grant it to this user, or choose another DATA_DIR.`,
  },
  {
    pattern: /featureCompatibilityVersion|UPGRADE PROBLEM|unsupported WiredTiger file version|This version of MongoDB/i,
    message: ({ folder, binary }) =>
      `The data in ${join(folder, 'db')} was written by a version of MongoDB that is incompatible with ${binary.version}. ` +
      'Set MONGOD_BINARY to the mongod that wrote it.',
  },
];

/** Log line with the startup options, which contain words of the patterns above. */
const isOptionsLine = /"id":21951\b/;

/**
 * Explains to a person why mongod exited: one cause, a remedy, and the end of its log. Checks the disk first, then the
 * exit code, because log messages are mostly consequences. Never advises deleting data.
 */
async function explainMongodExit(ended: EndedMongod): Promise<string> {
  const lines = await lastLines(ended.log, ended.logStart);
  const text = lines.filter((line) => !isOptionsLine.test(line)).join('\n');
  const cause =
    (await diskFullMessage(ended.folder, text)) ??
    exits[String(ended.exit)] ??
    causes.find(({ pattern }) => pattern.test(text))?.message(ended) ??
    unreadable(ended, text);
  return `${cause} Nothing was deleted. (mongod exited with ${ended.exit}; end of its log ${ended.log}: ${endOf(lines)})`;
}

/** Current size of the log. */
function logSize(log: string): number {
  return existsSync(log) ? statSync(log).size : 0;
}

/**
 * Returns a message if the disk is full or too small, otherwise undefined. `log` is mongod's log text. The folder may
 * have been deleted while mongod ran.
 */
async function diskFullMessage(folder: string, log = ''): Promise<string | undefined> {
  const disk = await diskSpaceOf(folder).catch(() => undefined);
  if (!disk || (disk.free > minFreeSpace && !/No space left on device|ENOSPC/.test(log))) return undefined;
  if (disk.size < newDatabaseSize) return smallDiskMessage(folder, disk);
  const free = `${mebibytes(disk.free)} MiB are free`;
  if (disk.free <= minFreeSpace) return `The disk of ${folder} is full: ${free}. Free up space; the data is intact.`;
  return `The disk of ${folder} has too little space: ${free}, and MongoDB allocates its journal in files of 100 MiB. Free up ${mebibytes(journalSize)} MiB; the data is intact.`;
}

const mebibytes = (bytes: number) => Math.floor(bytes / 2 ** 20);

const smallDiskMessage = (folder: string, { free, size }: DiskSpace) =>
  `The disk of ${folder} has too little space for a database: ${mebibytes(free)} of its ${mebibytes(size)} MiB are free. A new database needs ` +
  `${mebibytes(newDatabaseSize)} MiB, and grows with its records and files. Free up space, use a larger disk, or set another DATA_DIR.`;

function unreadable({ folder, binary }: EndedMongod, text: string): string {
  const data = join(folder, 'db');
  if (!/corrupt|checksum|salvage|read magic|WT_PANIC|WT_ERROR|Unrecoverable/i.test(text))
    return 'mongod exited unexpectedly.';
  return (
    `MongoDB ${binary.version} cannot read the database in ${data}: the files appear to be damaged. ` +
    'Leave them unchanged, and restore a backup into another DATA_DIR.'
  );
}

async function lastLines(log: string, start: number): Promise<string[]> {
  const size = logSize(log);
  const position = Math.max(start, size - maxLogBytes);
  if (size <= position) return [];
  const file = await open(log);
  try {
    const { buffer, bytesRead } = await file.read({ position, buffer: Buffer.alloc(size - position) });
    return buffer.toString('utf8', 0, bytesRead).split('\n').filter(Boolean);
  } finally {
    await file.close();
  }
}

/** Returns the last errors of a log, or its last lines if there are none. */
function endOf(lines: string[]): string {
  const errors = lines.filter((line) => /"s":"[EF]"/.test(line));
  const last = (errors.length > 0 ? errors : lines).slice(-3).map(messageOf);
  return last.length === 0 ? 'empty' : last.join('; ');
}

/** Returns the text of a log line with its error details. */
function messageOf(line: string): string {
  try {
    const { msg, attr } = JSON.parse(line);
    const details: unknown[] = [attr?.message?.msg, attr?.message, attr?.error?.errmsg, attr?.error];
    const detail = details.find((each) => typeof each === 'string');
    return detail === undefined ? String(msg) : `${msg}: ${detail}`;
  } catch {
    // An incompletely written line.
    return line.slice(0, 200);
  }
}

/** Returns a currently free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the system returned no port');
  return address.port;
}

/** Returns whether a server listens on that port of 127.0.0.1. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    // Connection refused.
    return false;
  } finally {
    socket.destroy();
  }
}
