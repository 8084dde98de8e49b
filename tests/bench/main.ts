import { type BenchName, isBench, usage, usageOf } from './usages.ts';

/**
 * `npm run bench -- NAME [options]`: measures figures against a reference of the same run. A benchmark has no pass or
 * fail, except `growth --check`.
 */
const benches: Record<BenchName, () => Promise<(args: string[]) => Promise<void>>> = {
  api: async () => (await import('./api/bench.ts')).benchApi,
  cost: async () => (await import('./cost/bench.ts')).benchCost,
  forms: async () => (await import('./forms/bench.ts')).benchForms,
  growth: async () => (await import('./growth/bench.ts')).benchGrowth,
  load: async () => (await import('./load/bench.ts')).benchLoad,
  peers: async () => (await import('./peers/bench.ts')).benchPeers,
  quick: async () => (await import('./api/quick.ts')).benchQuick,
  rules: async () => (await import('./rules/bench.ts')).benchRules,
};

const [name = '', ...args] = process.argv.slice(2);
if (isBench(name) && args.includes('--help')) process.stdout.write(usageOf(name));
else if (isBench(name)) await runBench(name);
else if (name === '--help') process.stdout.write(usage());
else {
  process.stderr.write(usage());
  process.exitCode = 1;
}

/** Runs a benchmark; prints the usage for an unknown option. */
async function runBench(bench: BenchName): Promise<void> {
  const run = await benches[bench]();
  try {
    await run(args);
  } catch (error) {
    if (!String(Object(error).code).startsWith('ERR_PARSE_ARGS')) throw error;
    process.stderr.write(`${Object(error).message}\n\n${usageOf(bench)}`);
    process.exitCode = 1;
  }
}
