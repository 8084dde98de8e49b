import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { relative, resolve } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { CoveragePerTestId } from '@stryker-mutator/api/core';
import type { Logger } from '@stryker-mutator/api/logging';
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin';
import {
  type DryRunResult,
  DryRunStatus,
  type MutantRunOptions,
  type MutantRunResult,
  MutantRunStatus,
  type TestResult,
  type TestRunner,
  TestStatus,
} from '@stryker-mutator/api/test-runner';
import { createVitest, type TestModule, type TestSpecification, type Vitest } from 'vitest/node';
import { digest, digestOfFile, type FileCoverage, type MutantResult, ResultCache } from './result-cache.ts';
import { readRunnerOptions } from './runner-options.ts';
import { digestOf } from './sample.ts';

/**
 * Test files that never run under mutation: those that measure time or memory or go through everything, and those that
 * compare generated files, which Stryker has instrumented.
 */
const excluded = [
  'ability-cache',
  'autosave-merge-limit',
  'body-limits',
  'csv-stream',
  'cursor-pagination',
  'database-drift',
  'demo',
  'heavy-forms',
  'order-snapshots',
  'overload',
  'product-schemas',
  'query-plans',
  'tree-scope-drift',
].map((name) => `tests/api/${name}.test.ts`);

const { seed, sample, files: fileOf, sources, tests, maxTestFiles, folder } = readRunnerOptions();
const chosen = new RegExp(tests);

/** The cache folder in the sandbox: mutants may be tested in a later process than the first run. */
const reachedFile = 'reached.json';

/**
 * Stryker test runner for the API tests, by whole files. Stryker's own Vitest runner needs coverage per test, but our
 * tests create users and records before all tests of a file, where no test can be named. A mutant is active before the
 * product loads.
 */
class FileRunner implements TestRunner {
  static readonly inject = tokens(commonTokens.logger);
  private readonly log: Logger;
  private vitest: Vitest | undefined;
  private readonly files = new Map<string, TestSpecification>();
  private readonly cache = new ResultCache(folder);
  private reached:
    | Record<string, { shares: FileCoverage['hits']; ofFiles: Record<string, number>; milliseconds: number }>
    | undefined;

  constructor(log: Logger) {
    this.log = log;
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async init(): Promise<void> {
    const vitest = await createVitest('test', {
      project: ['api', 'unit'],
      watch: false,
      maxWorkers: 1,
      fileParallelism: false,
      bail: 1,
      reporters: [{}],
      onConsoleLog: () => false,
    });
    for (const { config } of vitest.projects) {
      config.setupFiles = [resolve('tests/mutations/active-mutant.ts'), ...config.setupFiles];
      // Other timeouts would only report a busy machine, because a killed mutant ends its run at once.
      config.testTimeout = 30_000;
      config.hookTimeout = 60_000;
    }
    const specifications = await vitest.globTestSpecifications();
    const paths = new Map(specifications.map((file) => [relative('.', file.moduleId), file]));
    const missing = excluded.filter((path) => !paths.has(path));
    if (missing.length > 0) throw new Error(`These excluded test files do not exist: ${missing.join(', ')}`);
    for (const [path, file] of paths)
      if (/^(tests\/api|api)\//.test(path) && !excluded.includes(path) && chosen.test(path)) this.files.set(path, file);
    this.vitest = vitest;
  }

  /** The coverage of each test file: runs each once without any mutant, unless it is cached. */
  async dryRun(): Promise<DryRunResult> {
    const tests: TestResult[] = [];
    const perTest: CoveragePerTestId = {};
    for (const name of this.files.keys()) {
      const coverage = await this.reachedBy(name);
      if (!coverage) continue;
      perTest[name] = coverage.hits;
      tests.push({
        id: name,
        name,
        fileName: resolve(name),
        timeSpentMs: coverage.milliseconds,
        status: TestStatus.Success,
      });
    }
    const weigh = weigher(perTest);
    const reached = tests.map(({ id, timeSpentMs }) => {
      const shares = weigh(perTest[id] ?? {});
      return [id, { shares, ofFiles: byFile(shares), milliseconds: timeSpentMs }];
    });
    await writeFile(reachedFile, JSON.stringify(Object.fromEntries(reached)));
    return { status: DryRunStatus.Complete, tests, mutantCoverage: { static: {}, perTest } };
  }

  private async reachedBy(name: string): Promise<FileCoverage | undefined> {
    const key = digest(`${sources} ${digestOfFile(name)}`);
    const cachedCoverage = this.cache.coverage(key);
    if (cachedCoverage) return cachedCoverage;
    const { failure, reached: hits, milliseconds } = await this.run(name, null);
    // A flaky test file would give random results.
    if (failure) {
      this.log.warn(`${name} fails without any change and is left out: ${failure}`);
      return;
    }
    this.cache.saveCoverage(key, { hits, milliseconds });
    return { hits, milliseconds };
  }

  async mutantRun({ activeMutant, testFilter = [], hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    const digestNow = (name: string) => (existsSync(name) ? digestOfFile(name) : undefined);
    const nearest = await this.nearest(activeMutant.id, testFilter);
    const testFileDigests = Object.fromEntries(nearest.map((name) => [name, digestOfFile(name)]));
    const change = digestOf({ ...activeMutant, fileName: resolve(activeMutant.fileName) }, seed);
    const source = sample[change] ?? '';
    const cachedResult = this.cache.result({ change, source, testFileDigests }, digestNow);
    if (cachedResult) return statusOf(cachedResult);
    const mutant = { id: activeMutant.id, hitLimit: hitLimit ?? Number.MAX_SAFE_INTEGER };
    const { untested, survived } = this.cache.untested({ change, source, testFileDigests });
    let answered = survived;
    for (const name of untested) {
      const { failure } = await oneAtATime(() => this.run(name, mutant));
      answered = { ...answered, [name]: testFileDigests[name] ?? '' };
      const result = { change, source, testFileDigests: answered, ...(failure ? { killedBy: name, failure } : {}) };
      this.cache.saveResult(result);
      if (failure) return statusOf(result);
    }
    return statusOf({ testFileDigests: answered });
  }

  /**
   * Ranks the test files by how likely they kill a mutant per second: files that hit it often and are fast come first.
   * A mutant that every file hits once, at load time, is ranked by hits on the rest of its file.
   */
  private async nearest(id: string, names: string[]): Promise<string[]> {
    this.reached ??= JSON.parse(await readFile(reachedFile, 'utf8'));
    const worthOf = (name: string) => {
      const { shares = {}, ofFiles = {}, milliseconds = 1 } = this.reached?.[name] ?? {};
      return (shares[id] || (ofFiles[fileOf[id] ?? ''] ?? 0) / 1000) / milliseconds;
    };
    return names.toSorted((one, other) => worthOf(other) - worthOf(one)).slice(0, maxTestFiles);
  }

  async dispose(): Promise<void> {
    await this.vitest?.close();
  }

  private async run(name: string, mutant: { id: string; hitLimit: number } | null) {
    const file = this.files.get(name);
    if (!this.vitest || !file) throw new Error(`${name} is no test file of this run`);
    this.vitest.provide('mutant', mutant);
    // Otherwise a failure of the file before would fail this one, too.
    this.vitest.state.filesMap.clear();
    const began = performance.now();
    const { testModules, unhandledErrors } = await this.vitest.runTestSpecifications([file]);
    const errors = [...testModules.flatMap(errorsOf), ...unhandledErrors.map(String)];
    return {
      failure: errors[0],
      reached: testModules[0]?.meta().reached ?? {},
      milliseconds: performance.now() - began,
    };
  }
}

/**
 * Stryker starts a second process once all mutants are checked. They take turns through a lock (an abstract socket).
 */
async function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const turn = await myTurn();
  try {
    return await work();
  } finally {
    turn.close();
  }
}

async function myTurn(): Promise<Server> {
  for (;;) {
    const turn = createServer();
    const isMine = new Promise<boolean>((answer) => {
      turn.once('error', () => answer(false)).listen(`\0${folder}`, () => answer(true));
    });
    if (await isMine) return turn;
    await after(500);
  }
}

function statusOf({
  testFileDigests,
  killedBy,
  failure = '',
}: Pick<MutantResult, 'testFileDigests' | 'killedBy' | 'failure'>): MutantRunResult {
  const nrOfTests = Object.keys(testFileDigests).length;
  return killedBy
    ? { status: MutantRunStatus.Killed, killedBy: [killedBy], failureMessage: failure, nrOfTests }
    : { status: MutantRunStatus.Survived, nrOfTests };
}

/**
 * The share of a test file's hits on each mutant, beyond the hits that a quarter of the files have at least: starting
 * and signing in hit half of all mutants and say little.
 */
function weigher(perTest: CoveragePerTestId): (hits: FileCoverage['hits']) => FileCoverage['hits'] {
  const files = Object.values(perTest);
  const usual = new Map<string, number>();
  for (const id of new Set(files.flatMap((hits) => Object.keys(hits)))) {
    const counts = files.map((hits) => hits[id] ?? 0).toSorted((one, other) => one - other);
    // One hit comes from loading the module.
    usual.set(id, Math.max(1, counts[Math.floor(counts.length / 4)] ?? 0));
  }
  return (hits) => {
    const total = Object.values(hits).reduce((sum, each) => sum + each, 0);
    const beyond = ([id, count]: [string, number]) => [id, Math.max(0, count - (usual.get(id) ?? 0)) / total];
    return Object.fromEntries(Object.entries(hits).map(beyond));
  };
}

/** The share of a test file's hits in each file of the product. */
function byFile(shares: FileCoverage['hits']): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [id, share] of Object.entries(shares)) {
    const file = fileOf[id];
    if (file) sums[file] = (sums[file] ?? 0) + share;
  }
  return sums;
}

/** The failures of a file: a test, or a hook before or after all of them. */
function errorsOf(module: TestModule): string[] {
  const within = [...module.children.allTests()].flatMap((test) => test.result().errors ?? []);
  const around = [...module.children.allSuites()].flatMap((suite) => suite.errors());
  return [...within, ...around, ...module.errors()].map(({ message }) => message);
}

export const runnerPlugin = declareClassPlugin(PluginKind.TestRunner, 'files', FileRunner);
