import type { Config } from '../config/config.ts';
import { lockDataDir } from '../process/data-dir-lock.ts';
import { printLine } from '../process/print-line.ts';
import type { Shutdown } from '../process/shutdown.ts';
import { connectDatabase, disconnectDatabase } from './connect.ts';
import { type EmbeddedDatabase, runEmbedded } from './embedded.ts';
import { assertNoPartialRestore } from './restore-marker.ts';
import { runningDatabaseUri } from './running.ts';

type OpenRequest = { config: Config; closing: Shutdown };

/**
 * Connects to the configured database: that of MONGODB_URI, that of the application running on DATA_DIR, or an embedded
 * one started for the lifetime of this process. Returns its name for messages. Throws a StartFailure for a partially
 * restored database unless `mayBeHalf`.
 */
export async function openDatabase({ mayBeHalf, ...request }: OpenRequest & { mayBeHalf?: true }): Promise<string> {
  const { uri, name } = await findDatabase(request);
  await connectDatabase(uri);
  request.closing.add(disconnectDatabase);
  if (!mayBeHalf) await assertNoPartialRestore();
  return name;
}

/**
 * Returns the URI of that database and its name for messages. With `isAlone`, no application may be running on
 * DATA_DIR.
 */
export async function findDatabase({
  config,
  closing,
  isAlone,
}: OpenRequest & { isAlone?: boolean }): Promise<{ uri: string; name: string }> {
  const { dataDir, mongodbUri } = config;
  if (mongodbUri !== undefined) return { uri: mongodbUri, name: 'the database of MONGODB_URI' };
  try {
    await lockDataDir({ dataDir, closing });
  } catch (error) {
    const uri = runningDatabaseUri(dataDir);
    if (uri === undefined || isAlone) throw error;
    return { uri, name: `the database of the running application in ${dataDir}` };
  }
  return { uri: (await startEmbeddedDatabase({ config, closing })).uri(), name: `the database in ${dataDir}` };
}

/**
 * Starts the embedded MongoDB and registers its shutdown. The promise may be awaited later; a failure before that
 * rejects it and causes no unhandled rejection.
 */
export function startEmbeddedDatabase(request: { config: Config; closing: Shutdown }): Promise<EmbeddedDatabase> {
  const { config, closing } = request;
  let running: EmbeddedDatabase | undefined;
  const database = runEmbedded({
    config,
    report: printLine,
    signal: closing.signal,
  });
  const settled = database.then(
    (server) => {
      running = server;
    },
    () => undefined,
  );
  closing.add(async () => {
    await settled;
    await running?.stop();
  });
  closing.onForcedExit(() => running?.requestStop());
  return database;
}
