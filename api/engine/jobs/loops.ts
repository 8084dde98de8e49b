import type { EventEmitter } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { withTraceContext } from '../../platform/trace-context.ts';

/** A background task that polls for work in a loop. */
export interface LoopWork {
  /** Name in `readyz` and the log. Several loops may share one name and run in parallel. */
  name: string;
  /** Pause between the end of one turn and the start of the next; milliseconds. */
  every: number;
  /**
   * Does the pending work. Call `shouldContinue` before each step: it is the loop's heartbeat, and false means to stop after
   * the current step. A thrown error is logged, and the next turn retries.
   */
  turn: (shouldContinue: () => boolean) => Promise<void>;
  /** Wake-up events: an event with the loop's name starts a turn at once, or another one after the current turn. */
  wakeups?: EventEmitter;
}

/** Health of all loops of one name: age in seconds of the oldest heartbeat, and whether any loop is overdue. */
export interface Heartbeat {
  name: string;
  age: number;
  isLate: boolean;
}

/** The background loops of one process. */
export interface Loops {
  start(work: LoopWork): void;
  heartbeats(): Heartbeat[];
  /** Stops all loops on shutdown. It waits for running turns, up to a timeout for those that hang. */
  stop(): Promise<void>;
}

interface Loop {
  /** Watchdog check: restarts the loop when its last heartbeat is too old. */
  look(): void;
  heartbeat(): Heartbeat;
  stop(): Promise<void>;
}

interface LoopOptions {
  log: FastifyBaseLogger;
  /** Whether the database is available. Loops skip their turns until it is. */
  isReady: () => boolean;
  /** Restart a loop whose last heartbeat is older than this, not counting its pause; milliseconds. */
  watchdogTimeout?: number;
}

/** Shutdown timeout for a running turn; milliseconds. */
const shutdownTimeout = 15_000;

/** Pause before a loop checks `isReady` again; milliseconds. */
const notReadyPause = 1_000;

/**
 * Starts and supervises the background loops (worker loops with heartbeat and watchdog). Each turn starts from its own
 * timer, so a turn that never settles cannot end the loop unnoticed.
 */
export function startLoops({ log, isReady, watchdogTimeout = 120_000 }: LoopOptions): Loops {
  const loops: Loop[] = [];
  const watch = setInterval(() => {
    for (const loop of loops) loop.look();
  }, watchdogTimeout / 10).unref();
  return {
    start: (work) => loops.push(startLoop(work, { log, isReady, watchdogTimeout })),
    heartbeats: () => mergeByName(loops.map((loop) => loop.heartbeat())),
    stop: async () => {
      clearInterval(watch);
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}

function mergeByName(all: Heartbeat[]): Heartbeat[] {
  const byName = new Map<string, Heartbeat>();
  for (const { name, age, isLate } of all) {
    const others = byName.get(name) ?? { age: 0, isLate: false };
    byName.set(name, { name, age: Math.max(age, others.age), isLate: isLate || others.isLate });
  }
  return [...byName.values()];
}

function startLoop(
  { name, every, turn, wakeups }: LoopWork,
  { log, isReady, watchdogTimeout }: Required<LoopOptions>,
): Loop {
  const now = () => performance.now();
  /** `due` is the deadline of the next heartbeat. */
  const state = {
    turns: 0,
    isTurning: false,
    isWished: false,
    isLate: false,
    beat: now(),
    due: now() + watchdogTimeout,
  };
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();

  const begin = () => {
    clearTimeout(timer);
    state.turns += 1;
    state.due = now() + watchdogTimeout;
    // A turn does not belong to the request that woke the loop, so it runs without an origin.
    current = withTraceContext(undefined, () => run(state.turns));
  };
  const schedule = (pause: number) => {
    clearTimeout(timer);
    state.due = now() + pause + watchdogTimeout;
    timer = setTimeout(begin, pause).unref();
  };
  const run = async (turnNumber: number) => {
    const shouldContinue = () => {
      // The watchdog has replaced this turn, or the loop is stopping.
      if (turnNumber !== state.turns) return false;
      state.beat = now();
      state.due = now() + watchdogTimeout;
      return true;
    };
    Object.assign(state, { isTurning: true, isWished: false });
    const isWorking = isReady();
    try {
      if (isWorking) await turn(shouldContinue);
    } catch (error) {
      log.warn({ err: error, loop: name }, 'background loop failed and will retry');
    }
    if (!shouldContinue()) return;
    if (state.isLate) log.info({ loop: name }, 'background loop recovered');
    Object.assign(state, { isTurning: false, isLate: false });
    schedule(state.isWished ? 0 : isWorking ? every : Math.min(every, notReadyPause));
  };
  const wake = () => {
    state.isWished = true;
    if (!state.isTurning) schedule(0);
  };

  const age = () => Math.round((now() - state.beat) / 1_000);
  const isOverdue = () => now() > state.due;
  wakeups?.on(name, wake);
  begin();
  return {
    look: () => {
      if (!isOverdue()) return;
      const logContext = { loop: name, seconds: age() };
      if (!state.isLate) log.error(logContext, 'background loop stalled and was restarted');
      state.isLate = true;
      begin();
    },
    heartbeat: () => ({ name, age: age(), isLate: state.isLate || isOverdue() }),
    stop: async () => {
      wakeups?.off(name, wake);
      clearTimeout(timer);
      state.turns += 1;
      const abandoned = await Promise.race([
        current,
        after(Math.min(watchdogTimeout, shutdownTimeout), 'left', { ref: false }),
      ]);
      if (abandoned)
        log.warn(
          { loop: name },
          'background loop did not stop in time and was abandoned; its work resumes at the next start',
        );
    },
  };
}
