import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Request } from 'autocannon';
import { storeOf } from '../../../api/engine/store/store.ts';
import { newDataDir, removeDataDir } from '../../product/product.ts';
import { withServers } from '../api/bench.ts';
import { type LoadResult, medianLoad, runLoad, type Server, warmUpSeconds } from '../api/load.ts';
import type { TestData } from '../api/prepare.ts';
import { benchmarkRows } from '../api/work.ts';
import { heading, machine } from '../machine.ts';
import { directusAt } from './directus.ts';
import { type Peer, type PeerUser, peerOrder } from './peer.ts';
import { startPocketBase } from './pocketbase.ts';

const results = 'tests/bench/results/peers.md';

const listAim = '1.1 of native, 1.5 of PocketBase, 3 of Directus';

/** A row of the API benchmark, and the equivalent requests to a peer. */
const rows: { name: string; aim: string; of: string; requests: (peer: Peer, data: TestData) => Request[] }[] = [
  { name: 'list of 20, AGENCY_USER', aim: listAim, of: 'the same for an AGENCY_USER', requests: listsOf('user') },
  { name: 'list of 20, ADMIN', aim: listAim, of: 'the same for an ADMIN', requests: listsOf('administrator') },
  {
    name: 'one by id',
    aim: '0.8 of native',
    of: 'one order by id, COMPLETE',
    requests: (peer, { complete }) => complete.map(({ id }) => peer.one(id)),
  },
  // Last, because it adds orders.
  {
    name: 'create an order',
    aim: '0.75 of native',
    of: 'create an order',
    requests: (peer, { drafts }) => {
      const draft = drafts.find(({ products }) => products.length > 0);
      if (!draft) throw new Error('The demo has no draft with products');
      return [peer.create(peerOrder(draft))];
    },
  },
];

function listsOf(user: PeerUser) {
  return (peer: Peer, { clients }: TestData): Request[] => clients.map(({ id }) => peer.list(id, user));
}

/** Throws if a peer's total of a list is not the product's number of orders. */
async function compareTotals(peer: Peer, { clients }: TestData): Promise<void> {
  for (const user of ['administrator', 'user'] as const) {
    for (const { id, name } of clients) {
      const [total, expected] = await Promise.all([
        peer.total(id, user),
        storeOf('Order').count({ client: id, status: 'COMPLETE' }),
      ]);
      if (total !== expected)
        throw new Error(`${peer.name} lists ${total} orders of ${name} to the ${user}, not ${expected}`);
    }
  }
}

/**
 * `npm run bench -- peers [--pocketbase PROGRAM] [--directus URL --token TOKEN [--pid PID]] [--orders N] [--data FOLDER]
 * [--rounds N] [--seconds N]`: the product, its native reference, and the given peers with a copy of the same orders and the indexes
 * that they can have, in one interleaved run (performance.md part 1).
 */
export async function benchPeers(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      pocketbase: { type: 'string' },
      directus: { type: 'string' },
      token: { type: 'string' },
      pid: { type: 'string' },
      orders: { type: 'string', default: '50000' },
      data: { type: 'string' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '2' },
    },
  });
  const { pocketbase, directus, token } = values;
  if (!pocketbase && !(directus && token))
    throw new Error('Name a peer: --pocketbase PROGRAM or --directus URL --token TOKEN');
  const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
  const dataDir = values.data ?? (await newDataDir());
  try {
    await withServers({ dataDir, orders: Number(values.orders) }, async ({ product, servers, material }) => {
      const started = pocketbase
        ? await startPocketBase(pocketbase, { folder: join(dataDir, 'pocketbase'), entity: material.entity })
        : undefined;
      try {
        const peers = [
          ...(started ? [started] : []),
          ...(directus && token
            ? [
                await directusAt(directus, {
                  token,
                  entity: material.entity,
                  pid: values.pid ? Number(values.pid) : undefined,
                }),
              ]
            : []),
        ];
        for (const peer of peers) await compareTotals(peer, material);
        const work = benchmarkRows(material, product.url);
        const lines: string[] = [];
        for (const { name, aim, of, requests } of rows) {
          const row = work.find((each) => each.name.startsWith(of));
          if (!row) throw new Error(`benchmarkRows has no row '${of}'`);
          const sides = [
            { server: servers.product, requests: row.product },
            { server: servers.reference, requests: row.reference },
            ...peers.map((peer) => ({ server: peer.server, requests: requests(peer, material) })),
          ];
          lines.push(`| ${[name, ...cellsOf(await measureSides(sides, { rounds, seconds })), aim].join(' | ')} |`);
        }
        const names = ['product', 'native', ...peers.map((peer) => peer.name)];
        const table = [
          heading(`The product beside ${names.slice(1).join(', ')}`),
          '',
          `${machine()},`,
          `${peers[0]?.count.toLocaleString('en-US')} orders, 20 connections, ${rounds} rounds that take turns; requests per second (median), the product's`,
          'times of each (median and range of the rounds), and CPU time of a request where it is known, with the database.',
          'For an AGENCY_USER, a list rule of PocketBase and a filter sent to Directus select the orders below an entity.',
          '',
          `| work | ${names.join(' | ')} | aim |`,
          `| --- |${' --- |'.repeat(names.length + 1)}`,
          ...lines,
          '',
        ].join('\n');
        process.stdout.write(`\n${table}`);
        await mkdir(dirname(results), { recursive: true });
        await writeFile(results, table);
      } finally {
        started?.stop();
      }
    });
  } finally {
    if (!values.data) await removeDataDir(dataDir);
  }
}

interface Side {
  server: Server;
  requests: Request[];
}

/** The results of each side, in rounds. Each round begins with another side. */
async function measureSides(sides: Side[], { rounds, seconds }: { rounds: number; seconds: number }) {
  const measured = sides.map((): LoadResult[] => []);
  for (const side of sides) await runLoad({ ...side, seconds: warmUpSeconds });
  for (let round = 0; round < rounds; round += 1) {
    for (let turn = 0; turn < sides.length; turn += 1) {
      const index = (round + turn) % sides.length;
      const side = sides[index];
      if (side) measured[index]?.push(await runLoad({ ...side, seconds }));
    }
  }
  return measured;
}

/** The cells of a row: the product's rate, then each other side's with the product's share of it. */
function cellsOf(measured: LoadResult[][]): string[] {
  const [own = []] = measured;
  return measured.map((side, index) => {
    const rate = `${medianLoad(side.map((each) => each.rate)).toFixed(0)}/s`;
    const cpu = medianLoad(side.map((each) => each.cpu));
    const figures = cpu > 0 ? `${rate}, ${cpu.toFixed(2)} ms` : rate;
    if (index === 0) return figures;
    const times = side.map(({ rate: other }, round) => (own[round]?.rate ?? 0) / other);
    const [least, most] = [Math.min(...times), Math.max(...times)].map((each) => each.toFixed(2));
    return `${figures}: ${medianLoad(times).toFixed(2)} (${least} to ${most})`;
  });
}
