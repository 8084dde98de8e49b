import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { loadOrCreateSecret } from '../../../api/platform/config/config.ts';
import { disconnectDatabase } from '../../../api/platform/database/connect.ts';
import { runningMongodPid } from '../../../api/platform/mongod/orphan.ts';
import { memoryOf } from '../../product/memory.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../../product/product.ts';
import { csvName, measureCsv } from './csv.ts';
import { historyName, measureHistory } from './history.ts';
import { importsName, measureImports } from './imports.ts';
import { busyLatencyName, measureBusyLatency } from './latency-beside-validation.ts';
import type { Server } from './load.ts';
import { prepareTestData, type TestData } from './prepare.ts';
import { measureRates, type Rates } from './rates.ts';
import { measureRights, rightsName } from './rights.ts';
import { measureSorts, sortsName } from './sorts.ts';
import { type ApiRun, apiTable } from './table.ts';
import { benchmarkRows } from './work.ts';
import { measureWriters, type WriterRates, writersName } from './writers.ts';

const results = 'tests/bench/results/api.md';

/**
 * `npm run bench -- api [--orders N] [--data FOLDER] [--rounds N] [--seconds N] [--only WORDS] [--growth] [--rows N]
 * [--totals N]`: the figures of performance.md part 1 for the built product on its embedded database. FOLDER is not
 * removed at the end, so that the next run need not fill it. `--growth` measures again with four times as many orders, with queries that
 * match the same ones.
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
    const table = apiTable({ first, grown, orders, rounds: options.rounds });
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
  /** The orders that the smaller run matched, so that this one matches the same. */
  matches?: Set<string>;
  rounds: number;
  seconds: number;
  only: string;
  /** Rows of an import, and rows under the totals. */
  reports: { rows: number; all: number };
  /** Heap limit of the product in MiB: without it V8 collects garbage late, and memory growth measures only that. */
  heap?: string;
}

/** Measures while the product and its reference run. */
interface At {
  product: Product;
  servers: Record<'product' | 'reference', Server>;
  material: TestData;
}

/** The rows that are rates: requests, and concurrent writers. */
export async function ratesOf(
  options: Pick<Running, 'dataDir' | 'orders' | 'rounds' | 'seconds' | 'only'>,
): Promise<{ rates: Rates[]; writers: WriterRates | undefined }> {
  return await withServers(options, (at) => ratesAt(at, options));
}

async function ratesAt(
  { product, servers, material }: At,
  { only, ...effort }: Pick<Running, 'rounds' | 'seconds' | 'only'>,
) {
  const work = benchmarkRows(material, product.url).filter(({ name }) => name.includes(only));
  const rates = await measureRates(work, servers, effort);
  const { cookies, writable: clients } = material;
  const writers = writersName.includes(only)
    ? await measureWriters({ ...servers, cookie: cookies.administrator, clients, ...effort })
    : undefined;
  return { rates, writers };
}

/** Starts both servers, runs the work on them, and stops them. */
export async function withServers<T>(
  { dataDir, orders, matches, heap }: Pick<Running, 'dataDir' | 'orders' | 'matches' | 'heap'>,
  work: (at: At, idle: number) => Promise<T>,
): Promise<T> {
  const heapEnvironment: Record<string, string> = heap ? { NODE_OPTIONS: `--max-old-space-size=${heap}` } : {};
  const start = { dataDir, seconds: 300, environment: { DEMO: 'on', LINK_LIMIT_ADDRESS: '1000', ...heapEnvironment } };
  // Seeding the demo needs memory that no later start does, so measure a second start.
  await (await startProduct(start)).stop();
  const product = await startProduct(start);
  const idle = memoryOf(product.pid);
  const children: ChildProcess[] = [];
  try {
    const material = await prepareTestData(product, orders, matches);
    const database = runningMongodPid(dataDir) ?? 0;
    const reference = await startReference({ uri: material.uri, dataDir, children });
    const servers: Record<'product' | 'reference', Server> = {
      product: { url: product.url, pids: [product.pid, database] },
      reference: { url: reference.url, pids: [reference.pid, database] },
    };
    return await work({ product, servers, material }, idle);
  } finally {
    for (const child of children) child.kill();
    await disconnectDatabase();
    await product.stop();
  }
}

async function run({ only, reports, rounds, seconds, ...start }: Running): Promise<ApiRun> {
  const effort = { rounds, seconds };
  return await withServers(start, async (at, idle) => {
    const { product, servers, material } = at;
    const { rates, writers } = await ratesAt(at, { only, ...effort });
    const csv = csvName.includes(only)
      ? await measureCsv({ ...servers, cookie: material.cookies.administrator, rounds: effort.rounds })
      : undefined;
    const beside = busyLatencyName.includes(only)
      ? await measureBusyLatency({
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
    // Last, because it moves orders to one client.
    const sorts = sortsName.includes(only)
      ? await measureSorts({ product: servers.product, ...material, ...effort })
      : undefined;
    return { rates, writers, csv, beside, rights, history, imports, sorts, matches: material.matches, memory };
  });
}

/** A separate process, so that neither server shares an event loop with the other or with the load generator. */
async function startReference(options: {
  uri: string;
  dataDir: string;
  children: ChildProcess[];
}): Promise<{ url: string; pid: number }> {
  const program = ['--import', 'tsx', 'tests/bench/api/reference.ts', options.uri, loadOrCreateSecret(options.dataDir)];
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] });
  options.children.push(child);
  const [printed] = await once(child.stdout, 'data');
  return { url: String(printed).trim(), pid: child.pid ?? 0 };
}
