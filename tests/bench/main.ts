/** `npm run bench -- NAME [options]`: figures beside a reference measured in the same run; nothing here passes or fails. */
const benches: Record<string, () => Promise<(args: string[]) => Promise<void>>> = {
  api: async () => (await import('./api/bench.ts')).benchApi,
  cost: async () => (await import('./cost/bench.ts')).benchCost,
  directus: async () => (await import('./directus/bench.ts')).benchDirectus,
  forms: async () => (await import('./forms/bench.ts')).benchForms,
  load: async () => (await import('./load/bench.ts')).benchLoad,
  rules: async () => (await import('./rules/bench.ts')).benchRules,
};

const [name = '', ...args] = process.argv.slice(2);
const bench = Object.hasOwn(benches, name) ? benches[name] : undefined;
if (bench) await (await bench())(args);
else {
  process.stderr.write(`Say what to measure: npm run bench -- ${Object.keys(benches).join(' | ')}\n`);
  process.exitCode = 1;
}

export {};
