import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { nodeOf, nodeVersions } from '#tests/product/node-versions.ts';
import { type CommandOutcome, runCommand } from './command.ts';
import { vitestCounts } from './counts.ts';
import type { Step } from './step.ts';

/**
 * For each supported Node version other than the current one: makes a clean clone, runs `npm ci` without warnings, and
 * runs the API tests. Each takes about eight minutes, so this is not part of `npm test`, which only starts the product
 * on each version (faults/nodes.test.ts).
 */
export function nodeSteps(reports: string): Step[][] {
  const [ours] = process.versions.node.split('.');
  const others = nodeVersions.filter((version) => version.split('.')[0] !== ours);
  return others.flatMap((version) => stepsOn(version, reports).map((step) => [step]));
}

function stepsOn(version: string, reports: string): Step[] {
  const report = join(reports, `node-${version}.json`);
  const folder = mkdtempSync(join(tmpdir(), `portal-node-${version}-`));
  const on = async (program: string, args: string[], limit: number, isLive = false): Promise<CommandOutcome> => {
    const path = `${dirname(await nodeOf(version))}${delimiter}${process.env.PATH}`;
    return await runCommand({ program, args, limit, folder, isLive, environment: { PATH: path } });
  };
  return [
    {
      name: `npm ci, Node ${version}`,
      run: async () => {
        const cloned = await runCommand({ program: 'git', args: ['clone', '--quiet', '.', folder], limit: 120 });
        if (!cloned.isOk) return cloned;
        const installed = await on('npm', ['ci', '--foreground-scripts'], 400);
        return installed.isOk ? withoutWarnings(installed) : installed;
      },
    },
    {
      name: `api, Node ${version}`,
      run: async () => {
        const generated = await on('npm', ['run', '--silent', 'generate'], 120);
        if (!generated.isOk) return generated;
        const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
        return await on(join('node_modules', '.bin', 'vitest'), ['run', '--project', 'api', ...reporters], 1_500, true);
      },
      counts: () => vitestCounts(report),
    },
  ];
}

/** Warnings of npm fail the step, except those about the developer's own npm configuration. */
export function withoutWarnings(outcome: CommandOutcome): CommandOutcome {
  const own = /Unknown (user|env|project|global|builtin) config/;
  const warnings = outcome.output.split('\n').filter((line) => /\bwarn\b/i.test(line) && !own.test(line));
  return { ...outcome, isOk: warnings.length === 0, output: warnings.join('\n') };
}
