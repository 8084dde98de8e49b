import type { Rates } from '../api/rates.ts';
import type { CollectionSize } from '../load/sizes.ts';
import { heading, machine } from '../machine.ts';

/** How many times the CPU time of a request may be that at 50,000 orders. */
const limit = 1.3;

/** How the larger database was filled. */
export interface Filling {
  seconds: number;
  sizes: CollectionSize[];
}

export function rowsOverLimit(rates: Rates[]): string[] {
  return rates.filter((each) => slowdown(each) > limit).map((each) => `${each.name}: ${slowdown(each).toFixed(2)}`);
}

const slowdown = ({ cpuRatio }: Rates): number => 1 / cpuRatio;

interface Table {
  rates: Rates[];
  filling: Filling;
  orders: number;
  rounds: number;
}

const whole = (number: number) => Math.round(number).toLocaleString('en-US');

/** Formats the results as a Markdown page. In these rates, the reference is the smaller database. */
export function growthTable({ rates, filling: { seconds, sizes }, orders, rounds }: Table): string {
  const gigabytes = sizes.reduce((sum, each) => sum + each.documents * (each.stored + each.index), 0) / 2 ** 30;
  return [
    heading(`The API with ${whole(orders)} orders compared with 50,000`),
    '',
    `${machine()},`,
    `two products with their embedded databases (cache of 1 GiB each) in turns, 20 connections, median of ${rounds} pairs.`,
    '',
    '| work | 50,000: requests/s | CPU ms: Node, mongod | more: requests/s | CPU ms: Node, mongod | times the CPU | limit | times the duration |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rates.map(rowOf),
    '',
    `Orders and versions take ${gigabytes.toFixed(1)} GiB on disk. Adding them took ${whole(seconds)} s.`,
    '',
    '| collection | documents | bytes each, on disk | indexes | index bytes each |',
    '| --- | --- | --- | --- | --- |',
    ...sizes.map(
      (each) =>
        `| ${each.name} | ${whole(each.documents)} | ${whole(each.stored)} | ${each.indexes} | ${whole(each.index)} |`,
    ),
    '',
  ].join('\n');
}

function rowOf(rates: Rates): string {
  const { name, product, reference, ratio, cpu } = rates;
  const cpuOf = ({ server, database }: Rates['cpu']['product']) => `${server.toFixed(2)}, ${database.toFixed(2)}`;
  const [before, after] = [
    [whole(reference), cpuOf(cpu.reference)],
    [whole(product), cpuOf(cpu.product)],
  ];
  const verdict = slowdown(rates) > limit ? `**${slowdown(rates).toFixed(2)}**` : slowdown(rates).toFixed(2);
  return `| ${name} | ${before.join(' | ')} | ${after.join(' | ')} | ${verdict} | ${limit} | ${(1 / ratio).toFixed(2)} |`;
}
