import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, ownIdentity, type ProcessIdentity } from './identity.ts';

/** Who holds a lock. `isEnding` says that it is about to let go. */
export type Holder = ProcessIdentity & { isEnding: boolean };

export type Lock = {
  /** Tells others that it is worth waiting for. */
  markEnding(): void;
  release(): void;
};

export type LockRequest = {
  file: string;
  /** How long to wait for this holder before giving up, in milliseconds; asked again while it holds. */
  patience: (holder: Holder) => number;
};

/** The lock is held by a living process that did not let go in time. */
export class LockHeld extends Error {
  readonly holder: Holder;

  constructor(file: string, holder: Holder) {
    super(`${file} is held by process ${holder.pid}`);
    this.holder = holder;
  }
}

/**
 * Takes a lock that is a file naming its holder. One that a dead process left is taken over. Throws LockHeld, or the
 * file system's error when the file cannot be written.
 */
export async function takeLock({ file, patience }: LockRequest): Promise<Lock> {
  const own = ownIdentity();
  const began = performance.now();
  for (;;) {
    if (place(file, { ...own, isEnding: false })) {
      return {
        markEnding: () => rewrite(file, { ...own, isEnding: true }),
        release: () => rmSync(file, { force: true }),
      };
    }
    const text = readLock(file);
    if (text === undefined) continue;
    const holder = parse(text);
    if (holder === undefined || !isAlive(holder)) clear(file, text);
    else if (performance.now() - began >= patience(holder)) throw new LockHeld(file, holder);
    else await pause(50);
  }
}

/** Writes the file only if there is none: linked from a finished one, so that nobody ever reads half of it. */
function place(file: string, holder: Holder): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(holder));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

function rewrite(file: string, holder: Holder): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(holder));
  renameSync(draft, file);
}

/** Removes a dead holder's file, unless another start did so first and holds the lock by now. */
function clear(file: string, text: string): void {
  if (readLock(file) === text) rmSync(file, { force: true });
}

function readLock(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A file that a power cut left empty, or that is not ours, names nobody. */
function parse(text: string): Holder | undefined {
  try {
    const { pid, since, isEnding } = JSON.parse(text) ?? {};
    if (typeof pid !== 'number' || typeof since !== 'string') return undefined;
    return { pid, since, isEnding: isEnding === true };
  } catch {
    return undefined;
  }
}
