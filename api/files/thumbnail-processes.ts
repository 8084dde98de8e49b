import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Errand } from './thumbnail-worker.ts';

/** A picture to draw: whose upload it is, and how it is read when its turn comes. */
export interface Picture {
  owner: string;
  edge: number;
  read: () => Promise<Uint8Array>;
}

/** Children at once, one for each owner: each takes a core and much memory. */
const atOnce = 2;

/** A child that holds more than this, in bytes, or draws longer than this, in milliseconds, is ended. */
const bounds = { memory: 300 * 2 ** 20, time: 10_000 };
const checkedEvery = 50;
/** A child that has nothing to do ends after this; milliseconds. */
const idleTime = 15_000;

interface Waiting extends Picture {
  done: (bytes: Uint8Array) => void;
  failed: (error: unknown) => void;
}

/** By owner, those whose turn comes next first: nobody waits for the uploads of somebody else, however many they are. */
const waiting = new Map<string, Waiting[]>();
const busy = new Set<string>();
const idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = [];
const children = new Set<ChildProcess>();

/** How many pictures of an owner wait. */
export const waitingOf = (owner: string): number => waiting.get(owner)?.length ?? 0;

/**
 * Draws a picture in a child process: sharp reads what strangers upload, and a file of a kilobyte can take a gigabyte, which no limit
 * inside of our process would end in time. Empty for what can not be drawn within the bounds.
 */
export function drawElsewhere(picture: Picture): Promise<Uint8Array> {
  return new Promise((done, failed) => {
    const own = waiting.get(picture.owner) ?? [];
    waiting.set(picture.owner, [...own, { ...picture, done, failed }]);
    begin();
  });
}

/** Ends all children; pictures that wait are not drawn any more. */
export function closeThumbnails(): void {
  for (const { failed } of [...waiting.values()].flat()) failed(new Error('The process is closing'));
  waiting.clear();
  for (const { timer } of idle.splice(0)) clearTimeout(timer);
  for (const child of children) child.kill('SIGKILL');
}

function begin(): void {
  for (const [owner, [next, ...others]] of waiting) {
    if (busy.size >= atOnce) return;
    if (busy.has(owner) || !next) continue;
    // Behind all others.
    waiting.delete(owner);
    if (others.length > 0) waiting.set(owner, others);
    busy.add(owner);
    void drawNext(next)
      .then(next.done, next.failed)
      .finally(() => {
        busy.delete(owner);
        begin();
      });
  }
}

async function drawNext({ read, edge }: Waiting): Promise<Uint8Array> {
  // Read first: a child that ends meanwhile would be waited for in vain.
  const bytes = await read();
  return await drawnBy(aChild(), { bytes, edge });
}

function drawnBy(child: ChildProcess, errand: Errand): Promise<Uint8Array> {
  return new Promise((done) => {
    const late = setTimeout(() => child.kill('SIGKILL'), bounds.time);
    const watch = setInterval(() => {
      if (memoryOf(child) > bounds.memory) child.kill('SIGKILL');
    }, checkedEvery);
    const end = (bytes: Uint8Array) => {
      clearTimeout(late);
      clearInterval(watch);
      child.removeAllListeners();
      done(bytes);
    };
    child.once('message', (bytes: Uint8Array) => {
      end(bytes);
      rest(child);
    });
    const died = () => {
      children.delete(child);
      end(new Uint8Array());
    };
    child.once('exit', died);
    child.once('error', died);
    child.send(errand, (error) => error && child.kill('SIGKILL'));
  });
}

function aChild(): ChildProcess {
  const rested = idle.pop();
  if (rested) {
    clearTimeout(rested.timer);
    rested.child.removeAllListeners();
    rested.child.ref();
    return rested.child;
  }
  // From the sources the child needs what runs TypeScript; in a build it is an entry of its own.
  const ending = extname(import.meta.url);
  const child = fork(fileURLToPath(new URL(`./thumbnail-worker${ending}`, import.meta.url)), {
    execArgv: ['--max-old-space-size=64', ...(ending === '.ts' ? ['--import', import.meta.resolve('tsx')] : [])],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Nothing of ours: neither the secret nor the database's address.
    env: {},
  });
  children.add(child);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

/** Keeps a child for the next picture, for a while: a process that ends does not wait for it. */
function rest(child: ChildProcess): void {
  const leave = () => {
    const at = idle.findIndex((each) => each.child === child);
    if (at >= 0) idle.splice(at, 1);
  };
  child.once('exit', () => {
    children.delete(child);
    leave();
  });
  child.on('error', leave);
  child.unref();
  child.channel?.unref();
  const end = () => {
    leave();
    child.kill();
  };
  idle.push({ child, timer: setTimeout(end, idleTime).unref() });
}

/** Resident bytes of a child; 0 where the system does not tell. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageSize;
  } catch {
    // It has just ended, or this is no Linux.
    return 0;
  }
}

/** Bytes of a page of memory on Linux, but for few machines that have larger ones. */
const pageSize = 4_096;
