import type { Config } from '../config/config.ts';
import type { Closing } from '../process/closing.ts';
import { lockDataDir } from '../process/product-lock.ts';
import { connectDatabase, disconnectDatabase } from './connect.ts';
import { requireWholeDatabase } from './half-restore.ts';
import { ownDatabase } from './own.ts';
import { runningUri } from './running.ts';

type Opening = { config: Config; closing: Closing };

/**
 * Connects to the database of this configuration: MONGODB_URI's, that of the product running on DATA_DIR, else one
 * started on DATA_DIR for as long as this process runs. Answers where it is, in words. One that holds a part of a backup is
 * refused, unless who asks restores one.
 */
export async function openDatabase({ mayBeHalf, ...opening }: Opening & { mayBeHalf?: true }): Promise<string> {
  const { uri, name } = await findDatabase(opening);
  await connectDatabase(uri);
  opening.closing.add(disconnectDatabase);
  if (!mayBeHalf) await requireWholeDatabase();
  return name;
}

/** Where that database is: its address, and where that is in words. Where `isAlone`, no product may run on DATA_DIR. */
export async function findDatabase({
  config,
  closing,
  isAlone,
}: Opening & { isAlone?: boolean }): Promise<{ uri: string; name: string }> {
  const { dataDir, mongodbUri } = config;
  if (mongodbUri !== undefined) return { uri: mongodbUri, name: 'the database of MONGODB_URI' };
  try {
    await lockDataDir({ dataDir, closing });
  } catch (error) {
    const uri = runningUri(dataDir);
    if (uri === undefined || isAlone) throw error;
    return { uri, name: `the running product's database in ${dataDir}` };
  }
  return { uri: (await ownDatabase({ config, closing })).uri(), name: `the database in ${dataDir}` };
}
