import fc from 'fast-check';
import { expect } from 'vitest';

/** For how long each is tried; `FUZZ_SECONDS=600 npm test -- fuzz` for longer. */
export const seconds = Number(process.env.FUZZ_SECONDS ?? 60);

/** What a test of it may take: the trying, the making smaller of what failed, and what is made before. Milliseconds. */
export const timeout = (3 * seconds + 120) * 1_000;

type Tried = fc.IProperty<unknown[]> | fc.IAsyncProperty<unknown[]>;

/**
 * Tries a property for as long as that, and says how often it did. Throws with the smallest input that fails, and with the seed and
 * the path by which it is tried again: `SEED` of the run, and `path` for fast-check.
 */
export async function fuzz(what: string, property: Tried, tryFor = seconds): Promise<void> {
  const began = performance.now();
  const tried = await fc.check(property, {
    numRuns: Number.POSITIVE_INFINITY,
    // What has failed late is made smaller for a while, too.
    interruptAfterTimeLimit: tryFor * 1_000,
    markInterruptAsFailure: false,
  });
  const { failed, seed, counterexamplePath } = tried;
  if (failed && counterexamplePath) {
    const again = { seed, path: counterexamplePath, interruptAfterTimeLimit: 30_000, markInterruptAsFailure: false };
    const smaller = await fc.check(property, again);
    throw faultOf(smaller.failed ? smaller : tried);
  }
  if (failed) throw faultOf(tried);
  const took = ((performance.now() - began) / 1_000).toFixed(0);
  process.stdout.write(`${what}: ${tried.numRuns} tries in ${took} s\n`);
  // So few that it would show nothing.
  expect(tried.numRuns).toBeGreaterThan(seconds);
}

const faultOf = (tried: fc.RunDetails<unknown[]>) =>
  new Error(fc.defaultReportMessage(tried), { cause: tried.failed ? tried.errorInstance : undefined });

/** What the process has worked so far, whoever else uses the machine. Seconds. */
export function worked(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000_000;
}
