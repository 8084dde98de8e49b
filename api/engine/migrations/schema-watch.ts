import type { FastifyBaseLogger } from 'fastify';
import type { Readiness } from '../../platform/readiness.ts';
import { newerMigrations, watchInterval } from './migrate.ts';
import { migrations } from './migrations.ts';

interface SchemaWatchOptions {
  readiness: Readiness;
  log: FastifyBaseLogger;
}

/**
 * Watches the schema version of the database in the background, so that no request pays for it. When a newer version
 * applies a migration that this one cannot work with, the process rejects writes at once and exits as after SIGTERM.
 * Returns a function that ends the watch.
 */
export function watchSchemaVersion({ readiness, log }: SchemaWatchOptions): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const schedule = () => {
    timer = setTimeout(() => void look(), watchInterval).unref();
  };
  const look = async () => {
    // The database may be unavailable; the next turn tries again.
    const newer = await newerMigrations().catch(() => []);
    if (newer.length === 0) return schedule();
    readiness.isOutdated = true;
    log.error(
      { migrations: newer },
      `exiting: a newer version migrates the database with ${newer.join(', ')}, and this version, which has migrations up to ` +
        `${migrations.at(-1)?.name ?? 'none'}, cannot work with it`,
    );
    process.kill(process.pid, 'SIGTERM');
  };
  schedule();
  return async () => clearTimeout(timer);
}
