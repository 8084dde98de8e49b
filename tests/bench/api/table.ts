import { cpus, totalmem } from 'node:os';
import type { Rates } from './rates.ts';

/** What one database of a size came to. */
export interface Run {
  rates: Rates[];
  /** MiB of the product's own process. */
  memory: { idle: number; loaded: number };
}

interface Table {
  first: Run;
  /** The same on four times as many orders. */
  grown: Run | undefined;
  orders: number;
  rounds: number;
}

/** The results as a page of Markdown, with machine and date. */
export function tableOf({ first, grown, orders, rounds }: Table): string {
  const { rates, memory } = first;
  const [processor] = cpus();
  return [
    '# The API beside Fastify with the native driver',
    '',
    `${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} cores (${processor?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node},`,
    `${orders.toLocaleString('en-US')} orders on the embedded database, 20 connections, median of ${rounds} pairs.`,
    '',
    '| work | product/s | reference/s | ratio | from, to | by CPU time | least | aim |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rates.map(rowOf),
    '',
    '| memory of the API process, MiB | measured | least | aim |',
    '| --- | --- | --- | --- |',
    `| idle | ${Math.round(memory.idle)} | 160 | 110 |`,
    `| loaded | ${Math.round(memory.loaded)} | 300 | 200 |`,
    ...(grown ? growth(rates, grown.rates) : []),
    '',
  ].join('\n');
}

function rowOf({ name, product, reference, ratio, spread, cpuRatio, least, aim }: Rates): string {
  const whole = [product, reference].map((each) => Math.round(each).toLocaleString('en-US'));
  const range = spread.map((each) => each.toFixed(2)).join(', ');
  return `| ${name} | ${whole.join(' | ')} | ${ratio.toFixed(2)} | ${range} | ${cpuRatio.toFixed(2)} | ${least} | ${aim} |`;
}

/** How many times as long the same work takes on the larger database. */
function growth(before: Rates[], after: Rates[]): string[] {
  const times = before.map(({ name, product }, index) => {
    const then = after[index]?.product ?? Number.NaN;
    return `| ${name} | ${(product / then).toFixed(2)} |`;
  });
  return ['', '| time on four times as many orders (1.3 at most) | times |', '| --- | --- |', ...times];
}
