import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Stryker } from '@stryker-mutator/core';
import { digest, digestOfFile } from './result-cache.ts';
import { writeRunnerOptions } from './runner-options.ts';
import { sampleMutants } from './sample.ts';

const usage = `npm run mutations -- [--sample N] [--seed N] [--most N] [--tests PATTERN] [--all] [FILE...]

Mutation testing: changes the code in one place at a time and lists the mutants that no test detects.

  --sample N       number of mutants (default: 200)
  --seed N         seed of the random sample (default: 11)
  --most N         maximum number of test files to run for each mutant (default: 30)
  --tests PATTERN  runs only test files whose path contains the pattern
  --all            runs all mutants, which takes a day
  FILE             limits the mutants to a folder, a file or lines: api/orders, which is short for api/features/orders,
                   api/features/auth/magic-link.ts, or api/features/auth/magic-link.ts:20-40`;

/** The security-relevant folders: permissions, authentication and the single-write guarantees. */
const guarded = [
  'api/platform/mail',
  ...['access', 'idempotency', 'mail', 'store'].map((name) => `api/engine/${name}`),
  ...['auth', 'orders'].map((name) => `api/features/${name}`),
];

/** `npm run mutations`: mutation testing with StrykerJS. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '200' },
      seed: { type: 'string', default: '11' },
      most: { type: 'string', default: '30' },
      tests: { type: 'string', default: '' },
      all: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return report(usage);
  const [size, seed] = [numberOf('--sample', values.sample), numberOf('--seed', values.seed)];
  const files = guarded.flatMap(filesBelow);
  const chosen = await sampleMutants(files, {
    size: values.all ? Infinity : size,
    seed,
    places: positionals.flatMap(placesOf),
  });
  report(`${Object.keys(chosen.sample).length} of ${chosen.total} mutants, seed ${seed}`);
  const sources = digest(files.map(digestOfFile).join());
  const maxTestFiles = numberOf('--most', values.most);
  writeRunnerOptions({
    ...chosen,
    seed,
    sources,
    tests: values.tests,
    maxTestFiles: maxTestFiles,
    folder: resolve('dist/mutations'),
  });
  const plugin = fileURLToPath(new URL('plugin.ts', import.meta.url));
  await new Stryker({
    mutate: files,
    plugins: [plugin],
    checkers: ['sample'],
    testRunner: 'files',
    coverageAnalysis: 'perTest',
    // Both processes of a run load TypeScript.
    testRunnerNodeArgs: ['--import', 'tsx'],
    checkerNodeArgs: ['--import', 'tsx'],
    concurrency: 1,
    // Endless loops are stopped by the hit limit, and tests by their own timeout; a longer time only means a busy
    // machine.
    timeoutMS: 900_000,
    dryRunTimeoutMinutes: 90,
    // Stryker would rewrite it with the TypeScript API, which version 7 lacks; it needs no rewriting, since it refers
    // to nothing outside the sandbox.
    tsconfigFile: 'none',
    tempDirName: 'dist/mutations',
    ignorePatterns: ['data', 'dist', 'coverage'],
    reporters: ['clear-text', 'json', 'progress-append-only'],
    clearTextReporter: { allowColor: false, reportTests: false, logTests: false },
    jsonReporter: { fileName: 'dist/mutations.json' },
    thresholds: { high: 95, low: 85, break: 85 },
  }).runMutationTest();
}

/**
 * The folders, files or lines that an argument names. `api/orders` is short for each guarded folder of that name below
 * `api/`. Throws an Error when no mutated file is there.
 */
function placesOf(argument: string): string[] {
  const [path = ''] = argument.replace(/\/$/, '').split(':');
  if (guarded.some((folder) => `${path}/`.startsWith(`${folder}/`) || folder.startsWith(`${path}/`))) return [argument];
  const named = guarded.filter((folder) => path === `api/${basename(folder)}`);
  if (named.length > 0) return named;
  throw new Error(`${argument} is not mutated. The mutated folders are ${guarded.join(', ')}.`);
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join(folder, file))
    .toSorted();

function numberOf(option: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 0) return number;
  throw new Error(`${option} is '${text}'. Expected: an integer.`);
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
