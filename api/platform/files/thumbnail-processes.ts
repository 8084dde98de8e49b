import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ThumbnailTask } from './thumbnail-worker.ts';

/** A thumbnail request: the owner of the upload, the size, and how to read the picture when its turn comes. */
export interface ThumbnailRequest {
  owner: string;
  edge: number;
  read: () => Promise<Uint8Array>;
}

/** Maximum number of concurrent child processes, one per owner; each uses a core and much memory. */
const maxChildren = 2;

/** A child is killed above this memory (bytes) or rendering time (milliseconds). */
const limits = { memory: 300 * 2 ** 20, time: 10_000 };
const checkInterval = 50;
/** An idle child exits after this; milliseconds. */
const idleTime = 15_000;

interface Waiting extends ThumbnailRequest {
  done: (bytes: Uint8Array) => void;
  failed: (error: unknown) => void;
}

/** Queues by owner in round-robin order, so that one user's uploads do not delay others. */
const queues = new Map<string, Waiting[]>();
const busy = new Set<string>();
const idle: { child: ChildProcess; timer: NodeJS.Timeout }[] = [];
const children = new Set<ChildProcess>();

/** Returns the queue length of an owner. */
export const thumbnailQueueLength = (owner: string): number => queues.get(owner)?.length ?? 0;

/**
 * Renders a thumbnail in a sandboxed child process: sharp parses untrusted uploads, and a file of one kilobyte can take
 * a gigabyte, which no limit within this process would stop in time. Resolves with empty bytes if it cannot be rendered
 * within the limits.
 */
export function renderThumbnail(picture: ThumbnailRequest): Promise<Uint8Array> {
  return new Promise((done, failed) => {
    const own = queues.get(picture.owner) ?? [];
    queues.set(picture.owner, [...own, { ...picture, done, failed }]);
    startNext();
  });
}

/** Kills all children and rejects waiting requests. */
export function closeThumbnailProcesses(): void {
  for (const { failed } of [...queues.values()].flat()) failed(new Error('The process is shutting down'));
  queues.clear();
  for (const { timer } of idle.splice(0)) clearTimeout(timer);
  for (const child of children) child.kill('SIGKILL');
}

function startNext(): void {
  for (const [owner, [next, ...others]] of queues) {
    if (busy.size >= maxChildren) return;
    if (busy.has(owner) || !next) continue;
    // Move the owner to the end of the queue.
    queues.delete(owner);
    if (others.length > 0) queues.set(owner, others);
    busy.add(owner);
    void renderNext(next)
      .then(next.done, next.failed)
      .finally(() => {
        busy.delete(owner);
        startNext();
      });
  }
}

async function renderNext({ read, edge }: Waiting): Promise<Uint8Array> {
  // Read before taking a child, because a child may exit during the read.
  const bytes = await read();
  return await renderIn(acquireChild(), { bytes, edge });
}

function renderIn(child: ChildProcess, errand: ThumbnailTask): Promise<Uint8Array> {
  return new Promise((done) => {
    const timeout = setTimeout(() => child.kill('SIGKILL'), limits.time);
    const watch = setInterval(() => {
      if (memoryOf(child) > limits.memory) child.kill('SIGKILL');
    }, checkInterval);
    const end = (bytes: Uint8Array) => {
      clearTimeout(timeout);
      clearInterval(watch);
      child.removeAllListeners();
      done(bytes);
    };
    child.once('message', (bytes: Uint8Array) => {
      end(bytes);
      release(child);
    });
    const onExit = () => {
      children.delete(child);
      end(new Uint8Array());
    };
    child.once('exit', onExit);
    child.once('error', onExit);
    child.send(errand, (error) => error && child.kill('SIGKILL'));
  });
}

function acquireChild(): ChildProcess {
  const idleChild = idle.pop();
  if (idleChild) {
    clearTimeout(idleChild.timer);
    idleChild.child.removeAllListeners();
    idleChild.child.ref();
    return idleChild.child;
  }
  // When running from sources, the child needs the TypeScript loader; in a build it is a separate entry.
  const extension = extname(import.meta.url);
  const child = fork(fileURLToPath(new URL(`./thumbnail-worker${extension}`, import.meta.url)), {
    execArgv: ['--max-old-space-size=64', ...(extension === '.ts' ? ['--import', import.meta.resolve('tsx')] : [])],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // Pass no environment: neither the secret key nor the database URL.
    env: {},
  });
  children.add(child);
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return child;
}

/** Keeps a child idle for the next thumbnail; unreferenced, so that it does not keep this process alive. */
function release(child: ChildProcess): void {
  const removeFromIdle = () => {
    const at = idle.findIndex((each) => each.child === child);
    if (at >= 0) idle.splice(at, 1);
  };
  child.once('exit', () => {
    children.delete(child);
    removeFromIdle();
  });
  child.on('error', removeFromIdle);
  child.unref();
  child.channel?.unref();
  const end = () => {
    removeFromIdle();
    child.kill();
  };
  idle.push({ child, timer: setTimeout(end, idleTime).unref() });
}

/** Returns the resident memory of a child in bytes; 0 if unknown. */
function memoryOf({ pid }: ChildProcess): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * pageSize;
  } catch {
    // The child has just exited, or this is not Linux.
    return 0;
  }
}

/** Page size of Linux on nearly all machines. */
const pageSize = 4_096;
