/**
 * `npm run faults [-- NAME…]`: fault injection on a whole installation under load; writes the results into results.md.
 * Exits with 1 when something was lost or duplicated, or did not recover by itself.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { type Installation, startEmbedded, startReplicas } from './installation.ts';
import { type FaultResult, type FaultScenario, measureFault } from './measure.ts';
import { embeddedScenarios, replicaScenarios } from './scenarios.ts';
import { faultRow, type ResultRow, resultsPage } from './table.ts';
import { measureProcesses } from './throughput.ts';

const results = 'tests/faults/results.md';
const processes = 'processes';
const names = [...replicaScenarios, ...embeddedScenarios].map(({ name }) => name);
const selectedNames = process.argv.slice(2);
const unknown = selectedNames.filter((name) => ![...names, processes].includes(name));
const isSelected = ({ name }: { name: string }) => selectedNames.length === 0 || selectedNames.includes(name);
const rows: { faults: ResultRow[]; processes: ResultRow[] } = { faults: [], processes: [] };

if (unknown.length > 0) {
  log(`Unknown fault: ${unknown.join(', ')}. Known faults: ${[...names, processes].join(', ')}`);
  process.exitCode = 1;
} else {
  const selected = replicaScenarios.filter(isSelected);
  if (selected.length > 0 || isSelected({ name: processes }))
    await withPlace(startReplicas, async (place) => {
      await hurt(place, selected);
      if (isSelected({ name: processes })) rows.processes.push(...(await measureProcesses(place)));
      for (const row of rows.processes) log(row.join(' | '));
    });
  const own = embeddedScenarios.filter(isSelected);
  if (own.length > 0) await withPlace(startEmbedded, (place) => hurt(place, own));
  await write();
}

/** An interrupt stops everything. npm forwards signals, so it may arrive twice. */
async function withPlace<P extends Installation>(
  start: () => Promise<P>,
  work: (place: P) => Promise<void>,
): Promise<void> {
  const starting = start();
  let closing: Promise<void> | undefined;
  const close = async () => {
    closing ??= starting.then((place) => place.close());
    await closing;
  };
  const interrupted = (why: unknown) => {
    log(String(why));
    void close().finally(() => process.exit(1));
  };
  for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException'] as const) process.on(event, interrupted);
  await work(await starting).finally(close);
  for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException'] as const) process.off(event, interrupted);
}

async function hurt<P extends Installation>(place: P, scenarios: FaultScenario<P>[]): Promise<void> {
  for (const scenario of scenarios) {
    const before = place.outputs().map(({ length }) => length);
    const measured = await measureFault(place, scenario);
    const row = faultRow(measured);
    rows.faults.push(row);
    log(row.join(' | '));
    for (const line of wrongIn(measured)) log(`  ${line}`);
    for (const [line, count] of failuresIn(place.outputs().map((output, index) => output.slice(before[index]))))
      log(`  ${count} × ${line}`);
    if (wrongIn(measured).length > 0) process.exitCode = 1;
    // Save each result at once, so that a later failure does not lose it.
    await write();
  }
}

/** The reasons of failed requests in the log, with their counts. */
function failuresIn(outputs: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, type, message] of outputs.join('').matchAll(/"err":\{"type":"(\w+)","message":"(.*?)"/g))
    counts.set(`${type}: ${message}`, (counts.get(`${type}: ${message}`) ?? 0) + 1);
  return counts;
}

/** One line for each thing that went wrong. */
function wrongIn({ lost, duplicated, problem }: FaultResult): string[] {
  return [
    ...lost.map((line) => `lost: ${line}`),
    ...duplicated.map((line) => `duplicated: ${line}`),
    ...(problem === undefined ? [] : [problem]),
  ];
}

async function write(): Promise<void> {
  const before = await readFile(results, 'utf8').catch(() => '');
  await writeFile(results, resultsPage({ ...rows, before, names }));
}

function log(line: string): void {
  process.stdout.write(`${line}\n`);
}
