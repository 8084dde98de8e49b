import type { FastifyBaseLogger } from 'fastify';
import type { Readiness } from '../../platform/readiness.ts';
import { incompatibleMigrations } from './migrate.ts';

/** How often a process looks for migrations of a newer version; milliseconds. */
const interval = 1_000;

interface Watch {
  readiness: Readiness;
  log: FastifyBaseLogger;
  /** Called once with the reason why this process must stop. */
  onOutdated: (reason: string) => void;
}

/**
 * Watches the schema version while the process runs: once a newer version has applied a migration that this one cannot
 * work with, the process rejects writes and runs no more jobs. It is one query per second, none per request. Returns a
 * function that ends the watch.
 */
export function watchSchemaVersion({ readiness, log, onOutdated }: Watch): () => void {
  let isChecking = false;
  const check = async () => {
    const [first, ...others] = await incompatibleMigrations();
    if (first === undefined || readiness.isOutdated) return;
    readiness.isOutdated = true;
    clearInterval(timer);
    onOutdated(
      `A newer version of the application has applied ${[first, ...others].join(', ')} to the database, and this version cannot work with it. ` +
        'This process rejects writes and stops; start the newer version instead.',
    );
  };
  const timer = setInterval(() => {
    if (isChecking || !readiness.database) return;
    isChecking = true;
    check()
      .catch((error: unknown) => log.warn({ err: error }, 'failed to read the schema version; retrying'))
      .finally(() => {
        isChecking = false;
      });
  }, interval);
  timer.unref();
  return () => clearInterval(timer);
}
