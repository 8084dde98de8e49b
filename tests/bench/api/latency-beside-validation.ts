import { setTimeout } from 'node:timers/promises';
import { heavySchema } from './heavy-form.ts';
import { medianLoad, type Server, timeRequest } from './load.ts';

/** Latency of other requests while a heavy form is validated repeatedly: medians of pairs in milliseconds. */
export interface BusyLatency {
  quiet: number;
  busy: number;
  /** The busy p95 as a multiple of the quiet one, with minimum and maximum. */
  times: number;
  spread: [number, number];
  /** The median duration of one validation. */
  check: number;
}

interface LatencyOptions {
  product: Server;
  /** The Cookie headers of the user who validates the form, and of the other users. */
  cookies: Record<'administrator' | 'moderator', string>;
  /** The other requests. */
  paths: string[];
  rounds: number;
  seconds: number;
}

/** The name of the row, for `--only`. */
export const busyLatencyName = 'p95 of others beside a form of 10,000 rows';

/**
 * Sends other requests 50 times a second, alternately on an idle product and while one user validates 10,000 rows with
 * three scripts each.
 */
export async function measureBusyLatency({
  product,
  cookies,
  paths,
  rounds,
  seconds,
}: LatencyOptions): Promise<BusyLatency> {
  const check = await checkOf(product, cookies.administrator);
  const others = () => p95Of({ url: product.url, paths, cookie: cookies.moderator, seconds: 2 * seconds });
  // Warm up the product and its worker thread.
  await Promise.all([others(), check()]);
  const pairs: { quiet: number; busy: number; checks: number[] }[] = [];
  while (pairs.length < rounds) {
    const quiet = await others();
    const load = { isRunning: true };
    const checks = repeatWhile(load, check);
    const busy = await others();
    load.isRunning = false;
    pairs.push({ quiet, busy, checks: await checks });
  }
  const times = pairs.map(({ quiet, busy }) => busy / quiet);
  return {
    quiet: medianLoad(pairs.map(({ quiet }) => quiet)),
    busy: medianLoad(pairs.map(({ busy }) => busy)),
    times: medianLoad(times),
    spread: [Math.min(...times), Math.max(...times)],
    check: medianLoad(pairs.flatMap(({ checks }) => checks)),
  };
}

/** Repeats some work as long as the load runs. Returns its durations in milliseconds. */
export async function repeatWhile(load: { isRunning: boolean }, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  while (load.isRunning) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times;
}

interface Others {
  url: string;
  paths: string[];
  cookie: string;
  seconds: number;
}

/** Sends a request every 20 ms, independently of earlier responses (open loop). Throws when one is rejected. */
export async function p95Of({ url, paths, cookie, seconds }: Others): Promise<number> {
  const latencies: Promise<number>[] = [];
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    const path = new URL(paths[latencies.length % paths.length] ?? '', url);
    latencies.push(timeRequest(path, { headers: { cookie } }).then(({ time }) => time));
    await setTimeout(20);
  }
  const times = (await Promise.all(latencies)).toSorted((a, b) => a - b);
  return times[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

const rows = Array.from({ length: 10_000 }, (_, index) => ({ count: index % 100, price: 3 }));

/** Creates the form; the returned function validates it once. */
async function checkOf({ url }: Server, cookie: string): Promise<() => Promise<void>> {
  const headers = { cookie, origin: new URL(url).origin, 'content-type': 'application/json' };
  const post = async (path: string, body: string): Promise<Response> => {
    const answer = await fetch(new URL(path, url), { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(`${answer.status} from ${path}: ${await answer.text()}`);
    return answer;
  };
  const form = await post('/api/forms', JSON.stringify({ name: `Many rows ${Date.now()}`, formSchema: heavySchema }));
  const { id } = Object(await form.json());
  // Serialize the body once, so that the load generator is not blocked.
  const body = JSON.stringify({ formData: { rows } });
  return async () => {
    await (await post(`/api/forms/${id}/check`, body)).arrayBuffer();
  };
}
