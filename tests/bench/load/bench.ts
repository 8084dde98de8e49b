import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { storeOf } from '../../../api/engine/store/store.ts';
import { loadOrCreateSecret } from '../../../api/platform/config/config.ts';
import { connectDatabase, disconnectDatabase } from '../../../api/platform/database/connect.ts';
import { runningDatabaseUri } from '../../../api/platform/database/running.ts';
import { runningMongodPid } from '../../../api/platform/mongod/orphan.ts';
import { callerOf } from '../../product/call.ts';
import { memoryOf } from '../../product/memory.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../../product/product.ts';
import { signIn } from '../../product/sign-in.ts';
import { fillWorld } from './fill.ts';
import { openHttpClient } from './http-client.ts';
import { parseGcTrace, watchMemory } from './memory.ts';
import { watchOtherCpu } from './other-cpu.ts';
import { overload } from './overload.ts';
import { runUsers, runWithoutLoad, warmUp } from './schedule.ts';
import { measureSizes } from './sizes.ts';
import { groupErrors } from './statistics.ts';
import { type LoadRun, loadSection, overloadSection, sizesSection, soakSection, withSection } from './table.ts';
import type { DataSizes } from './tree.ts';
import { openWorld, type World } from './world.ts';

const results = 'tests/bench/results/load.md';
/** Think time in seconds between two actions of a user; twice as long in the soak test. */
const usualThink = 5;

/**
 * `npm run bench -- load [--data FOLDER] [--users N] [--minutes N] [--overload SECONDS] [--soak MINUTES] [--think
 * SECONDS] …`: load test: latency with many concurrent users, behavior under overload, and memory growth over time
 * (soak). A part with length 0 is skipped, and its earlier results stay.
 */
export async function benchLoad(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      users: { type: 'string', default: '200' },
      think: { type: 'string', default: String(usualThink) },
      minutes: { type: 'string', default: '5' },
      overload: { type: 'string', default: '30' },
      soak: { type: 'string', default: '20' },
      orders: { type: 'string', default: '100000' },
      clients: { type: 'string', default: '20000' },
      entities: { type: 'string', default: '500' },
      products: { type: 'string', default: '2000' },
      rows: { type: 'string', default: '1000000' },
      print: { type: 'boolean', default: false },
    },
  });
  const { orders, clients, entities, products, rows, users } = values;
  const sizes: DataSizes = {
    ...{ orders: Number(orders), clients: Number(clients), entities: Number(entities) },
    ...{ products: Number(products), rows: Number(rows), users: Number(users) },
  };
  const dataDir = values.data ?? (await newDataDir());
  await mkdir(dataDir, { recursive: true });
  const [minutes, pushed, soak, think] = [values.minutes, values.overload, values.soak, values.think].map(Number);
  try {
    await fill(dataDir, sizes);
    const writeSection = values.print ? print : saveSection;
    await measure({ dataDir, sizes, minutes, pushed, soak, think, writeSection });
  } finally {
    if (!values.data) await removeDataDir(dataDir);
  }
}

/** Saves a section as soon as it is measured. */
type WriteSection = (section: string) => Promise<void>;

const print: WriteSection = async (section) => void process.stdout.write(`\n${section}\n`);

/** Replaces its earlier version at once: the failure of a later part loses nothing. */
const saveSection: WriteSection = async (section) => {
  await print(section);
  await mkdir(dirname(results), { recursive: true });
  await writeFile(results, withSection(await readFile(results, 'utf8').catch(() => ''), section));
};

const report = (line: string) => void process.stdout.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`);

/** Fill the data in a separate start, to exclude its memory. */
async function fill(dataDir: string, sizes: DataSizes): Promise<void> {
  const product = await start(dataDir);
  try {
    await connect(product);
    await fillWorld(sizes, report);
    await until(async () => (await storeOf('ReportTotals').count({ isStale: true }, 1)) === 0);
  } finally {
    await disconnectDatabase();
    await product.stop();
  }
}

/** The product's output on this folder goes to a file: a pipe whose reader is slow blocks a process that logs. */
const printedOf = (dataDir: string) => join(dataDir, 'printed.log');

/** V8 prints the heap after a full collection; the options of `npm start` follow its own. */
function start(dataDir: string): Promise<Product> {
  const within = ['sh', '-c', 'exec "$0" --trace-gc "$@" >"$LOAD_BENCH_PRINTED" 2>&1'];
  const environment = { DEMO: 'on', LINK_LIMIT_ADDRESS: '1000', LOAD_BENCH_PRINTED: printedOf(dataDir) };
  return startProduct({ dataDir, seconds: 300, environment, within });
}

async function connect({ dataDir }: Product): Promise<void> {
  const uri = runningDatabaseUri(dataDir);
  if (!uri) throw new Error(`No database runs on ${dataDir}`);
  await connectDatabase(uri);
}

interface Measuring {
  dataDir: string;
  sizes: DataSizes;
  minutes?: number | undefined;
  pushed?: number | undefined;
  soak?: number | undefined;
  think?: number | undefined;
  writeSection: WriteSection;
}

async function measure({
  dataDir,
  sizes,
  minutes = 0,
  pushed = 0,
  soak = 0,
  think = usualThink,
  writeSection,
}: Measuring): Promise<void> {
  const started = performance.now();
  const product = await start(dataDir);
  const pids = { server: product.pid, database: runningMongodPid(dataDir) ?? 0 };
  const idle = memoryOf(product.pid);
  const memory = watchMemory(pids);
  try {
    await connect(product);
    const world = await peopled(product, sizes.users);
    const { send, close } = openHttpClient(product.url, 2 * world.people.length);
    await warmUp({ world, send });
    const work = async (seconds: number, pace: number): Promise<LoadRun> => {
      const delay = monitorEventLoopDelay({ resolution: 10 });
      delay.enable();
      const othersUsed = watchOtherCpu([pids.server, pids.database, process.pid]);
      const from = performance.now();
      const done = await runUsers({ world, send, seconds, think: pace });
      const late = delay.percentile(99) / 1e6;
      delay.disable();
      const within = { from, to: performance.now() };
      for (const { label, count, sample } of groupErrors(done)) report(`${count} × ${label}: ${sample}`);
      return { done, ...within, late, others: othersUsed(), think: pace, people: world.people.length };
    };
    if (minutes > 0) {
      const quiet = await runWithoutLoad({ world, send, times: 20 });
      for (const { label, count, sample } of groupErrors(quiet)) report(`alone: ${count} × ${label}: ${sample}`);
      report('Everybody works');
      const phase = await work(60 * minutes, think);
      await writeSection(
        loadSection({ sizes, quiet, phase, idle, samples: memory.samples, waiting: await waitingJobs() }),
      );
    }
    if (pushed > 0) {
      report('The load exceeds the capacity of this machine');
      await writeSection(
        overloadSection(await overload({ world, url: product.url, seconds: pushed, think }), memory.samples),
      );
    }
    if (soak > 0) {
      report('Soak test: all users continue at half the rate');
      const phase = await work(60 * soak, 2 * think);
      const heap = parseGcTrace(await readFile(printedOf(dataDir), 'utf8'), started);
      await writeSection(soakSection({ phase, heap, samples: memory.samples, waiting: await waitingJobs() }));
    }
    await close();
    await writeSection(sizesSection(await measureSizes(), sizes));
  } finally {
    memory.stop();
    await disconnectDatabase();
    await product.stop();
  }
}

async function peopled(product: Product, userCount: number): Promise<World> {
  const cookies = await signIn({ call: callerOf(product.url), dataDir: product.dataDir }, 'admin@example.com');
  const administrator = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const users = await storeOf('User').find({
    filter: { email: { $regex: '^load-' } },
    sort: ['createdAt'],
    limit: userCount,
  });
  return await openWorld({ url: product.url, administrator, secret: loadOrCreateSecret(product.dataDir), users });
}

/** Number of pending jobs, mostly mails: the product must process them as fast as they are enqueued. */
const waitingJobs = () => storeOf('Job').count({ status: 'waiting', dueAt: { $lte: new Date() } });

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 500));
}
