import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The options that main.ts passes to Stryker's processes. */
export interface RunnerOptions {
  seed: number;
  /** The digests of the sampled mutants with their files. */
  sample: Record<string, string>;
  /** The file of each mutant, by its id in this run. */
  files: Record<string, string>;
  /** The digest of all mutable files: mutant ids are stable while it is. */
  sources: string;
  /** Pattern for the paths of the test files to run. */
  tests: string;
  /** Maximum number of test files for each mutant. */
  maxTestFiles: number;
  /** The cache folder for results. */
  folder: string;
}

const variable = 'MUTATIONS';

export function writeRunnerOptions(options: RunnerOptions): void {
  mkdirSync(options.folder, { recursive: true });
  const file = join(options.folder, 'options.json');
  writeFileSync(file, JSON.stringify(options));
  process.env[variable] = file;
}

export function readRunnerOptions(): RunnerOptions {
  const file = process.env[variable];
  if (!file) throw new Error(`${variable} is not set: this is a part of 'npm run mutations'`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
