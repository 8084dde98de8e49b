import type { Rates } from '../api/rates.ts';
import type { CollectionSize } from '../load/sizes.ts';
import { heading, machine } from '../machine.ts';

/** How many times the CPU time of a request may be that of the smaller database. */
const limit = 1.3;

/** How the larger database was filled. */
export interface Filling {
  seconds: number;
  sizes: CollectionSize[];
}

/** The multiple of the CPU time, with database. In these rates the smaller database is the reference. */
const slowdown = ({ cpuRatio }: Rates): number => 1 / cpuRatio;

const isOverLimit = (rates: Rates): boolean => slowdown(rates) > limit;

export const rowsOverLimit = (rates: Rates[]): string[] =>
  rates.filter(isOverLimit).map((each) => `${each.name}: ${slowdown(each).toFixed(2)}`);

interface Table {
  /** Rows whose requests match the same orders in both databases, and rows that match more. */
  same: Rates[];
  more: Rates[];
  filling: Filling;
  orders: { few: number; many: number };
  rounds: number;
}

const whole = (number: number) => Math.round(number).toLocaleString('en-US');

/** Formats the results as a Markdown page. */
export function growthTable({ same, more, filling: { seconds, sizes }, orders, rounds }: Table): string {
  const [few, many] = [whole(orders.few), whole(orders.many)];
  const gigabytes = sizes.reduce((sum, each) => sum + each.documents * (each.stored + each.index), 0) / 2 ** 30;
  const head = `${few}: requests/s | CPU ms: Node, mongod | ${many}: requests/s | CPU ms: Node, mongod | times the CPU`;
  return [
    heading(`The API with ${many} orders compared with ${few}`),
    '',
    `${machine()},`,
    `two products in turns, each on its embedded database with a cache of at most 1 GiB, 20 connections, median of ${rounds} pairs.`,
    '',
    `| the same matches | ${head} | limit | times the duration |`,
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...same.map((each) => rowOf(each, [String(limit)])),
    '',
    `| more matches, counted up to 10,001 | ${head} | times the duration |`,
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...more.map((each) => rowOf(each, [])),
    '',
    `Orders and their versions take ${gigabytes.toFixed(1)} GiB on disk with their indexes. Filling up from ${few} took ${whole(seconds)} s.`,
    '',
    '| collection | documents | bytes each, on disk | indexes | index bytes each |',
    '| --- | --- | --- | --- | --- |',
    ...sizes.map(
      (each) => `| ${each.name} | ${whole(each.documents)} | ${whole(each.stored)} | ${sizeOfIndexes(each)} |`,
    ),
    '',
  ].join('\n');
}

const sizeOfIndexes = ({ indexes, index }: CollectionSize) => `${indexes} | ${whole(index)}`;

function rowOf(rates: Rates, limits: string[]): string {
  const { name, product, reference, ratio, cpu } = rates;
  const cpuOf = ({ server, database }: Rates['cpu']['product']) =>
    Number.isFinite(server) ? `${server.toFixed(2)}, ${database.toFixed(2)}` : '-';
  const textOf = (times: number) => (Number.isFinite(times) ? times.toFixed(2) : 'no request ended');
  const times = textOf(slowdown(rates));
  const cells = [
    ...[name, whole(reference), cpuOf(cpu.reference), whole(product), cpuOf(cpu.product)],
    ...[limits.length > 0 && isOverLimit(rates) ? `**${times}**` : times, ...limits, textOf(1 / ratio)],
  ];
  return `| ${cells.join(' | ')} |`;
}
