import { existsSync, statSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { keyFileOf } from './access.ts';
import type { MongodBinary } from './binary.ts';

export type EndedMongod = {
  binary: MongodBinary;
  folder: string;
  log: string;
  /** Offset in the log where this start begins. */
  logStart: number;
  exit: number | NodeJS.Signals | null;
};

/** Below this free disk space mongod exits sooner or later, whatever its log says. Bytes. */
const minFreeSpace = 32 * 2 ** 20;
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
const causes: { says: RegExp; means: (ended: EndedMongod) => string }[] = [
  {
    says: /DBPathInUse|Unable to lock the lock file|already in use/i,
    means: ({ folder }) => `Another process has ${join(folder, 'db')} open. Stop it, or choose another DATA_DIR.`,
  },
  {
    says: /keyFile|key file|permissions on .* are too open/i,
    means: ({ folder }) =>
      `mongod rejects its key file ${keyFileOf(folder)}. It must be owned by this user and readable by nobody else (mode 600).`,
  },
  {
    says: /Permission denied|EACCES|Operation not permitted|Read-only file system/i,
    means: ({ folder }) =>
      `mongod has no write permission for ${join(folder, 'db')}. Grant it to this user, or choose another DATA_DIR.`,
  },
  {
    says: /featureCompatibilityVersion|UPGRADE PROBLEM|unsupported WiredTiger file version|This version of MongoDB/i,
    means: ({ folder, binary }) =>
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
export async function explainMongodExit(ended: EndedMongod): Promise<string> {
  const lines = await lastLines(ended.log, ended.logStart);
  const text = lines.filter((line) => !isOptionsLine.test(line)).join('\n');
  const cause =
    (await diskFullMessage(ended.folder, text)) ??
    exits[String(ended.exit)] ??
    causes.find(({ says }) => says.test(text))?.means(ended) ??
    unreadable(ended, text);
  return `${cause} Nothing was deleted. (mongod exited with ${ended.exit}; end of its log ${ended.log}: ${endOf(lines)})`;
}

/** Current size of the log. */
export function logSize(log: string): number {
  return existsSync(log) ? statSync(log).size : 0;
}

/** Returns a message if the disk is full, otherwise undefined. `log` is mongod's log text. */
export async function diskFullMessage(folder: string, log = ''): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free > minFreeSpace && !/No space left on device|ENOSPC/.test(log)) return undefined;
  return `The disk of ${folder} is full: ${Math.floor(free / 2 ** 20)} MiB are free. Free up space; the data is intact.`;
}

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
