import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with the data of the last release: an archive of what `npm run backup` wrote. */
const releasedDataFolder = 'tests/upgrade';

/** The secret key of these data. They are made up, so it is no secret. */
export const releasedDataEnvironment = {
  SECRET_KEY: 'the key of data that were made for a test of upgrades',
  LINK_LIMIT_ADDRESS: '1000',
};

const ending = '.order-portal.tar.gz';

/** The archive file of a version. */
export const archiveOf = (version: string): string => join(releasedDataFolder, `${version}${ending}`);

/** The existing archive files. */
export const archives = (): string[] =>
  readdirSync(releasedDataFolder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(releasedDataFolder, name));

/**
 * Backs up the database of a DATA_DIR into an archive, or restores it. Throws with the command's output when that
 * fails.
 */
export async function runBackup(command: 'backup' | 'restore', file: string, dataDir: string): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'api/engine/backup/main.ts', command, file], {
    env: { ...process.env, NODE_ENV: 'production', ...releasedDataEnvironment, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`The ${command} failed:\n${printed.join('')}`);
}
