import { readFile, writeFile } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
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
import { told } from './told.ts';

/** Test files that measure time or memory, or go through everything: under changes they would tell of the machine. */
const measuring =
  /\/(bounds|csv-stream|demo|heavy-reads|line-schemas|order-history-size|overload|page-ends|plans|schemathesis)\.test\.ts$/;

const { most, tests } = told();
const chosen = new RegExp(tests);

/** In the copy of the project that a run works on: the process that tries changes may be another one than that of the first run. */
const kept = 'reached.json';

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
  private shares: CoveragePerTestId | undefined;

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

  /** Runs each file once without any change, and keeps which changes it comes by, and how much of it they are. */
  async dryRun(): Promise<DryRunResult> {
    const tests: TestResult[] = [];
    const perTest: CoveragePerTestId = {};
    for (const name of this.files.keys()) {
      const { failure, reached, milliseconds } = await this.run(name, null);
      // What it says of changes would be chance.
      if (failure) {
        this.log.warn(`${name} fails without any change and is left out: ${failure}`);
        continue;
      }
      perTest[name] = reached;
      tests.push({ id: name, name, fileName: resolve(name), timeSpentMs: milliseconds, status: TestStatus.Success });
    }
    await writeFile(kept, JSON.stringify(sharesOf(perTest)));
    return { status: DryRunStatus.Complete, tests, mutantCoverage: { static: {}, perTest } };
  }

  async mutantRun({ activeMutant: { id }, testFilter = [], hitLimit }: MutantRunOptions): Promise<MutantRunResult> {
    this.shares ??= JSON.parse(await readFile(kept, 'utf8'));
    const shareOf = (name: string) => this.shares?.[name]?.[id] ?? 0;
    const nearest = testFilter.toSorted((one, other) => shareOf(other) - shareOf(one)).slice(0, most);
    let nrOfTests = 0;
    for (const name of nearest) {
      const { failure, tests } = await this.run(name, { id, hitLimit: hitLimit ?? Number.MAX_SAFE_INTEGER });
      nrOfTests += tests;
      if (failure) return { status: MutantRunStatus.Killed, killedBy: [name], failureMessage: failure, nrOfTests };
    }
    return { status: MutantRunStatus.Survived, nrOfTests };
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
      tests: testModules.flatMap((each) => [...each.children.allTests()]).length,
    };
  }
}

/** How much of what a test file comes by each change is. */
function sharesOf(reached: CoveragePerTestId): CoveragePerTestId {
  const shares = Object.entries(reached).map(([name, hits]) => {
    const total = Object.values(hits).reduce((sum, each) => sum + each, 0);
    return [name, Object.fromEntries(Object.entries(hits).map(([id, count]) => [id, count / total]))];
  });
  return Object.fromEntries(shares);
}

/** What has failed in a file: a test, or what runs before and after all of them. */
function errorsOf(module: TestModule): string[] {
  const within = [...module.children.allTests()].flatMap((test) => test.result().errors ?? []);
  const around = [...module.children.allSuites()].flatMap((suite) => suite.errors());
  return [...within, ...around, ...module.errors()].map(({ message }) => message);
}

export const runnerPlugin = declareClassPlugin(PluginKind.TestRunner, 'files', FileRunner);
