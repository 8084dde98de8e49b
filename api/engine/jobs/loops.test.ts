import { EventEmitter } from 'node:events';
import { setImmediate as aMoment } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { type Loops, type LoopWork, startLoops } from './loops.ts';

const lines: string[] = [];
const log = pino({}, { write: (line: string) => lines.push(line) });
const logged = (level: number) => lines.map((line) => JSON.parse(line)).filter((line) => line.level === level);
const open: Loops[] = [];

function start(
  work: Partial<LoopWork>,
  { patience: watchdogTimeout = 100, isReady = (): boolean => true } = {},
): Loops {
  const loops = startLoops({ log, isReady, watchdogTimeout });
  open.push(loops);
  loops.start({ name: 'mail', every: 10, turn: async () => undefined, ...work });
  return loops;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((loops) => loops.stop()));
  lines.length = 0;
});

/** A promise that never settles, like a request whose answer is lost. */
const neverSettles = () => new Promise<void>(() => undefined);

describe('a background loop', () => {
  it('runs turn after turn, and continues after a turn that threw', async () => {
    const turns: number[] = [];
    start({
      turn: async () => {
        turns.push(turns.length);
        if (turns.length === 1) throw new Error('the folder is full');
      },
    });
    await expect.poll(() => turns.length).toBeGreaterThan(3);
    expect(logged(40)).toMatchObject([{ loop: 'mail', err: { message: 'the folder is full' } }]);
  });

  it('runs at once when it is woken, and once more when it is woken during a turn', async () => {
    const wakeups = new EventEmitter();
    const turns: number[] = [];
    start({
      wakeups,
      every: 3_600_000,
      turn: async () => {
        turns.push(turns.length);
        if (turns.length === 2) wakeups.emit('mail');
      },
    });
    wakeups.emit('mail');
    await expect.poll(() => turns).toEqual([0, 1, 2]);
  });

  it('runs no turn while the database is not ready', async () => {
    const turns: number[] = [];
    const database = { isThere: false, checks: 0 };
    const isReady = () => {
      database.checks += 1;
      return database.isThere;
    };
    start({ turn: async () => void turns.push(turns.length) }, { isReady });
    await expect.poll(() => database.checks).toBeGreaterThan(2);
    expect(turns).toEqual([]);
    database.isThere = true;
    await expect.poll(() => turns.length).toBeGreaterThan(0);
  });

  it('logs a stalled turn once, restarts the loop, and logs its recovery', async () => {
    const turns: number[] = [];
    const loops = start({
      turn: async (shouldContinue) => {
        turns.push(turns.length);
        if (shouldContinue() && turns.length <= 3) await neverSettles();
      },
    });
    await expect.poll(() => loops.heartbeats()).toMatchObject([{ name: 'mail', isLate: true }]);
    await expect.poll(() => logged(30)).toMatchObject([{ loop: 'mail', msg: 'background loop recovered' }]);
    expect(logged(50)).toMatchObject([{ loop: 'mail', msg: 'background loop stalled and was restarted' }]);
    expect(loops.heartbeats()).toEqual([{ name: 'mail', age: 0, isLate: false }]);
  });

  it('reports one heartbeat per name, late when one of its loops is late', async () => {
    const loops = start({});
    loops.start({ name: 'mail', every: 10, turn: neverSettles });
    loops.start({ name: 'move', every: 10, turn: async () => undefined });
    await expect
      .poll(() => loops.heartbeats())
      .toMatchObject([
        { name: 'mail', isLate: true },
        { name: 'move', isLate: false },
      ]);
  });

  it('is not restarted during a long turn that keeps calling shouldContinue', async () => {
    const began = performance.now();
    const ends: number[] = [];
    start({
      turn: async (shouldContinue) => {
        while (shouldContinue() && performance.now() - began < 500) await aMoment();
        ends.push(performance.now());
      },
    });
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    expect(logged(50)).toEqual([]);
  });

  it('finishes its current step when it is stopped and starts no other', async () => {
    const pieces: string[] = [];
    const loops = start({
      turn: async (shouldContinue) => {
        while (shouldContinue()) {
          pieces.push('begun');
          await aMoment();
          pieces.push('ended');
        }
      },
    });
    await expect.poll(() => pieces.length).toBeGreaterThan(2);
    await loops.stop();
    expect(pieces.at(-1)).toBe('ended');
    expect(pieces.filter((each) => each === 'begun')).toHaveLength(pieces.length / 2);
  });

  it('abandons a turn that does not end when it is stopped, and logs a warning', async () => {
    const turns: number[] = [];
    const loops = start({
      turn: async () => {
        turns.push(turns.length);
        await neverSettles();
      },
    });
    await expect.poll(() => turns).toEqual([0]);
    await loops.stop();
    expect(logged(40)).toMatchObject([{ loop: 'mail', msg: expect.stringContaining('did not stop in time') }]);
  });
});
