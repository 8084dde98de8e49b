/**
 * Entry point of `npm run check` and `npm test [-- PART…]`. Runs the groups of steps one after the other, continues
 * after a failure, and ends with the single line `N passed, N failed`. The exit code is 1 when anything failed or
 * nothing ran.
 */
import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandOutcome, endCommands } from './runner/command.ts';
import { type Counts, failureText, slowestTests } from './runner/counts.ts';
import type { Step } from './runner/step.ts';
import { parts, testSteps } from './runner/steps.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-tests-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
const slowestFile = 'dist/slowest-tests.txt';
const selectedParts = process.argv.slice(2);
const unknown = selectedParts.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown part: ${unknown.join(', ')}. Known parts: ${parts.join(', ')}\n`);
  process.exit(1);
}
const isCheckOnly = selectedParts.join() === 'check';
// Temporary files of the tests go into the run's own folder, so they are removed even when a test process was killed.
if (!isCheckOnly) process.env.TMPDIR = folder;
const interruption = { signal: '' };
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interruption.signal = signal;
    // On an interrupt the test runners close their browsers and servers; exit only after they have.
    endCommands('SIGINT');
  });
}

if (!isCheckOnly) {
  process.env.SEED ??= String(randomInt(2 ** 31));
  process.stdout.write(`Property tests and samples use SEED=${process.env.SEED}; set it to repeat this run\n`);
}

const groups = testSteps(folder, selectedParts);
const sum: Counts = { passed: 0, failed: 0, failures: [], durations: [] };
for (const steps of groups) {
  const all = await Promise.all(steps.map(report));
  if (interruption.signal !== '') {
    process.stdout.write(`stopped by ${interruption.signal}\n`);
    process.exit(1);
  }
  for (const { passed, failed, failures, durations } of all) {
    sum.passed += passed;
    sum.failed += failed;
    sum.failures.push(...failures);
    sum.durations.push(...durations);
  }
}
if (sum.durations.length > 0) {
  mkdirSync('dist', { recursive: true });
  writeFileSync(slowestFile, slowestTests(sum.durations));
  process.stdout.write(`The slowest tests are listed in ${slowestFile}\n`);
}
// Repeat the failures at the end: that is what people look at first after a long run.
for (const each of sum.failures) process.stdout.write(`FAILED ${each}\n`);
process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0;
process.stdout.write(`${sum.passed} passed, ${sum.failed} failed\n`);

async function report(step: Step): Promise<Counts> {
  if (step.counts) process.stdout.write(`${step.name} …\n`);
  const outcome = await step.run();
  const counts = countsOf(step, outcome);
  const verdict = counts.failed === 0 ? 'ok' : 'FAILED';
  const tests = step.counts ? `  (${counts.passed} of ${counts.passed + counts.failed} tests)` : '';
  const time = `${outcome.seconds.toFixed(1)} s`;
  process.stdout.write(`${step.name.padEnd(26)}${verdict.padEnd(8)}${time.padStart(8)}${tests}\n`);
  if (outcome.note) process.stdout.write(`  ${step.name}: ${outcome.note}\n`);
  if (counts.failed > 0) process.stdout.write(`${outcome.output}\n`);
  return { ...counts, failures: counts.failures.map((each) => `${step.name}: ${each}`) };
}

function countsOf(step: Step, { isOk, output }: CommandOutcome): Counts {
  if (!step.counts)
    return isOk ? { passed: 1, failed: 0, failures: [], durations: [] } : oneFailure('it failed', output);
  try {
    const counts = step.counts();
    // A runner that exits with an error although its tests passed (an error outside any test), or that ran no test,
    // counts as failed.
    if (counts.failed > 0 || (isOk && counts.passed > 0)) return counts;
    return { ...oneFailure('the test runner failed, but none of its tests', output), passed: counts.passed };
  } catch (error) {
    return oneFailure(`no report (${error instanceof Error ? error.message : String(error)})`, output);
  }
}

function oneFailure(label: string, output: string): Counts {
  return { passed: 0, failed: 1, failures: [failureText(label, output)], durations: [] };
}
