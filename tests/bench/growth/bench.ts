import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { storeOf } from '../../../api/engine/store/store.ts';
import { connectDatabase, disconnectDatabase } from '../../../api/platform/database/connect.ts';
import { runningDatabaseUri } from '../../../api/platform/database/running.ts';
import { runningMongodPid } from '../../../api/platform/mongod/orphan.ts';
import { type Product, removeDataDir, startProduct } from '../../product/product.ts';
import type { Server } from '../api/load.ts';
import { prepareTestData, type TestData } from '../api/prepare.ts';
import { measureRates } from '../api/rates.ts';
import type { BenchmarkRow } from '../api/work.ts';
import { measureSizes } from '../load/sizes.ts';
import { multiplyOrders } from './copies.ts';
import { growthRows } from './rows.ts';
import { type Filling, growthTable, rowsOverLimit } from './table.ts';

const results = 'tests/bench/results/growth.md';
const fewer = 50_000;

/**
 * `npm run bench -- growth [--orders N] [--data FOLDER] [--rounds N] [--seconds N] [--only WORDS] [--check]`: the same
 * requests to the product with 50,000 orders and to one with N, in turns. The requests match the same orders in both.
 * `--check` writes no results and fails when a row exceeds its limit: the nightly run uses it.
 */
export async function benchGrowth(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      orders: { type: 'string', default: '2000000' },
      data: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
      only: { type: 'string', default: '' },
      check: { type: 'boolean', default: false },
    },
  });
  const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
  const orders = Number(values.orders);
  // In the memory of /dev/shm, two million orders would leave too little of it to the servers.
  const folder = values.data ?? (await mkdtemp(join(tmpdir(), 'portal-growth-')));
  const dataDirs = dataDirsOf(folder);
  try {
    const filling = await fill(folder, orders);
    const small = await open(dataDirs.small);
    const large = await open(dataDirs.large).catch(async (error: unknown) => {
      await small.product.stop();
      throw error;
    });
    try {
      const servers = { product: large.server, reference: small.server };
      const measureRows = async (rows: BenchmarkRow[]) =>
        await measureRates(
          rows.filter(({ name }) => name.includes(values.only)),
          servers,
          effort,
        );
      const rows = growthRows({ small, large });
      const [more, same] = [await measureRows(rows.more), await measureRows(rows.same)];
      const table = growthTable({ same, more, filling, orders: { few: fewer, many: orders }, rounds: effort.rounds });
      process.stdout.write(`\n${table}`);
      const slow = rowsOverLimit(same);
      if (values.check && slow.length > 0) throw new Error(`Slower than the limit: ${slow.join('; ')}`);
      if (values.check || values.only !== '') return;
      await mkdir(dirname(results), { recursive: true });
      await writeFile(results, table);
    } finally {
      await small.product.stop();
      await large.product.stop();
    }
  } finally {
    if (!values.data) {
      for (const dataDir of Object.values(dataDirs)) await removeDataDir(dataDir);
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** A running product with its test data. */
export interface OpenProduct {
  product: Product;
  server: Server;
  material: TestData;
}

/** Starts the product on a folder, filled up to 50,000 orders. */
async function open(dataDir: string): Promise<OpenProduct> {
  const environment = { DEMO: 'on', LINK_LIMIT_ADDRESS: '1000' };
  const product = await startProduct({ dataDir, seconds: 300, environment });
  try {
    const material = await prepareTestData(product, fewer);
    const server: Server = { url: product.url, pids: [product.pid, runningMongodPid(dataDir) ?? 0] };
    return { product, server, material };
  } catch (error) {
    await product.stop();
    throw error;
  } finally {
    await disconnectDatabase();
  }
}

/** The time that filling took, beside the two data folders. */
const timeFile = 'filling-seconds.txt';

/** Fills both folders: the large one is a copy of the small one with copies of its orders. */
async function fill(folder: string, target: number): Promise<Filling> {
  const { small, large } = dataDirsOf(folder);
  if (!existsSync(large)) {
    const first = await open(small);
    await first.product.stop();
    await cp(small, large, { recursive: true });
  }
  const { product, material } = await open(large);
  try {
    const uri = runningDatabaseUri(large);
    if (!uri) throw new Error(`No database runs on ${large}`);
    await connectDatabase(uri);
    if ((await storeOf('Order').count({})) < target) {
      const began = performance.now();
      await multiplyOrders({ target, measured: material.clients, report: material.report });
      await writeFile(join(folder, timeFile), String((performance.now() - began) / 1_000));
    }
    const sizes = (await measureSizes()).filter(({ name }) => collections.includes(name));
    return { seconds: Number(await readFile(join(folder, timeFile), 'utf8')), sizes };
  } finally {
    await disconnectDatabase();
    await product.stop();
  }
}

const dataDirsOf = (folder: string) => ({ small: join(folder, 'small'), large: join(folder, 'large') });
const collections = ['orders', 'order_versions'];
