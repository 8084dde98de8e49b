import { machine } from '../machine.ts';
import { growthOf, type HeapAfterGc, type MemoryGrowth, type MemorySample } from './memory.ts';
import type { Overload } from './overload.ts';
import { kinds } from './schedule.ts';
import type { CollectionSize } from './sizes.ts';
import {
  type FinishedAction,
  groupErrors,
  type LatencySummary,
  latencyByAction,
  summarizeLatency,
} from './statistics.ts';
import type { DataSizes } from './tree.ts';

/** The result of one run of all users. */
export interface LoadRun {
  done: FinishedAction[];
  from: number;
  to: number;
  /** p99 delay of the load generator in milliseconds: the part of each latency that may be its own. */
  late: number;
  /** Number of cores that other processes used. */
  others: number;
  think: number;
  people: number;
}

const title = '# Load test';
const heads = {
  load: '## Normal load',
  overload: '## Overload',
  soak: '## Soak test',
  sizes: '## Sizes',
};

/** The results page with this section, in place of the one with the same heading. */
export function withSection(before: string, section: string): string {
  const parts = [...before.split(/^(?=## )/m).filter((each) => each.startsWith('## ')), section];
  const all = new Map(parts.map((each) => [each.split('\n')[0], each.trimEnd()]));
  return `${[title, ...Object.values(heads).flatMap((head) => all.get(head) ?? [])].join('\n\n')}\n`;
}

const whole = (number: number) => Math.round(number).toLocaleString('en-US');
const short = (number: number) => (number < 100 ? number.toFixed(1) : whole(number));

export function loadSection(of: {
  sizes: DataSizes;
  quiet: FinishedAction[];
  phase: LoadRun;
  idle: number;
  samples: MemorySample[];
  waiting: number;
}): string {
  const { sizes, quiet, phase, idle, samples, waiting } = of;
  const [before, under] = [latencyByAction(quiet, kinds), latencyByAction(phase.done, kinds)];
  const rows = kinds.flatMap((kind) => {
    const [one, many] = [before.get(kind), under.get(kind)];
    return one && many && many.count > 0 ? [rowOf(kind, many, one)] : [];
  });
  return [
    heads.load,
    '',
    `${machine()}; database and benchmark on the same machine.`,
    `${whole(sizes.orders)} orders with their versions, ${whole(sizes.clients)} clients, ${whole(sizes.entities)} entities up to six deep and one for each client,`,
    `${whole(sizes.products)} products, ${whole(sizes.rows)} report rows.`,
    '',
    ...workedLines(phase),
    '',
    '| action | count | p50, ms | p95 | p99 | max | alone: p50 | p95 | p95 under load, times |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    rowOf('all', summarizeLatency(phase.done), summarizeLatency(quiet)),
    '',
    ...faultLines(phase.done),
    '',
    ...memoryLines(phase, samples, idle),
    `Pending jobs at the end, mostly mails: ${whole(waiting)}.`,
    '',
  ].join('\n');
}

function rowOf(name: string, many: LatencySummary, one: LatencySummary): string {
  const waits = [many.p50, many.p95, many.p99, many.most, one.p50, one.p95].map(short).join(' | ');
  return `| ${name} | ${whole(many.count)} | ${waits} | ${(many.p95 / one.p95).toFixed(2)} |`;
}

function workedLines({ done, from, to, late, others, think, people }: LoadRun): string[] {
  const seconds = (to - from) / 1_000;
  return [
    `${people} people for ${whole(seconds)} s, each with an action every ${think} s on average: ${whole(done.length)} actions, ${short(done.length / seconds)} a second.`,
    'Open loop: due times are drawn in advance, and latency counts from the due time to the last byte of the last response.',
    `The load generator was up to ${short(late)} ms late (p99), which the latencies include. Other processes used ${others.toFixed(2)} cores.`,
  ];
}

function faultLines(done: FinishedAction[]): string[] {
  const faults = groupErrors(done);
  const count = faults.reduce((sum, each) => sum + each.count, 0);
  return [
    `Errors: ${count} of ${whole(done.length)}.`,
    ...faults.map(({ label, count: times }) => `- ${times} times ${label}`),
  ];
}

function memoryLines({ from, to }: LoadRun, samples: MemorySample[], idle?: number): string[] {
  const within = samples.filter(({ at }) => at >= from && at <= to);
  const peak = (of: 'server' | 'database') => whole(Math.max(...within.map((each) => each[of])));
  const middle = (of: 'server' | 'database') =>
    whole(within.toSorted((a, b) => a[of] - b[of])[Math.floor(within.length / 2)]?.[of] ?? 0);
  return [
    `Memory of the API process: ${idle === undefined ? '' : `${whole(idle)} MiB after its start, `}${middle('server')} median, ${peak('server')} at most; of mongod: ${middle('database')} and ${peak('database')}.`,
  ];
}

export function overloadSection(overload: Overload, samples: MemorySample[]): string {
  const { capacity, rate, seconds, generatorDelay, countsByStatus, served, rejected, normalP95, recoverySeconds } =
    overload;
  const all = [...countsByStatus.values()].reduce((sum, each) => sum + each, 0);
  return [
    heads.overload,
    '',
    `${machine()}. Lists, opened orders, searches and new orders: capacity ${short(capacity)} a second, ${whole(rate)} a second offered for ${seconds} s`,
    '(open loop) over at most 2,000 connections, with the normal load before and after.',
    '',
    '| response | count | share |',
    '| --- | --- | --- |',
    ...[...countsByStatus].map(
      ([answer, count]) => `| ${answer} | ${whole(count)} | ${((100 * count) / all).toFixed(1)} % |`,
    ),
    '',
    `Served: ${short(served.count / seconds)} a second, p50 ${short(served.p50)} ms, p95 ${short(served.p95)}, max ${short(served.most)}. Refused: p50 ${short(rejected.p50)} ms, p95 ${short(rejected.p95)}.`,
    `The load generator was up to ${short(generatorDelay)} ms late (p99), which these latencies include.`,
    recoverySeconds === undefined
      ? 'The normal load had not recovered within 40 s.'
      : `The normal load recovered ${recoverySeconds.toFixed(1)} s after the end: 6 s without failures and with a p95 within twice the ${short(normalP95)} ms before.`,
    `Memory of the API process: ${whole(Math.max(...samples.map(({ server }) => server)))} MiB at most.`,
    '',
  ].join('\n');
}

/** The share above which growth is reported; less is noise from caches. */
const steady = 0.05;

export function soakSection(of: {
  phase: LoadRun;
  heap: HeapAfterGc[];
  samples: MemorySample[];
  waiting: number;
}): string {
  const { phase, heap, samples, waiting } = of;
  const { from, to } = phase;
  const half = (from + to) / 2;
  const lines: [string, { at: number; value: number }[]][] = [
    ['API: heap after full collections', heap.map(({ at, heap: value }) => ({ at, value }))],
    ['API: resident', samples.map(({ at, server }) => ({ at, value: server }))],
    ['mongod: resident', samples.map(({ at, database }) => ({ at, value: database }))],
  ];
  const all = summarizeLatency(phase.done);
  return [
    heads.soak,
    '',
    `${machine()}.`,
    ...workedLines(phase),
    `p50 ${short(all.p50)} ms, p95 ${short(all.p95)}, p99 ${short(all.p99)}.`,
    '',
    ...faultLines(phase.done),
    `Pending jobs at the end: ${whole(waiting)}.`,
    '',
    'Memory grows when the regression line through the second half rises by more than a twentieth of the mean.',
    '',
    '| memory, MiB | first half: mean | second half: mean | growth in it | of its mean | samples | |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...lines.map(([name, points]) => growthRow(name, growthOf(points, from, half), growthOf(points, half, to))),
    '',
  ].join('\n');
}

function growthRow(name: string, first: MemoryGrowth, { mean, grown, share, points }: MemoryGrowth): string {
  const verdict = share > steady ? '**grows**' : 'does not grow';
  return `| ${name} | ${short(first.mean)} | ${short(mean)} | ${grown.toFixed(1)} | ${(100 * share).toFixed(1)} % | ${points} | ${verdict} |`;
}

/** With fewer documents the initial file size would dominate. */
const fewest = 1_000;

/** The number of orders to which the table of sizes is extrapolated. */
const many = 10_000_000;

export function sizesSection(sizes: CollectionSize[], { orders }: DataSizes): string {
  const bytes = (number: number) =>
    number < 2 ** 30 ? `${whole(number / 2 ** 20)} MiB` : `${short(number / 2 ** 30)} GiB`;
  const orderCount = sizes.find(({ name }) => name === 'orders')?.documents ?? orders;
  const row = ({ name, documents, document, stored, index, indexes }: CollectionSize) => {
    const extrapolated = (documents / orderCount) * many;
    const worked = [extrapolated * stored, extrapolated * index].map(bytes).join(' | ');
    return `| ${name} | ${whole(documents)} | ${(documents / orderCount).toFixed(2)} | ${whole(document)} | ${whole(stored)} | ${indexes} | ${whole(index)} | ${whole(extrapolated)} | ${worked} |`;
  };
  return [
    heads.sizes,
    '',
    `${machine()}. Measured by $collStats on the same database; the last three columns are extrapolated to ${whole(many)} orders, with everything else in proportion.`,
    '',
    '| collection | documents | per order | bytes each | on disk | indexes | index bytes each | documents then | data | indexes |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...sizes.filter(({ documents, stored }) => documents >= fewest || documents * stored > 2 ** 20).map(row),
    '',
  ].join('\n');
}
