import { configWarnings } from './platform/config/check.ts';
import { loadConfig } from './platform/config/config.ts';
import { startEmbeddedDatabase } from './platform/database/open.ts';
import { lockDataDir } from './platform/process/data-dir-lock.ts';
import { assertPortAvailable } from './platform/process/port.ts';
import { openShutdown } from './platform/process/shutdown.ts';

/**
 * Starts the application: configuration, lock on DATA_DIR, port, then database and server in parallel. `pagesFolder`
 * has the built UIs. Any failure is printed in one line and the process exits with 1.
 */
export async function start({ pagesFolder }: { pagesFolder: string }): Promise<void> {
  const closing = openShutdown();
  try {
    const config = loadConfig();
    for (const warning of configWarnings()) process.stdout.write(`${warning}\n`);
    if (config.embedded) await lockDataDir({ dataDir: config.dataDir, closing });
    if (config.jobs !== 'only' || config.metricsToken !== undefined) await assertPortAvailable(config);
    const database = config.embedded ? startEmbeddedDatabase({ config, closing }) : undefined;
    // Loaded lazily, in parallel with the start of mongod.
    const { serve } = await import('./serve.ts');
    await serve({ config, closing, database, pagesFolder });
  } catch (error) {
    await closing.fail(error);
  }
}
