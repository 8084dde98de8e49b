import { accessSync, constants, mkdirSync } from 'node:fs';
import { StartFailure } from '../process/start-failure.ts';

/** Creates the data folder if missing. Throws a StartFailure if it is not writable. */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new StartFailure(
      `DATA_DIR is '${dataDir}', which cannot be written (${error instanceof Error ? error.message : error}). ` +
        'Allowed is a folder that this user may write.',
    );
  }
}
