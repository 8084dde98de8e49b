import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { keptSecret } from '../../../api/host/config/secret.ts';
import { disconnectDatabase } from '../../../api/host/database/connect.ts';
import { mongodOn } from '../../../api/host/mongod/orphan.ts';
import { memoryOf } from '../../product/memory.ts';
import { newDataDir, removeDataDir, startProduct } from '../../product/product.ts';
import { besideName, measureBeside } from './beside.ts';
import { csvName, measureCsv } from './csv.ts';
import { historyName, measureHistory } from './history.ts';
import { importsName, measureImports } from './imports.ts';
import type { Server } from './load.ts';
import { prepare } from './prepare.ts';
import { measure } from './rates.ts';
import { measureRights, rightsName } from './rights.ts';
import { type Run, tableOf } from './table.ts';
import { workOn } from './work.ts';

const results = 'tests/bench/results/api.md';

/**
 * `npm run bench -- api [--orders N] [--data FOLDER] [--rounds N] [--seconds N] [--only WORDS] [--growth] [--rows N] [--totals N]`: the figures of
 * performance.md part 1 for the built product on its embedded database. FOLDER is kept, so that the next run need not
 * fill it; with `--growth` the same is measured again on four times as many orders, finding the same ones.
 */
export async function benchApi(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string', default: '50000' },
      data: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      only: { type: 'string', default: '' },
      rows: { type: 'string', default: '100000' },
      totals: { type: 'string', default: '1000000' },
      heap: { type: 'string' },
      growth: { type: 'boolean', default: false },
    },
  });
  const orders = Number(values.orders);
  const reports = { rows: Number(values.rows), all: Number(values.totals) };
  const { only, heap } = values;
  const options = { rounds: Number(values.rounds), seconds: Number(values.seconds), only, heap, reports };
  const dataDir = values.data ?? (await newDataDir());
  try {
    const first = await run({ dataDir, orders, ...options });
    const grown = values.growth
      ? await run({ dataDir, orders: 4 * orders, matches: first.matches, ...options })
      : undefined;
    const table = tableOf({ first, grown, orders, rounds: options.rounds });
    process.stdout.write(`\n${table}`);
    if (only !== '' || heap) return;
    await mkdir(dirname(results), { recursive: true });
    await writeFile(results, table);
  } finally {
    if (!values.data) await removeDataDir(dataDir);
  }
}

interface Running {
  dataDir: string;
  orders: number;
  /** The orders that the run before found, for the same to be found again. */
  matches?: Set<string>;
  rounds: number;
  seconds: number;
  only: string;
  /** How many rows an import has, and how many totals are of. */
  reports: { rows: number; all: number };
  /** MiB that the product's heap is held to: without it V8 collects late, and growth tells of that. */
  heap?: string;
}

async function run({ dataDir, orders, matches, only, reports, heap, ...effort }: Running): Promise<Run> {
  const held: Record<string, string> = heap ? { NODE_OPTIONS: `--max-old-space-size=${heap}` } : {};
  const start = { dataDir, seconds: 300, environment: { DEMO: 'on', LINK_LIMIT_ADDRESS: '1000', ...held } };
  // What the first start of all makes of the demo takes memory that no later start does: another one is measured.
  await (await startProduct(start)).stop();
  const product = await startProduct(start);
  const idle = memoryOf(product.pid);
  const children: ChildProcess[] = [];
  try {
    const material = await prepare(product, orders, matches);
    const database = mongodOn(dataDir) ?? 0;
    const reference = await startReference({ uri: material.uri, dataDir, children });
    const servers: Record<'product' | 'reference', Server> = {
      product: { url: product.url, pids: [product.pid, database] },
      reference: { url: reference.url, pids: [reference.pid, database] },
    };
    const work = workOn(material, product.url).filter(({ name }) => name.includes(only));
    const rates = await measure(work, servers, effort);
    const csv = csvName.includes(only)
      ? await measureCsv({ ...servers, cookie: material.cookies.administrator, rounds: effort.rounds })
      : undefined;
    const beside = besideName.includes(only)
      ? await measureBeside({
          product: servers.product,
          cookies: material.cookies,
          paths: material.clients.map(({ id }) => `/api/orders?client=${id}&status=COMPLETE`),
          ...effort,
        })
      : undefined;
    const rights = rightsName.includes(only)
      ? await measureRights({ product: servers.product, cookies: material.cookies, rounds: effort.rounds })
      : undefined;
    const [like] = material.drafts;
    const history =
      like && historyName.includes(only)
        ? await measureHistory({
            product: servers.product,
            cookie: material.cookies.moderator,
            like,
            rounds: effort.rounds,
          })
        : undefined;
    const imports = importsName.includes(only)
      ? await measureImports({ ...servers, ...material, ...reports, rounds: effort.rounds })
      : undefined;
    const memory = { idle, loaded: memoryOf(product.pid) };
    return { rates, csv, beside, rights, history, imports, matches: material.matches, memory };
  } finally {
    for (const child of children) child.kill();
    await disconnectDatabase();
    await product.stop();
  }
}

/** A process of its own, so that neither server waits for the other or for the load. */
async function startReference(asked: {
  uri: string;
  dataDir: string;
  children: ChildProcess[];
}): Promise<{ url: string; pid: number }> {
  const program = ['--import', 'tsx', 'tests/bench/api/reference.ts', asked.uri, keptSecret(asked.dataDir)];
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  asked.children.push(child);
  const [printed] = await once(child.stdout, 'data');
  return { url: String(printed).trim(), pid: child.pid ?? 0 };
}
