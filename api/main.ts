import { loadConfig } from './config/config.ts';
import { configWarnings } from './config/warnings.ts';
import { ownDatabase } from './database/own.ts';
import { openClosing } from './process/closing.ts';
import { requirePort } from './process/port.ts';
import { lockDataDir } from './process/product-lock.ts';

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
    await requirePort(config);
    const database = config.embedded ? ownDatabase({ config, closing }) : undefined;
    // Loaded only now, while mongod opens its files.
    const { serve } = await import('./serve.ts');
    await serve({ config, closing, database, pagesFolder });
  } catch (error) {
    await closing.fail(error);
  }
}
