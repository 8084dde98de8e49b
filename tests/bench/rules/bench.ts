import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleChild } from './bundle.ts';
import { installComparedPackages } from './compared-packages.ts';
import { measureEngines } from './measure.ts';
import { rulesTable } from './table.ts';

const results = 'tests/bench/results/rules.md';

/**
 * `npm run bench -- rules [--rounds N]`: the three tasks of rules-language part 6 and compile times, compared with
 * plain JavaScript and other engines.
 */
export async function benchRules(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '5' } } });
  const rounds = Number(values.rounds);
  installComparedPackages();
  const program = await bundleChild();
  const table = rulesTable(measureEngines(program, rounds));
  process.stdout.write(`\n${table}`);
  await mkdir(dirname(results), { recursive: true });
  await writeFile(results, table);
}
