import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What main.ts tells the processes that Stryker starts. */
export interface Told {
  seed: number;
  /** The changes that are tried: their digests, each with that of the file it is made in. */
  sample: Record<string, string>;
  /** The file of each change, by the number that it has in this run. */
  files: Record<string, string>;
  /** The digest of all files that a run may change: numbers of changes mean the same as long as it is the same. */
  sources: string;
  /** Which test files are asked at all: a pattern of their paths. */
  tests: string;
  /** So many of them are asked about a change. */
  most: number;
  /** Where runs keep what they found. */
  folder: string;
}

const variable = 'MUTATIONS';

export function tell(told: Told): void {
  mkdirSync(told.folder, { recursive: true });
  const file = join(told.folder, 'told.json');
  writeFileSync(file, JSON.stringify(told));
  process.env[variable] = file;
}

export function told(): Told {
  const file = process.env[variable];
  if (!file) throw new Error(`${variable} is not set: this is a part of 'npm run mutations'`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
