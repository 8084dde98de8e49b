import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { memoryOf } from '../../product/memory.ts';
import { cpuTime, medianLoad, type Server } from './load.ts';

/** Results of exporting a long list as CSV: medians of pairs, in time and CPU time. */
export interface CsvRates {
  rows: number;
  /** Seconds for the whole file. */
  product: number;
  reference: number;
  /** The reference's time as a share of the product's, with minimum and maximum. */
  ratio: number;
  spread: [number, number];
  cpuRatio: number;
  /** Peak growth of the product's process during the export in MiB: median and maximum of the rounds. */
  growth: { median: number; most: number };
}

interface Both {
  product: Server;
  reference: Server;
  cookie: string;
  rounds: number;
}

/** The name of the row, for `--only`. */
export const csvName = 'CSV of all orders';

/** Columns of every kind that an agency uses. */
const columns = 'refCode,status,client,user,channelId,submissionDate,cancelationReason,revision,createdAt,updatedAt';

/** Exports all orders from both servers in turn. Throws when the texts differ. */
export async function measureCsv({ product, reference, cookie, rounds }: Both): Promise<CsvRates> {
  const ours = () => download(product, `/api/orders.csv?columns=${columns}`, cookie);
  const theirs = () => download(reference, `/orders.csv?columns=${columns}`, cookie);
  // Wait until background writes of earlier rows are done, so that both servers read the same data.
  await setTimeout(2_000);
  const [first, second] = [await ours(), await theirs()];
  if (first.hash !== second.hash) throw new Error('Product and reference wrote different files');
  const pairs: { product: Download; reference: Download }[] = [];
  while (pairs.length < rounds) {
    const early = pairs.length % 2 === 0 ? await ours() : undefined;
    const beside = await theirs();
    pairs.push({ product: early ?? (await ours()), reference: beside });
  }
  const ratios = pairs.map((pair) => pair.reference.seconds / pair.product.seconds);
  const grown = pairs.map((pair) => pair.product.growth);
  return {
    rows: first.rows,
    product: medianLoad(pairs.map((pair) => pair.product.seconds)),
    reference: medianLoad(pairs.map((pair) => pair.reference.seconds)),
    ratio: medianLoad(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    cpuRatio: medianLoad(pairs.map((pair) => pair.reference.cpu / pair.product.cpu)),
    growth: { median: medianLoad(grown), most: Math.max(...grown) },
  };
}

interface Download {
  seconds: number;
  /** CPU time in milliseconds, including the database. */
  cpu: number;
  rows: number;
  growth: number;
  hash: string;
}

const lineBreak = 10;

async function download({ url, pids }: Server, path: string, cookie: string): Promise<Download> {
  const [server = 0] = pids;
  const [before, spent, began] = [memoryOf(server), cpuTime(pids), performance.now()];
  const response = await fetch(new URL(path, url), { headers: { cookie } });
  if (!response.ok || !response.body) throw new Error(`${response.status} from ${url}${path}`);
  const hash = createHash('sha256');
  const progress = { rows: -1, most: before, at: began };
  for await (const piece of response.body) {
    hash.update(piece);
    for (const byte of piece) if (byte === lineBreak) progress.rows += 1;
    if (performance.now() - progress.at < 50) continue;
    progress.at = performance.now();
    progress.most = Math.max(progress.most, memoryOf(server));
  }
  return {
    seconds: (performance.now() - began) / 1_000,
    cpu: cpuTime(pids) - spent,
    rows: progress.rows,
    growth: progress.most - before,
    hash: hash.digest('hex'),
  };
}
