import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { disconnectDatabase } from '../../../api/platform/database/connect.ts';
import { runningMongodPid } from '../../../api/platform/mongod/orphan.ts';
import { newDataDir, removeDataDir, startProduct } from '../../product/product.ts';
import { measurePair, medianLoad, type Server } from '../api/load.ts';
import { prepareTestData } from '../api/prepare.ts';
import { benchmarkRows } from '../api/work.ts';
import { heading, machine } from '../machine.ts';
import { type Directus, directusAt } from './directus.ts';

const results = 'tests/bench/results/directus.md';

/** A row of the API benchmark, and the equivalent request to Directus. */
const rows: { name: string; of: string; urls: (directus: Directus, ids: Ids) => string[] }[] = [
  { name: 'list of 20, AGENCY_ADMIN', of: 'list of 20 orders by client and status', urls: listed },
  { name: 'list of 20, AGENCY_USER', of: 'the same for an AGENCY_USER', urls: listed },
  { name: 'list of 20, ADMIN', of: 'the same for an ADMIN', urls: listed },
  {
    name: 'one by id',
    of: 'one order by id, COMPLETE',
    urls: (directus, { complete }) => complete.map(directus.one),
  },
];

interface Ids {
  clients: string[];
  complete: string[];
}

function listed(directus: Directus, { clients }: Ids): string[] {
  return clients.map(directus.list);
}

/**
 * `npm run bench -- directus --url URL --token TOKEN [--orders N] [--data FOLDER] [--rounds N] [--seconds N]`: compares
 * the product's lists with those of a running Directus (performance.md part 1), which gets the same orders and the
 * indexes that its settings can create.
 */
export async function benchDirectus(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      url: { type: 'string' },
      token: { type: 'string' },
      orders: { type: 'string', default: '50000' },
      data: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
    },
  });
  const { url, token } = values;
  if (!url || !token) throw new Error('Say where Directus is, and by whose token: --url URL --token TOKEN');
  const effort = { rounds: Number(values.rounds), seconds: Number(values.seconds) };
  const dataDir = values.data ?? (await newDataDir());
  const environment = { DEMO: 'on', LINK_LIMIT_ADDRESS: '1000' };
  const product = await startProduct({ dataDir, seconds: 300, environment });
  try {
    const material = await prepareTestData(product, Number(values.orders));
    const directus = await directusAt(url, token);
    const ours: Server = { url: product.url, pids: [product.pid, runningMongodPid(dataDir) ?? 0] };
    // Its CPU time is unknown: it may run on another machine.
    const theirs: Server = { url, pids: [process.pid, process.pid] };
    const ids = {
      clients: material.clients.map(({ id }) => id),
      complete: material.complete.map(({ id }) => id),
    };
    const lines: string[] = [];
    for (const { name, of, urls } of rows) {
      const requests = benchmarkRows(material, product.url).find((each) => each.name.startsWith(of))?.product ?? [];
      const headers = { authorization: `Bearer ${token}` };
      const paths = urls(directus, ids);
      const pairs = await measurePair(
        {
          product: { server: ours, requests },
          reference: { server: theirs, requests: paths.map((path) => ({ method: 'GET', path, headers })) },
        },
        effort,
      );
      const [mine, other] = [pairs.map((each) => each.product.rate), pairs.map((each) => each.reference.rate)];
      const times = medianLoad(pairs.map((each) => each.product.rate / each.reference.rate));
      lines.push(
        `| ${name} | ${medianLoad(mine).toFixed(0)} | ${medianLoad(other).toFixed(0)} | ${times.toFixed(2)} |`,
      );
    }
    const table = [
      `${heading(`Lists beside Directus ${directus.version}`)}\n`,
      `${machine()},\n${directus.count.toLocaleString('en-US')} orders, 20 connections, median of ${effort.rounds} pairs.\n`,
      '| work | product/s | Directus/s | times |\n| --- | --- | --- | --- |',
      `${lines.join('\n')}\n`,
    ].join('\n');
    process.stdout.write(`\n${table}`);
    await mkdir(dirname(results), { recursive: true });
    await writeFile(results, table);
  } finally {
    await disconnectDatabase();
    await product.stop();
    if (!values.data) await removeDataDir(dataDir);
  }
}
