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
import { digest, digestOfFile, Kept, type Reached, type Result } from './kept.ts';
import { digestOf } from './sample.ts';
import { told } from './told.ts';

/**
 * Test files that measure time or memory, or go through everything: under changes they would tell of the machine; and those
 * that compare what is generated, which Stryker has marked.
 */
const measuring =
  /\/(bounds|csv-stream|demo|drift|heavy-forms|heavy-reads|line-schemas|order-history-size|order-states|overload|page-ends|plans|rights-scale|schemathesis|tree-drift)\.test\.ts$/;

const { seed, sample, files: fileOf, sources, tests, most, folder } = told();
const chosen = new RegExp(tests);

/** In the copy of the project that a run works on: the process that tries changes may be another one than that of the first run. */
const reachedFile = 'reached.json';

/**
 * Runs the API's tests for Stryker, by whole files: its own runner for Vitest asks which single test comes by a change, and
 * ours sign their people in and make their records before all tests of a file, where that can not be told. A change
 * holds from before the product is loaded.
 */
class FileRunner implements TestRunner {
  static readonly inject = tokens(commonTokens.logger);
  private readonly log: Logger;
  private vitest: Vitest | undefined;
  private readonly files = new Map<string, TestSpecification>();
  private readonly kept = new Kept(folder);
  private reached:
    | Record<string, { shares: Reached['hits']; ofFiles: Record<string, number>; milliseconds: number }>
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
      // Beside a change that is noticed at once nothing else takes so long; the machine may be busy.
      config.testTimeout = 30_000;
      config.hookTimeout = 60_000;
    }
    const found = await vitest.globTestSpecifications();
    for (const file of found)
      if (/\/(tests\/api|api)\//.test(file.moduleId) && !measuring.test(file.moduleId) && chosen.test(file.moduleId))
        this.files.set(relative('.', file.moduleId), file);
    this.vitest = vitest;
  }

  /** Which changes each file comes by, and how much of it they are: runs each once without any change, if that is not known. */
  async dryRun(): Promise<DryRunResult> {
    const tests: TestResult[] = [];
    const perTest: CoveragePerTestId = {};
    for (const name of this.files.keys()) {
      const found = await this.reachedBy(name);
      if (!found) continue;
      perTest[name] = found.hits;
      tests.push({
        id: name,
        name,
        fileName: resolve(name),
        timeSpentMs: found.milliseconds,
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

  private async reachedBy(name: string): Promise<Reached | undefined> {
    const key = digest(`${sources} ${digestOfFile(name)}`);
    const known = this.kept.reached(key);
    if (known) return known;
    const { failure, reached: hits, milliseconds } = await this.run(name, null);
    // What it says of changes would be chance.
    if (failure) {
      this.log.warn(`${name} fails without any change and is left out: ${failure}`);
      return;
    }
    this.kept.keepReached(key, { hits, milliseconds });
    return { hits, milliseconds };
  }

  async mutantRun({ activeMutant, testFilter = [], hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    const digestNow = (name: string) => (existsSync(name) ? digestOfFile(name) : undefined);
    const nearest = await this.nearest(activeMutant.id, testFilter);
    const asked = Object.fromEntries(nearest.map((name) => [name, digestOfFile(name)]));
    const change = digestOf({ ...activeMutant, fileName: resolve(activeMutant.fileName) }, seed);
    const source = sample[change] ?? '';
    const known = this.kept.result({ change, source, asked }, digestNow);
    if (known) return statusOf(known);
    const mutant = { id: activeMutant.id, hitLimit: hitLimit ?? Number.MAX_SAFE_INTEGER };
    const { unasked, inVain } = this.kept.unasked({ change, source, asked });
    let answered = inVain;
    for (const name of unasked) {
      const { failure } = await oneAtATime(() => this.run(name, mutant));
      answered = { ...answered, [name]: asked[name] ?? '' };
      const result = { change, source, asked: answered, ...(failure ? { killedBy: name, failure } : {}) };
      this.kept.keepResult(result);
      if (failure) return statusOf(result);
    }
    return statusOf({ asked: answered });
  }

  /**
   * Those that tell most of a change in the least time: of whose work it is a great part, and which are soon done. What every
   * file comes by once, at loading, is told by those that come by the rest of its file.
   */
  private async nearest(id: string, names: string[]): Promise<string[]> {
    this.reached ??= JSON.parse(await readFile(reachedFile, 'utf8'));
    const worthOf = (name: string) => {
      const { shares = {}, ofFiles = {}, milliseconds = 1 } = this.reached?.[name] ?? {};
      return (shares[id] || (ofFiles[fileOf[id] ?? ''] ?? 0) / 1000) / milliseconds;
    };
    return names.toSorted((one, other) => worthOf(other) - worthOf(one)).slice(0, most);
  }

  async dispose(): Promise<void> {
    await this.vitest?.close();
  }

  private async run(name: string, mutant: { id: string; hitLimit: number } | null) {
    const file = this.files.get(name);
    if (!this.vitest || !file) throw new Error(`${name} is no test file of this run`);
    this.vitest.provide('mutant', mutant);
    // Else a failure of the file before would end this one, too.
    this.vitest.state.filesMap.clear();
    const begun = performance.now();
    const { testModules, unhandledErrors } = await this.vitest.runTestSpecifications([file]);
    const errors = [...testModules.flatMap(errorsOf), ...unhandledErrors.map(String)];
    return {
      failure: errors[0],
      reached: testModules[0]?.meta().reached ?? {},
      milliseconds: performance.now() - begun,
    };
  }
}

/** Stryker has two processes try changes once all are checked; they take turns, by who holds a name of the machine. */
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

function statusOf({ asked, killedBy, failure = '' }: Pick<Result, 'asked' | 'killedBy' | 'failure'>): MutantRunResult {
  const nrOfTests = Object.keys(asked).length;
  return killedBy
    ? { status: MutantRunStatus.Killed, killedBy: [killedBy], failureMessage: failure, nrOfTests }
    : { status: MutantRunStatus.Survived, nrOfTests };
}

/**
 * How much of all that a test file comes by each change is, beyond what a quarter of the files come by it at least: starting
 * and signing in come by half of all changes, and say little of them.
 */
function weigher(perTest: CoveragePerTestId): (hits: Reached['hits']) => Reached['hits'] {
  const files = Object.values(perTest);
  const usual = new Map<string, number>();
  for (const id of new Set(files.flatMap((hits) => Object.keys(hits)))) {
    const counts = files.map((hits) => hits[id] ?? 0).toSorted((one, other) => one - other);
    // Once is what loading comes by.
    usual.set(id, Math.max(1, counts[Math.floor(counts.length / 4)] ?? 0));
  }
  return (hits) => {
    const total = Object.values(hits).reduce((sum, each) => sum + each, 0);
    const beyond = ([id, count]: [string, number]) => [id, Math.max(0, count - (usual.get(id) ?? 0)) / total];
    return Object.fromEntries(Object.entries(hits).map(beyond));
  };
}

/** How much of all that a test file comes by lies in each file of the product. */
function byFile(shares: Reached['hits']): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [id, share] of Object.entries(shares)) {
    const file = fileOf[id];
    if (file) sums[file] = (sums[file] ?? 0) + share;
  }
  return sums;
}

/** What has failed in a file: a test, or what runs before and after all of them. */
function errorsOf(module: TestModule): string[] {
  const within = [...module.children.allTests()].flatMap((test) => test.result().errors ?? []);
  const around = [...module.children.allSuites()].flatMap((suite) => suite.errors());
  return [...within, ...around, ...module.errors()].map(({ message }) => message);
}

export const runnerPlugin = declareClassPlugin(PluginKind.TestRunner, 'files', FileRunner);
