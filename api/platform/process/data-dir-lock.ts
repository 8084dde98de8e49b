import { join } from 'node:path';
import { acquireLock, type FileLock, LockedError, type LockHolder } from './lock.ts';
import type { Shutdown } from './shutdown.ts';
import { StartFailure } from './start-failure.ts';

/**
 * How long a start waits for an instance that is ending, and for a running one that may not have handled its signal
 * yet; milliseconds.
 */
const patience = { ending: 15_000, running: 500 };

/**
 * Locks a data folder for this process until it closes (single instance). Throws a StartFailure that names the process
 * holding it.
 */
export async function lockDataDir({ dataDir, closing }: { dataDir: string; closing: Shutdown }): Promise<void> {
  const lock = await take(dataDir);
  closing.signal.addEventListener('abort', () => lock.markEnding());
  closing.add(async () => lock.release());
}

async function take(dataDir: string): Promise<FileLock> {
  let hasReported = false;
  const waitFor = ({ pid, isEnding }: LockHolder): number => {
    if (isEnding && !hasReported) process.stdout.write(`Waiting for the previous process (${pid}) to exit\n`);
    hasReported ||= isEnding;
    return isEnding ? patience.ending : patience.running;
  };
  try {
    return await acquireLock({ file: join(dataDir, 'portal.pid'), patience: waitFor });
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    const { pid, isEnding } = error.holder;
    throw new StartFailure(
      isEnding
        ? `The application that used DATA_DIR ${dataDir} is still shutting down after ${patience.ending / 1000} s (process ${pid}). Try again, or kill it (kill -9 ${pid}).`
        : `The application is already running on DATA_DIR ${dataDir} (process ${pid}). Stop it (kill ${pid}), or set another DATA_DIR.`,
    );
  }
}
