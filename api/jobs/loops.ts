import type { EventEmitter } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { begunBy } from '../host/origin.ts';

/** Work in the background that is looked for again and again. */
export interface LoopWork {
  /** A word for readyz and the log. Several of one name do the same beside each other. */
  name: string;
  /** How long after one turn the next begins; milliseconds. */
  every: number;
  /**
   * Does what there is to do. `goesOn` is asked before each piece of it: that is the loop's heartbeat, and false means to
   * leave the rest. What is thrown is logged, and the next turn tries again.
   */
  turn: (goesOn: () => boolean) => Promise<void>;
  /** Its event of the loop's name begins a turn at once, or another one after that which is under way. */
  wishes?: EventEmitter;
}

/** How the loops of a name are: how many seconds ago the heart last beat of the one that is latest, and whether one is later than it may be. */
export interface Heartbeat {
  name: string;
  age: number;
  isLate: boolean;
}

/** The loops of one process. */
export interface Loops {
  start(work: LoopWork): void;
  heartbeats(): Heartbeat[];
  /** Ends all of them, and waits for what is begun, but not for what hangs. */
  stop(): Promise<void>;
}

interface Loop {
  /** Begins a turn anew when the last one has not told of itself for too long. */
  look(): void;
  heartbeat(): Heartbeat;
  stop(): Promise<void>;
}

interface Circumstances {
  log: FastifyBaseLogger;
  /** Whether there is a database to work on; turns are left out until there is. */
  isReady: () => boolean;
  /** A loop whose heart has not beaten for so long, beside its own pause, is begun anew; milliseconds. */
  patience?: number;
}

/** How long what was begun may take to end when the product closes; milliseconds. */
const lastPatience = 15_000;

/** How soon a loop looks again that was not ready; milliseconds. */
const unreadyPause = 1_000;

/** Runs loops by timers: each turn is begun by one, so that nothing that is lost in a turn can end the loop unseen. */
export function openLoops({ log, isReady, patience = 120_000 }: Circumstances): Loops {
  const loops: Loop[] = [];
  const watch = setInterval(() => {
    for (const loop of loops) loop.look();
  }, patience / 10).unref();
  return {
    start: (work) => loops.push(startLoop(work, { log, isReady, patience })),
    heartbeats: () => together(loops.map((loop) => loop.heartbeat())),
    stop: async () => {
      clearInterval(watch);
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function together(all: Heartbeat[]): Heartbeat[] {
  const byName = new Map<string, Heartbeat>();
  for (const { name, age, isLate } of all) {
    const others = byName.get(name) ?? { age: 0, isLate: false };
    byName.set(name, { name, age: Math.max(age, others.age), isLate: isLate || others.isLate });
  }
  return [...byName.values()];
}

function startLoop({ name, every, turn, wishes }: LoopWork, { log, isReady, patience }: Required<Circumstances>): Loop {
  const now = () => performance.now();
  /** `due` is when the heart must have beaten again. */
  const state = { turns: 0, isTurning: false, isWished: false, isLate: false, beat: now(), due: now() + patience };
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();

  const begin = () => {
    clearTimeout(timer);
    state.turns += 1;
    state.due = now() + patience;
    // Who wakes a loop began none of what it does.
    current = begunBy(undefined, () => run(state.turns));
  };
  const schedule = (pause: number) => {
    clearTimeout(timer);
    state.due = now() + pause + patience;
    timer = setTimeout(begin, pause).unref();
  };
  const run = async (mine: number) => {
    const goesOn = () => {
      // A turn that was given up, or is to stop, is no longer the loop's.
      if (mine !== state.turns) return false;
      state.beat = now();
      state.due = now() + patience;
      return true;
    };
    Object.assign(state, { isTurning: true, isWished: false });
    const isWorking = isReady();
    try {
      if (isWorking) await turn(goesOn);
    } catch (error) {
      log.warn({ err: error, loop: name }, 'work in the background failed; it is tried again');
    }
    if (!goesOn()) return;
    if (state.isLate) log.info({ loop: name }, 'a loop in the background turns again');
    Object.assign(state, { isTurning: false, isLate: false });
    schedule(state.isWished ? 0 : isWorking ? every : Math.min(every, unreadyPause));
  };
  const wake = () => {
    state.isWished = true;
    if (!state.isTurning) schedule(0);
  };

  const age = () => Math.round((now() - state.beat) / 1_000);
  const isOverdue = () => now() > state.due;
  wishes?.on(name, wake);
  begin();
  return {
    look: () => {
      if (!isOverdue()) return;
      const told = { loop: name, seconds: age() };
      if (!state.isLate) log.error(told, 'a loop in the background has not turned for long; it is begun anew');
      state.isLate = true;
      begin();
    },
    heartbeat: () => ({ name, age: age(), isLate: state.isLate || isOverdue() }),
    stop: async () => {
      wishes?.off(name, wake);
      clearTimeout(timer);
      state.turns += 1;
      const left = await Promise.race([current, after(Math.min(patience, lastPatience), 'left', { ref: false })]);
      if (left) log.warn({ loop: name }, 'work in the background does not end and is left; the next start takes it up');
    },
  };
}
