import { loadConfig } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { checkBucket } from '../../platform/files/bucket-check.ts';
import { openFileStores } from '../../platform/files/file-stores.ts';
import { printLine } from '../../platform/process/print-line.ts';
import { openShutdown } from '../../platform/process/shutdown.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { enqueueFileMove } from './move.ts';

const usage = 'Usage: npm run files -- move\n\nMoves all files to the store that FILE_STORE selects.';

/** `npm run files -- move`: enqueues a job that moves all files to the configured store. */
async function main(): Promise<void> {
  const closing = openShutdown('command');
  try {
    if (process.argv.slice(2).join(' ') !== 'move') throw new StartFailure(usage);
    const config = loadConfig();
    openFileStores(config);
    await checkBucket(config, printLine);
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
