import { benchApi } from './api/bench.ts';

/** `npm run bench -- NAME [options]`: figures beside a reference measured in the same run; nothing here passes or fails. */
const benches: Record<string, (args: string[]) => Promise<void>> = { api: benchApi };

const [name = '', ...args] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (bench) await bench(args);
else {
  process.stderr.write(`Say what to measure: npm run bench -- ${Object.keys(benches).join(' | ')}\n`);
  process.exitCode = 1;
}
