import type { Client } from '../../../schemas/generated/types.ts';
import { medianLoad, type Server, timeRequest } from './load.ts';

/** Throughput of concurrent writers of different records: changes per second, medians of the rounds. */
export interface WriterRates {
  single: number;
  many: number;
  native: number;
  /**
   * As a multiple of the single writer's, and as a share of the native writers': medians, the first with minimum and
   * maximum.
   */
  times: number;
  spread: [number, number];
  ofNative: number;
  /** The native writers as a multiple of a single native one: what the cores of the machine allow. */
  nativeTimes: number;
}

interface WriterOptions {
  product: Server;
  reference: Server;
  /** The Cookie header of the writers. */
  cookie: string;
  clients: Client[];
  rounds: number;
  seconds: number;
}

/** The name of the row, for `--only`. */
export const writersName = '20 writers of 20 clients';
const count = 20;

/**
 * Measures one writer that changes a client repeatedly, then 20 writers with a client each, compared with the same
 * on the native driver.
 */
export async function measureWriters({
  product,
  reference,
  cookie,
  clients,
  rounds,
  seconds,
}: WriterOptions): Promise<WriterRates> {
  const ids = clients.slice(0, count).map(({ id }) => id);
  if (ids.length < count) throw new Error(`${count} clients are needed`);
  const through = (server: Server, path: string, writers: string[]) =>
    rateOf(
      writers.map((id) => writer({ url: new URL(`${path}/${id}`, server.url), cookie, origin: product.url })),
      seconds,
    );
  const all: { single: number; many: number; nativeSingle: number; native: number }[] = [];
  // The first round warms up.
  while (all.length <= rounds)
    all.push({
      single: await through(product, '/api/clients', ids.slice(0, 1)),
      many: await through(product, '/api/clients', ids),
      nativeSingle: await through(reference, '/clients', ids.slice(0, 1)),
      native: await through(reference, '/clients', ids),
    });
  const warm = all.slice(1);
  const times = warm.map(({ single, many }) => many / single);
  return {
    single: medianLoad(warm.map(({ single }) => single)),
    many: medianLoad(warm.map(({ many }) => many)),
    native: medianLoad(warm.map(({ native }) => native)),
    times: medianLoad(times),
    spread: [Math.min(...times), Math.max(...times)],
    ofNative: medianLoad(warm.map(({ many, native }) => many / native)),
    nativeTimes: medianLoad(warm.map(({ native, nativeSingle }) => native / nativeSingle)),
  };
}

interface Target {
  url: URL;
  cookie: string;
  origin: string;
}

/** Changes one client's telephone number. */
function writer({ url, cookie, origin }: Target): () => Promise<void> {
  const headers = { cookie, origin: new URL(origin).origin, 'content-type': 'application/json' };
  const turn = { number: 0 };
  return async () => {
    turn.number += 1;
    const body = JSON.stringify({ phoneNumber: `503-555-${String(turn.number % 10_000).padStart(4, '0')}` });
    await timeRequest(url, { method: 'PATCH', headers, body });
  };
}

/** Changes per second of all writers together, each waiting for its response before the next. */
async function rateOf(writers: (() => Promise<void>)[], seconds: number): Promise<number> {
  const began = performance.now();
  const end = began + seconds * 1_000;
  let changes = 0;
  const work = async (write: () => Promise<void>) => {
    while (performance.now() < end) {
      await write();
      changes += 1;
    }
  };
  await Promise.all(writers.map(work));
  return changes / ((performance.now() - began) / 1_000);
}
