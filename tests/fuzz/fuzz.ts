import fc from 'fast-check';
import { expect } from 'vitest';

/** Duration of each fuzz test in seconds; `FUZZ_SECONDS=600 npm test -- fuzz` runs longer. */
export const fuzzSeconds = Number(process.env.FUZZ_SECONDS ?? 60);

/** Timeout of a test in milliseconds: the duration, shrinking a counterexample, and the setup. */
export const fuzzTimeout = (3 * fuzzSeconds + 120) * 1_000;

type Tried = fc.IProperty<unknown[]> | fc.IAsyncProperty<unknown[]>;

/**
 * Checks a property (fast-check) for that duration and reports the number of runs. Throws with the smallest
 * counterexample, and with the seed and path to reproduce it: `SEED` of the run, and `path` for fast-check.
 */
export async function fuzz(label: string, property: Tried, tryFor = fuzzSeconds): Promise<void> {
  const began = performance.now();
  const details = await fc.check(property, {
    numRuns: Number.POSITIVE_INFINITY,
    // Leave time to shrink a counterexample that is found late.
    interruptAfterTimeLimit: tryFor * 1_000,
    markInterruptAsFailure: false,
  });
  const { failed, seed, counterexamplePath } = details;
  if (failed && counterexamplePath) {
    const again = { seed, path: counterexamplePath, interruptAfterTimeLimit: 30_000, markInterruptAsFailure: false };
    const smaller = await fc.check(property, again);
    throw faultOf(smaller.failed ? smaller : details);
  }
  if (failed) throw faultOf(details);
  const took = ((performance.now() - began) / 1_000).toFixed(0);
  process.stdout.write(`${label}: ${details.numRuns} tries in ${took} s\n`);
  // Too few runs to prove anything.
  expect(details.numRuns).toBeGreaterThan(fuzzSeconds);
}

const faultOf = (details: fc.RunDetails<unknown[]>) =>
  new Error(fc.defaultReportMessage(details), { cause: details.failed ? details.errorInstance : undefined });

/** CPU time of this process in seconds, independent of other load on the machine. */
export function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
