import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openAsking } from './asking.ts';
import { type Done, type Waits, waitsOf } from './figures.ts';
import { workAll } from './pace.ts';
import { callsOf, held, isServed, type Pushed, push } from './push.ts';
import type { World } from './world.ts';

/** What came of asking for more than the machine holds. */
export interface Overload {
  /** Calls a second that the machine answered when forty people never thought, and that were then asked for. */
  held: number;
  rate: number;
  seconds: number;
  /** p99 of how late the benchmark itself was meanwhile, milliseconds. */
  late: number;
  /** How often each answer came, and how long those waited that were served and those that were refused. */
  answers: Map<string, number>;
  served: Waits;
  refused: Waits;
  /** p95 of ordinary work before, and how many seconds after the end until it was back. */
  before: number;
  back: number | undefined;
}

/** How many times what the machine holds. */
const times = 3;
/** Browsers, each with one connection. */
const connections = 2_000;
/** Seconds of ordinary work after it. */
const afterwards = 40;

interface Pushing {
  world: World;
  url: string;
  seconds: number;
  think: number;
}

/** Has everybody work, pushes, and has everybody work again at once. Its own connections are those of other browsers. */
export async function overload({ world, url, seconds, think }: Pushing): Promise<Overload> {
  const usual = openAsking(url, world.people.length);
  const many = openAsking(url, connections);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  try {
    const before = quick(await workAll({ world, ask: usual.ask, seconds: 20, think }));
    const calls = callsOf(world);
    // Node takes one new connection in each turn of its loop, so that a busy process is slow to hear of somebody new at all; these are people
    // whose browsers were there before, or who come by a proxy that keeps its connections.
    await Promise.all(Array.from({ length: connections }, () => many.tell({ path: '/api/healthz', cookie: '' })));
    const most = await held({ calls, tell: many.tell, seconds: 8 }, 40);
    const rate = Math.ceil(most * times);
    delay.enable();
    const { pushed, last } = await push({ calls, tell: many.tell, seconds, rate });
    const ended = performance.now();
    const late = delay.percentile(99) / 1e6;
    const [after] = await Promise.all([workAll({ world, ask: usual.ask, seconds: afterwards, think }), last]);
    const limit = 2 * waitsOf(before).p95;
    return {
      ...{ held: most, rate, seconds, late, answers: answersOf(pushed) },
      served: waitsOf(pushed.filter(({ told }) => isServed(told))),
      refused: waitsOf(pushed.filter(({ told }) => !isServed(told) && !(told instanceof Error))),
      before: waitsOf(before).p95,
      back: backAfter(after, ended, limit),
    };
  } finally {
    delay.disable();
    await usual.close();
    await many.close();
  }
}

/** What waits for no long work of its own. */
const quick = (done: Done[]) => done.filter(({ kind }) => ['list', 'open', 'save', 'search', 'clients'].includes(kind));

function answersOf(pushed: Pushed[]): Map<string, number> {
  const answers = new Map<string, number>();
  for (const { told } of pushed) {
    const name = isServed(told) ? 'served' : nameOf(told);
    answers.set(name, (answers.get(name) ?? 0) + 1);
  }
  return answers;
}

const nameOf = (told: Pushed['told']) =>
  told instanceof Error
    ? told.message.replaceAll(/\d+/g, 'N')
    : `${told.status} ${told.isForLater ? 'with' : 'without'} Retry-After`;

/** Milliseconds: so much work is looked at together, three stretches of it in a row. */
const stretch = 2_000;

/** Seconds until the p95 of what is due is within the limit, and nothing fails, three stretches in a row. */
function backAfter(after: Done[], ended: number, limit: number): number | undefined {
  const isWell = (from: number) => {
    const due = after.filter((each) => each.due >= from && each.due < from + stretch);
    return due.length > 0 && due.every(({ fault }) => !fault) && waitsOf(quick(due)).p95 <= limit;
  };
  const last = Math.max(...after.map(({ due }) => due));
  for (let from = ended; from + 3 * stretch <= last; from += 500)
    if ([0, 1, 2].every((number) => isWell(from + number * stretch))) return (from - ended) / 1_000;
  return undefined;
}
