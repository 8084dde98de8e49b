import { existsSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { MongodBinary } from './binary.ts';

export type FailedStart = {
  binary: MongodBinary;
  folder: string;
  log: string;
  /** Where this start's lines begin in the log. */
  logStart: number;
  exit: number | NodeJS.Signals | null;
};

/** What mongod's log says in its own words, what it means, and what a person can do. */
const causes: { says: RegExp; means: (start: FailedStart) => string }[] = [
  {
    says: /DBPathInUse|Unable to lock the lock file|already in use/i,
    means: ({ folder }) => `Another process has ${join(folder, 'db')} open. End it, or choose another DATA_DIR.`,
  },
  {
    says: /No space left on device|ENOSPC/,
    means: ({ folder }) => `The disk of ${folder} is full. Make room and start again.`,
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

/** Why a mongod ended before it listened, for a person: one cause, that nothing was lost, and where the log is. */
export async function explainFailure(start: FailedStart): Promise<string> {
  const lines = await linesSince(start.log, start.logStart);
  const text = lines.join('\n');
  const cause = causes.find(({ says }) => says.test(text))?.means(start) ?? damaged(start, lines);
  return `${cause} Nothing was removed. (mongod ended with ${start.exit}; its log: ${start.log})`;
}

/** The present length of the log. */
export function logSize(log: string): number {
  return existsSync(log) ? statSync(log).size : 0;
}

function damaged({ folder, binary }: FailedStart, lines: string[]): string {
  const data = join(folder, 'db');
  const said = lines.map(fatalMessage).find((message) => message !== undefined);
  return (
    `MongoDB ${binary.version} cannot open the database in ${data}: the files seem to be damaged${said ? ` (${said})` : ''}. ` +
    `Restore ${data} from a backup, or move it away to begin with an empty database.`
  );
}

async function linesSince(log: string, start: number): Promise<string[]> {
  if (logSize(log) <= start) return [];
  const file = await open(log);
  try {
    const { buffer, bytesRead } = await file.read({ position: start, buffer: Buffer.alloc(256 * 1024) });
    return buffer.toString('utf8', 0, bytesRead).split('\n');
  } finally {
    await file.close();
  }
}

/** The text of a log line of the kinds error and fatal. */
function fatalMessage(line: string): string | undefined {
  if (!/"s":"[EF]"/.test(line)) return undefined;
  try {
    const { msg, attr } = JSON.parse(line);
    const details: unknown[] = [attr?.message?.msg, attr?.message, attr?.error?.errmsg, attr?.error];
    const detail = details.find((each) => typeof each === 'string');
    return detail === undefined ? String(msg) : `${msg}: ${detail}`;
  } catch {
    // A line that the process did not finish writing.
    return undefined;
  }
}
