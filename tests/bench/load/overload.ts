import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isSuccessful, measureCapacity, overloadCalls, type RatedCall, sendAtRate } from './constant-rate.ts';
import { openHttpClient } from './http-client.ts';
import { runUsers } from './schedule.ts';
import { type FinishedAction, type LatencySummary, summarizeLatency } from './statistics.ts';
import type { World } from './world.ts';

/** The results under overload. */
export interface Overload {
  /** Capacity (calls per second answered when forty users have no think time), and the offered load. */
  capacity: number;
  rate: number;
  seconds: number;
  /** p99 delay of the load generator itself, in milliseconds. */
  generatorDelay: number;
  /** Counts by status, and latencies of successful and rejected calls. */
  countsByStatus: Map<string, number>;
  served: LatencySummary;
  rejected: LatencySummary;
  /** p95 of the normal load before, and seconds after the overload until it is back. */
  normalP95: number;
  recoverySeconds: number | undefined;
}

/** Overload as a multiple of the capacity. */
const times = 3;
/** Number of browsers, each with one connection. */
const connections = 2_000;
/** Seconds of normal load afterwards. */
const afterwards = 40;

interface Pushing {
  world: World;
  url: string;
  seconds: number;
  think: number;
}

/**
 * Runs the normal load, the overload, and the normal load again. The overload uses separate connections, as from other
 * browsers.
 */
export async function overload({ world, url, seconds, think }: Pushing): Promise<Overload> {
  const usual = openHttpClient(url, world.people.length);
  const many = openHttpClient(url, connections);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  try {
    const before = quick(await runUsers({ world, send: usual.send, seconds: 20, think }));
    const calls = overloadCalls(world);
    // Node accepts one connection per turn of its event loop, so a busy process is slow to accept new ones. These users
    // have open connections already, from before or through a proxy with keep-alive.
    await Promise.all(
      Array.from({ length: connections }, () => many.sendAndDiscard({ path: '/api/healthz', cookie: '' })),
    );
    const capacity = await measureCapacity({ calls, sendAndDiscard: many.sendAndDiscard, seconds: 8 }, 40);
    const rate = Math.ceil(capacity * times);
    delay.enable();
    const { pushed, last } = await sendAtRate({ calls, sendAndDiscard: many.sendAndDiscard, seconds, rate });
    const ended = performance.now();
    const generatorDelay = delay.percentile(99) / 1e6;
    const [after] = await Promise.all([runUsers({ world, send: usual.send, seconds: afterwards, think }), last]);
    const limit = 2 * summarizeLatency(before).p95;
    return {
      ...{ capacity: capacity, rate, seconds, generatorDelay, countsByStatus: answersOf(pushed) },
      served: summarizeLatency(pushed.filter(({ result: answer }) => isSuccessful(answer))),
      rejected: summarizeLatency(
        pushed.filter(({ result: answer }) => !isSuccessful(answer) && !(answer instanceof Error)),
      ),
      normalP95: summarizeLatency(before).p95,
      recoverySeconds: backAfter(after, ended, limit),
    };
  } finally {
    delay.disable();
    await usual.close();
    await many.close();
  }
}

/** Actions that are not slow by themselves. */
const quick = (done: FinishedAction[]) =>
  done.filter(({ kind }) => ['list', 'open', 'save', 'search', 'clients'].includes(kind));

function answersOf(pushed: RatedCall[]): Map<string, number> {
  const answers = new Map<string, number>();
  for (const { result: answer } of pushed) {
    const name = isSuccessful(answer) ? 'served' : nameOf(answer);
    answers.set(name, (answers.get(name) ?? 0) + 1);
  }
  return answers;
}

const nameOf = (answer: RatedCall['result']) =>
  answer instanceof Error
    ? answer.message.replaceAll(/\d+/g, 'N')
    : `${answer.status} ${answer.isForLater ? 'with' : 'without'} Retry-After`;

/** Milliseconds of one window; recovery takes three good windows in a row. */
const stretch = 2_000;

/** Seconds until the p95 by due time is within the limit without failures, three windows in a row. */
function backAfter(after: FinishedAction[], ended: number, limit: number): number | undefined {
  const isWell = (from: number) => {
    const due = after.filter((each) => each.due >= from && each.due < from + stretch);
    return due.length > 0 && due.every(({ fault }) => !fault) && summarizeLatency(quick(due)).p95 <= limit;
  };
  const last = Math.max(...after.map(({ due }) => due));
  for (let from = ended; from + 3 * stretch <= last; from += 500)
    if ([0, 1, 2].every((number) => isWell(from + number * stretch))) return (from - ended) / 1_000;
  return undefined;
}
