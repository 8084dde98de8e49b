import { loadConfig } from '../host/config/config.ts';
import { openDatabase } from '../host/database/open.ts';
import { openShutdown } from '../host/process/shutdown.ts';
import { StartFailure } from '../host/process/start-failure.ts';
import { checkBucket } from './bucket-check.ts';
import { openFileStores } from './file-stores.ts';
import { enqueueFileMove } from './move.ts';

const usage = 'Usage: npm run files -- move\n\nMoves all files to the store that FILE_STORE selects.';

/** `npm run files -- move`: enqueues a job that moves all files to the configured store. */
async function main(): Promise<void> {
  const closing = openShutdown('command');
  try {
    if (process.argv.slice(2).join(' ') !== 'move') throw new StartFailure(usage);
    const config = loadConfig();
    openFileStores(config);
    await checkBucket(config, (line) => process.stdout.write(`${line}\n`));
    const name = await openDatabase({ config, closing });
    await enqueueFileMove(config.fileStore);
    process.stdout.write(
      `A job moves the files of ${name} to ${config.fileStore}. Its progress is shown in the back-office under Jobs.\n`,
    );
    await closing.end();
  } catch (error) {
    await closing.fail(error);
  }
}

await main();
