import { loadConfig } from './host/config/config.ts';
import { configWarnings } from './host/config/warnings.ts';
import { ownDatabase } from './host/database/own.ts';
import { openClosing } from './host/process/closing.ts';
import { requirePort } from './host/process/port.ts';
import { lockDataDir } from './host/process/product-lock.ts';

/**
 * Starts the product: configuration, the lock on DATA_DIR, the port, then the database and meanwhile the application.
 * `pagesFolder` holds the built UIs. Whatever fails is told in a line, and the process ends with 1.
 */
export async function start({ pagesFolder }: { pagesFolder: string }): Promise<void> {
  const closing = openClosing();
  try {
    const config = loadConfig();
    for (const warning of configWarnings()) process.stdout.write(`${warning}\n`);
    if (config.embedded) await lockDataDir({ dataDir: config.dataDir, closing });
    if (config.jobs !== 'only' || config.metricsToken !== undefined) await requirePort(config);
    const database = config.embedded ? ownDatabase({ config, closing }) : undefined;
    // Loaded only now, while mongod opens its files.
    const { serve } = await import('./serve.ts');
    await serve({ config, closing, database, pagesFolder });
  } catch (error) {
    await closing.fail(error);
  }
}
