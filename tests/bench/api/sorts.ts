import { storeOf } from '../../../api/engine/store/store.ts';
import { formId } from '../../../api/features/demo/agency/channels.ts';
import type { Client } from '../../../schemas/generated/types.ts';
import { p95Of } from './latency-beside-validation.ts';
import { cpuTime, medianLoad, type Server, timeRequest } from './load.ts';

/** CPU time of mongod for a list in one sort order, per request in milliseconds. */
interface SortRate {
  sort: string;
  /** The median of the pairs, with minimum and maximum. */
  database: number;
  spread: [number, number];
  /** The same list in its indexed sort. */
  indexed: number;
}

export interface SortRates {
  matches: number;
  sorts: SortRate[];
  /** p95 of other lists in milliseconds, on an idle product and while such sorts run without a pause. */
  others: { quiet: number; busy: number; times: number; spread: [number, number] };
}

interface SortsRequest {
  product: Server;
  cookies: Record<'moderator' | 'user', string>;
  /** Clients of the tree whose lists are measured beside, and one that gets the matches. */
  clients: Client[];
  writable: Client[];
  rounds: number;
  seconds: number;
}

/** The name of the row, for `--only`. */
export const sortsName = 'sorts without an index, 10,000 matches';

/** The most matches that the API sorts in memory (design 3). */
const maxMatches = 10_000;
/** Requests of one measurement: mongod's CPU time has a resolution of 10 ms. */
const requestCount = 30;
/** Sorts that run beside other requests: twice as many as the product allows at once. */
const besideCount = 4;

/** The sorts that both apps offer for orders. The last one is a column of a form. */
const sorts = [
  ...['amount', 'submissionDate', 'campaign', 'user', 'refCode', 'status', 'channelId', 'createdAt'],
  'formData.campaign_name',
];

/** Measures the orders of one client in each sort order that the apps offer, 10,000 of them on one form. */
export async function measureSorts({
  product,
  cookies,
  clients,
  writable: [client],
  rounds,
  seconds,
}: SortsRequest): Promise<SortRates> {
  if (!client) throw new Error('The demo has no client without orders');
  const matches = await collectMatches(client, clients[0]);
  const headers = { cookie: cookies.moderator };
  const pathOf = (sort: string) => `/api/orders?client=${client.id}&form=${formId('radio')}&sort=${sort}`;
  const list = async (sort: string) => void (await timeRequest(new URL(pathOf(sort), product.url), { headers }));
  /** One after another: the product runs two such sorts at once, and other requests would wait. */
  const databaseTime = async (sort: string): Promise<number> => {
    const [, database] = product.pids;
    const before = cpuTime([database]);
    for (let sent = 0; sent < requestCount; sent += 1) await list(sort);
    return (cpuTime([database]) - before) / requestCount;
  };
  const rates: SortRate[] = [];
  for (const sort of sorts) {
    await list(sort);
    const pairs: { database: number; indexed: number }[] = [];
    while (pairs.length < rounds)
      pairs.push({ database: await databaseTime(sort), indexed: await databaseTime('-updatedAt') });
    const database = pairs.map((pair) => pair.database);
    rates.push({
      sort,
      database: medianLoad(database),
      spread: [Math.min(...database), Math.max(...database)],
      indexed: medianLoad(pairs.map(({ indexed }) => indexed)),
    });
    process.stdout.write(`${sort}: ${medianLoad(database).toFixed(1)} ms\n`);
  }
  const paths = clients.map(({ id }) => `/api/orders?client=${id}&status=COMPLETE`);
  const requestOthers = () => p95Of({ url: product.url, paths, cookie: cookies.user, seconds: 2 * seconds });
  await requestOthers();
  const latencies: { quiet: number; busy: number }[] = [];
  while (latencies.length < rounds) {
    const quiet = await requestOthers();
    const load = { isRunning: true };
    const running = Array.from({ length: besideCount }, () => repeatWhile(load, () => list('amount')));
    const busy = await requestOthers();
    load.isRunning = false;
    await Promise.all(running);
    latencies.push({ quiet, busy });
  }
  const times = latencies.map(({ quiet, busy }) => busy / quiet);
  return {
    matches,
    sorts: rates,
    others: {
      quiet: medianLoad(latencies.map(({ quiet }) => quiet)),
      busy: medianLoad(latencies.map(({ busy }) => busy)),
      times: medianLoad(times),
      spread: [Math.min(...times), Math.max(...times)],
    },
  };
}

/** Gives the client exactly as many orders on the form as a sort without an index may have. Returns their number. */
async function collectMatches({ id, name, treeScope }: Client, other: Client | undefined): Promise<number> {
  const form = formId('radio');
  const own = await storeOf('Order').find({ filter: { client: id, form }, only: ['refCode'] });
  const move = async (orders: { id: string }[], to: Pick<Client, 'id' | 'name' | 'treeScope'>) =>
    await storeOf('Order').updateMany(
      { _id: { $in: orders.map((order) => order.id) } },
      { $set: { client: to.id, clientName: to.name, treeScope: to.treeScope } },
    );
  if (other) await move(own.slice(maxMatches), other);
  const missing = await storeOf('Order').find({
    filter: { form, client: { $ne: id } },
    only: ['refCode'],
    limit: Math.max(1, maxMatches - own.length),
  });
  if (own.length < maxMatches) await move(missing, { id, name, treeScope });
  const total = await storeOf('Order').count({ client: id, form });
  if (total !== maxMatches) throw new Error(`The client has ${total} orders on the form, not ${maxMatches}`);
  return total;
}

/** Repeats some work as long as the load runs. Returns its durations in milliseconds. */
async function repeatWhile(load: { isRunning: boolean }, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  while (load.isRunning) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times;
}
