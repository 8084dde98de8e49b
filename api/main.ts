import { loadConfig } from './config/config.ts';
import { configWarnings } from './config/warnings.ts';
import { runEmbedded } from './database/embedded.ts';
import { openClosing } from './process/closing.ts';
import { requirePort } from './process/port.ts';
import { lockDataDir } from './process/product-lock.ts';

/**
 * Starts the product: configuration, the lock on DATA_DIR, the port, then the database and meanwhile the application.
 * `pagesFolder` holds the built UIs. Whatever fails is told in a line, and the process ends with 1.
 */
export async function start({ pagesFolder }: { pagesFolder?: string }): Promise<void> {
  const closing = openClosing();
  try {
    const config = loadConfig();
    for (const warning of configWarnings()) report(warning);
    if (config.embedded) {
      const lock = await lockDataDir(config.dataDir);
      closing.signal.addEventListener('abort', () => lock.markEnding());
      closing.add(async () => lock.release());
    }
    await requirePort(config);
    const database = config.embedded ? runEmbedded({ config, report, signal: closing.signal }) : undefined;
    closing.add(async () => {
      // A server that never started has nothing to stop, and its start has told why.
      await database?.then(
        (server) => server.stop(),
        () => undefined,
      );
    });
    closing.whenForced(() => void database?.then((server) => server.forsake()));
    // Loaded only now, while mongod opens its files.
    const { serve } = await import('./serve.ts');
    await serve({ config, closing, database, ...(pagesFolder ? { pagesFolder } : {}) });
  } catch (error) {
    await closing.fail(error);
  }
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
