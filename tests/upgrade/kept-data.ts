import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Where the data of the last release are, as `npm run backup` wrote them, packed once more. */
export const folder = 'tests/upgrade';

/** What the passwords in them are sealed by: they are made up, and this is no secret. */
export const environment = {
  SECRET_KEY: 'the key of data that were made for a test of upgrades',
  LINK_LIMIT_ADDRESS: '1000',
};

const ending = '.order-portal.tar.gz';

/** The file of a version. */
export const fileOf = (version: string): string => join(folder, `${version}${ending}`);

/** The files that are kept. */
export const keptFiles = (): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));

/** Backs the database of a DATA_DIR up into a file, or restores it from one. Throws with what it printed when that fails. */
export async function runBackup(command: 'backup' | 'restore', file: string, dataDir: string): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'api/backup/main.ts', command, file], {
    env: { ...process.env, NODE_ENV: 'production', ...environment, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => printed.push(text));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`The ${command} failed:\n${printed.join('')}`);
}
