import { setTimeout } from 'node:timers/promises';
import autocannon, { type Request } from 'autocannon';
import { heavySchema } from './heavy-form.ts';
import { medianLoad, type Server, timeRequest } from './load.ts';

/** Latency of other requests while a heavy form is validated repeatedly: medians of pairs in milliseconds. */
export interface BusyLatency {
  quiet: number;
  busy: number;
  /** The busy p95 as a multiple of the quiet one, with minimum and maximum. */
  times: number;
  spread: [number, number];
  /** The median duration of one validation beside the other requests. */
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
 * three scripts each. A thread of its own sends the validations: their bodies of 230 KB would delay the other
 * requests and their timing in one event loop.
 */
export async function measureBusyLatency({
  product,
  cookies,
  paths,
  rounds,
  seconds,
}: LatencyOptions): Promise<BusyLatency> {
  const request = await heavyCheck(product, cookies.administrator);
  const others = () => p95Of({ url: product.url, paths, cookie: cookies.moderator, seconds: 2 * seconds });
  const validate = async () => {
    const load = { url: product.url, connections: 1, duration: 2 * seconds, requests: [request], workers: 1 };
    const { latency, non2xx, errors } = await autocannon(load);
    if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} refusals and ${errors} errors from ${request.path}`);
    return latency.p50;
  };
  // Warm up the product and its worker thread.
  await Promise.all([others(), validate()]);
  const pairs: { quiet: number; busy: number; check: number }[] = [];
  while (pairs.length < rounds) {
    const quiet = await others();
    const [busy, check] = await Promise.all([others(), validate()]);
    pairs.push({ quiet, busy, check });
  }
  const times = pairs.map(({ quiet, busy }) => busy / quiet);
  return {
    quiet: medianLoad(pairs.map(({ quiet }) => quiet)),
    busy: medianLoad(pairs.map(({ busy }) => busy)),
    times: medianLoad(times),
    spread: [Math.min(...times), Math.max(...times)],
    check: medianLoad(pairs.map(({ check }) => check)),
  };
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

/** Creates the form. Returns the request that validates it. */
async function heavyCheck({ url }: Server, cookie: string): Promise<Request> {
  const headers = { cookie, origin: new URL(url).origin, 'content-type': 'application/json' };
  const form = JSON.stringify({ name: `Many rows ${Date.now()}`, formSchema: heavySchema });
  const created = await fetch(new URL('/api/forms', url), { method: 'POST', headers, body: form });
  if (!created.ok) throw new Error(`${created.status} from /api/forms: ${await created.text()}`);
  const { id } = Object(await created.json());
  return { method: 'POST', path: `/api/forms/${id}/check`, headers, body: JSON.stringify({ formData: { rows } }) };
}
