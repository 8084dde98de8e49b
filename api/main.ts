import { loadConfig } from './host/config/config.ts';
import { configWarnings } from './host/config/warnings.ts';
import { startEmbeddedDatabase } from './host/database/start-embedded.ts';
import { lockDataDir } from './host/process/data-dir-lock.ts';
import { assertPortAvailable } from './host/process/port.ts';
import { openShutdown } from './host/process/shutdown.ts';

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
