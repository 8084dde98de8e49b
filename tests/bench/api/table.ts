import { heading, machine } from '../machine.ts';
import type { CsvRates } from './csv.ts';
import { type HistoryRates, historyName } from './history.ts';
import type { ImportRates } from './imports.ts';
import { type BusyLatency, busyLatencyName } from './latency-beside-validation.ts';
import type { Rates } from './rates.ts';
import { type RightsRates, rightsName } from './rights.ts';
import type { SortRates } from './sorts.ts';
import { type WriterRates, writersName } from './writers.ts';

/** The results for one size of database. */
export interface ApiRun {
  rates: Rates[];
  writers: WriterRates | undefined;
  csv: CsvRates | undefined;
  beside: BusyLatency | undefined;
  rights: RightsRates | undefined;
  history: HistoryRates | undefined;
  imports: ImportRates | undefined;
  sorts: SortRates | undefined;
  /** The orders that its lists matched. */
  matches: Set<string>;
  /** Memory of the product's own process in MiB. */
  memory: { idle: number; loaded: number };
}

interface Table {
  first: ApiRun;
  /** The same with four times as many orders. */
  grown: ApiRun | undefined;
  orders: number;
  rounds: number;
}

/** Formats the results as a Markdown page, with machine and date. */
export function apiTable({ first, grown, orders, rounds }: Table): string {
  const { rates, memory } = first;
  return [
    heading('The API compared with Fastify and the native driver'),
    '',
    `${machine()},`,
    `${orders.toLocaleString('en-US')} orders on the embedded database, 20 connections, median of ${rounds} pairs.`,
    '',
    '| work | product/s | reference/s | ratio | from, to | by CPU time | least | aim |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rates.map(rowOf),
    '',
    '| CPU time of a request, ms | product: Node, mongod | reference: Node, mongod | times: Node, mongod, together |',
    '| --- | --- | --- | --- |',
    ...rates.map(cpuRowOf),
    '',
    '| memory of the API process, MiB | measured | least | aim |',
    '| --- | --- | --- | --- |',
    `| idle | ${Math.round(memory.idle)} | 160 | 110 |`,
    `| loaded | ${Math.round(memory.loaded)} | 300 | 200 |`,
    ...[first, ...(grown ? [grown] : [])].flatMap(({ csv }) => (csv ? csvTable(csv) : [])),
    ...(first.writers ? writersTable(first.writers) : []),
    ...(first.beside ? besideTable(first.beside) : []),
    ...(first.rights ? rightsTable(first.rights) : []),
    ...(first.history ? historyTable(first.history) : []),
    ...(first.imports ? importsTable(first.imports) : []),
    ...(first.sorts ? sortsTable(first.sorts) : []),
    ...(grown ? growth(rates, grown.rates) : []),
    '',
  ].join('\n');
}

function rowOf({ name, product, reference, ratio, spread, cpuRatio, least, aim }: Rates): string {
  const whole = [product, reference].map((each) => Math.round(each).toLocaleString('en-US'));
  const range = spread.map((each) => each.toFixed(2)).join(', ');
  return `| ${name} | ${whole.join(' | ')} | ${ratio.toFixed(2)} | ${range} | ${cpuRatio.toFixed(2)} | ${least} | ${aim} |`;
}

/** CPU time per request of each process; 'times' is the multiple of the reference. */
function cpuRowOf({ name, cpu: { product, reference }, cpuRatio }: Rates): string {
  const both = [product, reference].map(({ server, database }) => `${server.toFixed(2)}, ${database.toFixed(2)}`);
  const times = [product.server / reference.server, product.database / reference.database, 1 / cpuRatio];
  return `| ${name} | ${both.join(' | ')} | ${times.map((each) => each.toFixed(2)).join(', ')} |`;
}

/** One long file at a time: seconds in place of requests per second. */
function csvTable({ rows, product, reference, ratio, spread, cpuRatio, growth: grown }: CsvRates): string[] {
  const seconds = [product, reference].map((each) => each.toFixed(2)).join(' | ');
  const range = spread.map((each) => each.toFixed(2)).join(', ');
  const name = `CSV of ${rows.toLocaleString('en-US')} orders`;
  return [
    '',
    '| long files | product, s | reference, s | ratio | from, to | by CPU time | least | aim |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    `| ${name} | ${seconds} | ${ratio.toFixed(2)} | ${range} | ${cpuRatio.toFixed(2)} | 0.5 | 0.8 |`,
    '',
    `Memory growth of the API process during the export: ${grown.median.toFixed(0)} MiB, ${grown.most.toFixed(0)} at most (64 allowed).`,
  ];
}

/** Concurrent writers of unrelated records: changes per second. */
function writersTable({ single, many, native, times, spread, ofNative, nativeTimes }: WriterRates): string[] {
  const rates = [single, many, native].map((each) => each.toFixed(0)).join(' | ');
  const range = spread.map((each) => each.toFixed(2)).join(', ');
  return [
    '',
    '| writers at once | one writer/s | 20 writers/s | 20 native writers/s | times one | from, to | least | aim | native: times one | of native | least |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    `| ${writersName} | ${rates} | ${times.toFixed(2)} | ${range} | 3 | 5 | ${nativeTimes.toFixed(2)} | ${ofNative.toFixed(2)} | 0.5 |`,
  ];
}

/** Latency for other users: milliseconds in place of requests per second. */
function besideTable({ quiet, busy, times, spread, check }: BusyLatency): string[] {
  const waits = [quiet, busy].map((each) => each.toFixed(1)).join(' | ');
  const range = spread.map((each) => each.toFixed(2)).join(', ');
  return [
    '',
    '| while a form is validated repeatedly | quiet, ms | busy, ms | times | from, to | least | aim |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    `| ${busyLatencyName} (one validation took ${check.toFixed(0)} ms) | ${waits} | ${times.toFixed(2)} | ${range} | 2 | 1.3 |`,
  ];
}

/** Cost of a change of rights for the next request. */
function rightsTable({ first, later, times, spread, ability }: RightsRates): string[] {
  const waits = [first, later].map((each) => each.toFixed(1)).join(' | ');
  const range = spread.map((each) => each.toFixed(2)).join(', ');
  return [
    '',
    '| after a change of rights | first request, ms | later ones, ms | times | from, to | least | aim |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    `| ${rightsName} | ${waits} | ${times.toFixed(2)} | ${range} | 2 | 1.3 |`,
    '',
    `The largest ability: ${ability.toLocaleString('en-US')} bytes (4,096 allowed).`,
  ];
}

/** Cost of reading old versions. */
function historyTable({ order, state, longest, bytes }: HistoryRates): string[] {
  const waits = [order, state, longest].map((each) => each.toFixed(0)).join(' | ');
  return [
    '',
    '| history | the order, ms | a version, ms | the slowest version | least | aim |',
    '| --- | --- | --- | --- | --- | --- |',
    `| ${historyName} (response of ${Math.round(bytes / 1024)} KiB) | ${waits} | 300 | 50 |`,
  ];
}

/** The factor by which the larger database slows the same work down. */
function growth(before: Rates[], after: Rates[]): string[] {
  const times = before.map(({ name, product }, index) => {
    const larger = after[index]?.product ?? Number.NaN;
    return `| ${name} | ${(product / larger).toFixed(2)} |`;
  });
  return [
    '',
    '| time with four times as many orders and the same matches (least 1.3, aim 1.1) | times |',
    '| --- | --- |',
    ...times,
  ];
}

function importsTable({ rows, product, reference, ratio, cpuRatio, growth: grown, ...others }: ImportRates): string[] {
  const { totals, clients } = others;
  const times = [totals.administrator, totals.user, totals.reference].map((each) => each.toFixed(0)).join(' | ');
  return [
    '',
    '| import | product, s | insertMany, s | ratio | by CPU time | growth, MiB | least | aim |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    `| import of ${rows.toLocaleString('en-US')} report rows | ${product.toFixed(2)} | ${reference.toFixed(2)} | ${ratio.toFixed(2)} | ${cpuRatio.toFixed(2)} | ${Math.round(grown)} | 0.4 | 0.6 |`,
    '',
    '| import of records, checked and saved one by one | s | growth, MiB | least, s |',
    '| --- | --- | --- | --- |',
    `| ${clients.rows.toLocaleString('en-US')} clients | ${clients.seconds.toFixed(1)} | ${Math.round(clients.growth)} | 60 |`,
    '',
    '| totals, ms | ADMIN | AGENCY_USER | one record | least | aim |',
    '| --- | --- | --- | --- | --- | --- |',
    `| of ${totals.rows.toLocaleString('en-US')} rows | ${times} | 300 | 50 |`,
  ];
}

/** CPU time of mongod for lists that it sorts in memory, and what they cost other users. */
function sortsTable({ matches, sorts, others: { quiet, busy, times, spread } }: SortRates): string[] {
  const range = (ends: [number, number]) => ends.map((each) => each.toFixed(1)).join(', ');
  const waits = [quiet, busy].map((each) => each.toFixed(1)).join(' | ');
  return [
    '',
    `| 20 orders of ${matches.toLocaleString('en-US')}, sorted without an index | mongod, ms | from, to | indexed sort, ms | least | aim |`,
    '| --- | --- | --- | --- | --- | --- |',
    ...sorts.map(
      ({ sort, database, spread: ends, indexed }) =>
        `| ${sort} | ${database.toFixed(1)} | ${range(ends)} | ${indexed.toFixed(1)} | 40 | 25 |`,
    ),
    '',
    '| while such sorts run | quiet, ms | busy, ms | times | from, to | least |',
    '| --- | --- | --- | --- | --- | --- |',
    `| p95 of other lists | ${waits} | ${times.toFixed(2)} | ${range(spread)} | 1.5 |`,
  ];
}
