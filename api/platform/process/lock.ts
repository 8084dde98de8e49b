import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, ownIdentity, type ProcessIdentity } from './identity.ts';

/** The process that holds a lock. `isEnding`: it will release the lock soon. */
export type LockHolder = ProcessIdentity & { isEnding: boolean };

export type FileLock = {
  /** Tells waiting processes that the lock will be released soon. */
  markEnding(): void;
  release(): void;
};

export type LockRequest = {
  file: string;
  /** How long to wait for this holder, in milliseconds; called again while waiting. */
  patience: (holder: LockHolder) => number;
};

/** A living process holds the lock and did not release it in time. */
export class LockedError extends Error {
  readonly holder: LockHolder;

  constructor(file: string, holder: LockHolder) {
    super(`${file} is locked by process ${holder.pid}`);
    this.holder = holder;
  }
}

/**
 * Acquires a file lock (pid file). Takes over a stale lock of a dead process. Throws LockedError, or the file system's
 * error if the file cannot be written.
 */
export async function acquireLock({ file, patience }: LockRequest): Promise<FileLock> {
  const own = ownIdentity();
  const began = performance.now();
  for (;;) {
    if (create(file, { ...own, isEnding: false })) {
      return {
        markEnding: () => rewrite(file, { ...own, isEnding: true }),
        release: () => rmSync(file, { force: true }),
      };
    }
    const text = readLock(file);
    if (text === undefined) continue;
    const holder = parse(text);
    if (holder === undefined || !isAlive(holder)) clear(file, text);
    else if (performance.now() - began >= patience(holder)) throw new LockedError(file, holder);
    else await pause(50);
  }
}

/** Creates the file only if it does not exist. Links a complete temporary file, so that nobody reads a partial one. */
function create(file: string, holder: LockHolder): boolean {
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

function rewrite(file: string, holder: LockHolder): void {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(holder));
  renameSync(draft, file);
}

/** Removes a dead process's lock file, unless another process has already replaced it. */
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

/** A file that is empty after a power cut, or not a lock file, has no holder. */
function parse(text: string): LockHolder | undefined {
  try {
    const { pid, since, isEnding } = JSON.parse(text) ?? {};
    if (typeof pid !== 'number' || typeof since !== 'string') return undefined;
    return { pid, since, isEnding: isEnding === true };
  } catch {
    return undefined;
  }
}
