import { resolve } from 'node:path';
import { type CheckResult, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant } from '@stryker-mutator/api/core';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { runnerPlugin } from './runner.ts';
import { readRunnerOptions } from './runner-options.ts';
import { digestOf } from './sample.ts';

const { seed, sample } = readRunnerOptions();

/** Stryker plugin that ignores all mutants outside the sample; ignored mutants do not count in the score. */
const checker = {
  init: async () => undefined,
  check: async (mutants: Mutant[]): Promise<Record<string, CheckResult>> =>
    Object.fromEntries(
      mutants.map((mutant) => {
        const isChosen = digestOf({ ...mutant, fileName: resolve(mutant.fileName) }, seed) in sample;
        return [
          mutant.id,
          isChosen ? { status: CheckStatus.Passed } : { status: CheckStatus.CompileError, reason: 'not in the sample' },
        ];
      }),
    ),
  group: async (mutants: Mutant[]) => [mutants.map(({ id }) => id)],
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Checker, 'sample', checker), runnerPlugin];
