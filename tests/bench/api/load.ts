import { readFileSync } from 'node:fs';
import autocannon, { type Request } from 'autocannon';

/**
 * A server under load: its address, and the processes whose CPU time counts: its own unless it is unknown, then the
 * database's if it has one.
 */
export interface Server {
  url: string;
  pids: [server?: number, database?: number];
}

/** The result of one run of load. */
export interface LoadResult {
  /** Requests per second. */
  rate: number;
  /** CPU time per request in milliseconds, including the database. */
  cpu: number;
  /** The database's share of it. */
  databaseCpu: number;
}

export interface LoadRunOptions {
  server: Server;
  requests: Request[];
  seconds: number;
}

const connections = 20;

/** Sends the requests repeatedly for some seconds. Throws when one is rejected. */
export async function runLoad({ server, requests, seconds }: LoadRunOptions): Promise<LoadResult> {
  const [own, database] = server.pids;
  const before = { own: cpuTime([own]), database: cpuTime([database]) };
  const result = await autocannon({ url: server.url, connections, duration: seconds, requests });
  const spent = { own: cpuTime([own]) - before.own, database: cpuTime([database]) - before.database };
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} refusals and ${result.errors} errors from ${server.url}${requests[0]?.path}`);
  }
  const { total } = result.requests;
  return {
    rate: total / result.duration,
    cpu: (spent.own + spent.database) / total,
    databaseCpu: spent.database / total,
  };
}

export interface Pair {
  product: LoadResult;
  reference: LoadResult;
}

/**
 * How long each server is warmed up for a row: V8 compiles the code of a write for some 20 seconds, which takes a tenth of
 * its CPU time.
 */
export const warmUpSeconds = 6;

/** Measures both servers `rounds` times, alternating the order; each is warmed up first. */
export async function measurePair(
  both: { product: Omit<LoadRunOptions, 'seconds'>; reference: Omit<LoadRunOptions, 'seconds'> },
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Pair[]> {
  const product = (duration: number) => runLoad({ ...both.product, seconds: duration });
  const reference = (duration: number) => runLoad({ ...both.reference, seconds: duration });
  await product(warmUpSeconds);
  await reference(warmUpSeconds);
  const pairs: Pair[] = [];
  while (pairs.length < rounds) {
    const isProductFirst = pairs.length % 2 === 0;
    const early = isProductFirst ? await product(seconds) : undefined;
    const beside = await reference(seconds);
    pairs.push({ product: early ?? (await product(seconds)), reference: beside });
  }
  return pairs;
}

/** Sends one request and returns its response and latency in milliseconds. Throws when it is rejected. */
export async function timeRequest(url: URL, request: RequestInit): Promise<{ time: number; text: string }> {
  const began = performance.now();
  const answer = await fetch(url, request);
  const text = await answer.text();
  const time = performance.now() - began;
  if (!answer.ok) throw new Error(`${answer.status} from ${request.method ?? 'GET'} ${url}`);
  return { time, text };
}

/** The median. */
export function medianLoad(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}

/** Clock ticks per second on Linux (USER_HZ). */
const tick = 10;

/** CPU time of the known processes in milliseconds: user and system time, fields 14 and 15 of /proc/PID/stat. */
export function cpuTime(pids: readonly (number | undefined)[]): number {
  const times = pids.map((pid) => {
    if (pid === undefined) return 0;
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * tick;
  });
  return times.reduce((sum, each) => sum + each, 0);
}
