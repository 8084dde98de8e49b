import { existsSync, statSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { keyFileOf } from './access.ts';
import type { MongodBinary } from './binary.ts';

export type EndedMongod = {
  binary: MongodBinary;
  folder: string;
  log: string;
  /** Where this start's lines begin in the log. */
  logStart: number;
  exit: number | NodeJS.Signals | null;
};

/** With less than this mongod ends itself sooner or later, whatever its log has still come to say. Bytes. */
const tooLittle = 32 * 2 ** 20;
/** How much of a log is read, from its end. Bytes. */
const readAtMost = 256 * 1024;

/** What ends mongod from outside, or by a fault of its own, whatever is in its log. */
const exits: Record<string, string> = {
  SIGKILL: 'mongod was killed from outside (SIGKILL): by somebody, or by the system when memory ran out.',
  SIGSEGV: 'mongod crashed (SIGSEGV).',
  SIGBUS: 'mongod crashed (SIGBUS): its files could not be read, or memory failed.',
  SIGILL: 'mongod crashed (SIGILL): this processor lacks what the program needs.',
  0: 'mongod was asked to end by another program, and ended cleanly.',
};

/** What mongod's log says in its own words, what it means, and what a person can do. */
const causes: { says: RegExp; means: (ended: EndedMongod) => string }[] = [
  {
    says: /DBPathInUse|Unable to lock the lock file|already in use/i,
    means: ({ folder }) => `Another process has ${join(folder, 'db')} open. End it, or choose another DATA_DIR.`,
  },
  {
    says: /keyFile|key file|permissions on .* are too open/i,
    means: ({ folder }) =>
      `mongod does not take its key ${keyFileOf(folder)}. It must be a file of this user that nobody else may read (mode 600).`,
  },
  {
    says: /Permission denied|EACCES|Operation not permitted|Read-only file system/i,
    means: ({ folder }) =>
      `mongod may not write ${join(folder, 'db')}. Give this user the right to, or choose another DATA_DIR.`,
  },
  {
    says: /featureCompatibilityVersion|UPGRADE PROBLEM|unsupported WiredTiger file version|This version of MongoDB/i,
    means: ({ folder, binary }) =>
      `The data in ${join(folder, 'db')} were written by another version of MongoDB than ${binary.version}, which does not open them. ` +
      'Name the mongod that wrote them by MONGOD_BINARY.',
  },
];

/** The line in which each start repeats what it was asked for: words of causes stand there, too. */
const tellsOptions = /"id":21951\b/;

/**
 * Why a mongod ended unasked, for a person: one cause, what to do, and how its log ends. The disk is looked at first and
 * then what ended it, since what a log says is mostly a consequence. Nothing here ever advises to give data up.
 */
export async function explainEnd(ended: EndedMongod): Promise<string> {
  const lines = await lastLines(ended.log, ended.logStart);
  const text = lines.filter((line) => !tellsOptions.test(line)).join('\n');
  const cause =
    (await whyFull(ended.folder, text)) ??
    exits[String(ended.exit)] ??
    causes.find(({ says }) => says.test(text))?.means(ended) ??
    unreadable(ended, text);
  return `${cause} Nothing was removed. (mongod ended with ${ended.exit}; its log ${ended.log} ends: ${endOf(lines)})`;
}

/** The present length of the log. */
export function logSize(log: string): number {
  return existsSync(log) ? statSync(log).size : 0;
}

/** That the disk is full, with the space that is left; undefined when it is not. `log` is what mongod says of it. */
export async function whyFull(folder: string, log = ''): Promise<string | undefined> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free > tooLittle && !/No space left on device|ENOSPC/.test(log)) return undefined;
  return `The disk of ${folder} is full: ${Math.floor(free / 2 ** 20)} MiB are free. Make room; the data are kept.`;
}

function unreadable({ folder, binary }: EndedMongod, text: string): string {
  const data = join(folder, 'db');
  if (!/corrupt|checksum|salvage|read magic|WT_PANIC|WT_ERROR|Unrecoverable/i.test(text))
    return 'mongod ended by itself.';
  return (
    `MongoDB ${binary.version} cannot read the database in ${data}: the files seem to be damaged. ` +
    'Keep them as they are, and restore a backup into another DATA_DIR.'
  );
}

async function lastLines(log: string, start: number): Promise<string[]> {
  const size = logSize(log);
  const position = Math.max(start, size - readAtMost);
  if (size <= position) return [];
  const file = await open(log);
  try {
    const { buffer, bytesRead } = await file.read({ position, buffer: Buffer.alloc(size - position) });
    return buffer.toString('utf8', 0, bytesRead).split('\n').filter(Boolean);
  } finally {
    await file.close();
  }
}

/** The last errors of a log, or its last lines where it tells of none. */
function endOf(lines: string[]): string {
  const errors = lines.filter((line) => /"s":"[EF]"/.test(line));
  const last = (errors.length > 0 ? errors : lines).slice(-3).map(messageOf);
  return last.length === 0 ? 'with nothing' : last.join('; ');
}

/** The text of a log line, with what it says of the error. */
function messageOf(line: string): string {
  try {
    const { msg, attr } = JSON.parse(line);
    const details: unknown[] = [attr?.message?.msg, attr?.message, attr?.error?.errmsg, attr?.error];
    const detail = details.find((each) => typeof each === 'string');
    return detail === undefined ? String(msg) : `${msg}: ${detail}`;
  } catch {
    // A line that the process did not finish writing.
    return line.slice(0, 200);
  }
}
