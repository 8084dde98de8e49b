import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runningMongodPid } from '../../../api/platform/mongod/orphan.ts';
import { recordDownloads } from '../../browser/download-size.ts';
import { callerOf } from '../../product/call.ts';
import { memoryOf } from '../../product/memory.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../../product/product.ts';
import { signIn } from '../../product/sign-in.ts';
import { medianLoad, runLoad } from '../api/load.ts';
import { openBrowser } from '../browser.ts';
import { firstLoads } from '../forms/firstLoad.ts';
import { heading, machine } from '../machine.ts';

const results = 'tests/bench/results/cost.md';

/** One row of the table: the figure, its limit and its target. */
interface Cost {
  name: string;
  measured: string;
  limit: string;
  aim: string;
}

/**
 * `npm run bench -- cost [--rounds N] [--data FOLDER]`: the idle cost of the product: start time, memory, and download
 * size. FOLDER holds an existing database; a new demo by default.
 */
export async function benchCost(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '5' }, data: { type: 'string' } },
  });
  const rounds = Number(values.rounds);
  const dataDir = values.data ?? (await newDataDir());
  try {
    // Build first and fill a new folder: neither is measured.
    await (await start(dataDir)).product.stop();
    const costs = [...(await starts(dataDir, rounds)), ...(await memory(dataDir)), ...(await bundles())];
    const table = tableOf(costs, rounds);
    process.stdout.write(`\n${table}`);
    await mkdir(dirname(results), { recursive: true });
    await writeFile(results, table);
  } finally {
    if (!values.data) await removeDataDir(dataDir);
  }
}

/** Starts it as `npm start` does, but without npm; returns the seconds until it is ready. */
async function start(dataDir: string): Promise<{ product: Product; seconds: number }> {
  const began = performance.now();
  const product = await startProduct({
    dataDir,
    seconds: 300,
    environment: { DEMO: 'on', LINK_LIMIT_ADDRESS: '1000' },
  });
  return { product, seconds: (performance.now() - began) / 1_000 };
}

/** Cold starts, alternately with data and without. */
async function starts(dataDir: string, rounds: number): Promise<Cost[]> {
  const times: { existing: number[]; empty: number[] } = { existing: [], empty: [] };
  while (times.existing.length < rounds) {
    const again = await start(dataDir);
    times.existing.push(again.seconds);
    await again.product.stop();
    const folder = await newDataDir();
    const first = await start(folder);
    times.empty.push(first.seconds);
    await first.product.stop();
    await removeDataDir(folder);
  }
  const textOf = (seconds: number[]) =>
    `${medianLoad(seconds).toFixed(1)} s (${Math.min(...seconds).toFixed(1)} to ${Math.max(...seconds).toFixed(1)})`;
  return [
    {
      name: 'start with an existing database until readyz',
      measured: textOf(times.existing),
      limit: '3 s',
      aim: '1.0 s',
    },
    { name: 'start with an empty database, seeding the demo', measured: textOf(times.empty), limit: '', aim: '' },
  ];
}

/** Milliseconds of idling before measuring. */
const rest = 10_000;
const busySeconds = 15;

async function memory(dataDir: string): Promise<Cost[]> {
  const { product } = await start(dataDir);
  try {
    const pids: [number, number] = [product.pid, runningMongodPid(dataDir) ?? 0];
    const memories = () => pids.map((pid) => Math.round(memoryOf(pid)));
    await setTimeout(rest);
    const [idle, idleDatabase] = memories();
    const cookies = await signIn({ call: callerOf(product.url), dataDir }, 'agency.user@example.com');
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const path = '/api/orders?sort=-updatedAt&limit=20&populate=client,user';
    const requests = [{ method: 'GET', path, headers: { cookie } }];
    await runLoad({ server: { url: product.url, pids }, requests, seconds: busySeconds });
    const [busy, busyDatabase] = memories();
    return [
      {
        name: 'memory of the API process ten seconds after its start',
        measured: `${idle} MiB`,
        limit: '160',
        aim: '110',
      },
      {
        name: `the same after ${busySeconds} s of list requests on 20 connections`,
        measured: `${busy} MiB`,
        limit: '300',
        aim: '200',
      },
      { name: 'memory of mongod, idle, loaded', measured: `${idleDatabase}, ${busyDatabase} MiB`, limit: '', aim: '' },
    ];
  } finally {
    await product.stop();
  }
}

async function bundles(): Promise<Cost[]> {
  const browser = await openBrowser();
  try {
    const portal = (await firstLoads(browser)).map(({ journey, script, style }) => ({
      name: `portal until an order form is interactive, ${journey}: scripts and styles, gzip`,
      measured: `${script.toFixed(1)} and ${style.toFixed(1)} KB`,
      limit: '165 and 12',
      aim: '140',
    }));
    return [
      ...portal,
      { name: 'back-office entry, scripts, gzip', measured: await backOffice(), limit: '420', aim: '380' },
    ];
  } finally {
    await browser.close();
  }

  /** The download of the product list, as `back-office.spec` limits it. */
  async function backOffice(): Promise<string> {
    const dataDir = await newDataDir();
    const { product } = await start(dataDir);
    const context = await browser.newContext({ baseURL: product.url });
    try {
      const cookies = await signIn({ call: callerOf(product.url), dataDir }, 'admin@example.com');
      await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: product.url })));
      const page = await context.newPage();
      const { kilobytes } = recordDownloads(page);
      await page.goto('/admin/products');
      await page.getByRole('link', { name: 'Radio spots' }).first().waitFor();
      return `${(await kilobytes('.js')).toFixed(0)} KB`;
    } finally {
      await context.close();
      await product.stop();
      await removeDataDir(dataDir);
    }
  }
}

function tableOf(costs: Cost[], rounds: number): string {
  return [
    heading('What it costs'),
    '',
    `${machine()}. Starts: median of ${rounds}, with minimum and maximum, without npm itself.`,
    '',
    '| | measured | at most | aim |',
    '| --- | --- | --- | --- |',
    ...costs.map(({ name, measured, limit, aim }) => `| ${name} | ${measured} | ${limit} | ${aim} |`),
    '',
  ].join('\n');
}
