import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, loadConfig } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { checkBucket } from '../../platform/files/bucket-check.ts';
import { openFileStores } from '../../platform/files/file-stores.ts';
import { printLine } from '../../platform/process/print-line.ts';
import { openShutdown, type Shutdown } from '../../platform/process/shutdown.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { rawCollection } from './database.ts';
import { makeVerifiedBackup } from './make-backup.ts';
import { backupName, backupSuffix, type Manifest } from './manifest.ts';
import { restoreBackup } from './restore-backup.ts';
import { checkBackup } from './verify-backup.ts';

const usage = `Usage: npm run backup -- FILE|FOLDER
       npm run restore -- FILE|FOLDER [--verify | --key-is-lost]

backup writes and verifies FILE.tar, or a new file in an existing FOLDER. The application may be running.
restore reads FILE, or the newest backup in FOLDER, into an empty database. The application must not be running on it.

--verify only compares the backup with its checksums and its signature, which needs the SECRET_KEY but no database.
--key-is-lost restores a backup that was made with another SECRET_KEY, in neither SECRET_KEY nor SECRET_KEY_OLD. Data encrypted with that key stays unreadable.`;

const commands: Record<string, (work: Work) => Promise<string[]>> = { backup, restore };

interface Work {
  target: string;
  isKeyLost: boolean;
  isOnlyVerified: boolean;
  config: Config;
  closing: Shutdown;
}

/** `npm run backup` and `npm run restore`. */
async function main(): Promise<void> {
  const closing = openShutdown('command');
  try {
    const { positionals, values } = parseCommandLine();
    const [command = '', target, ...rest] = positionals;
    const act = commands[command];
    if (!act || target === undefined || rest.length > 0) throw new StartFailure(usage);
    const config = loadConfig();
    openFileStores(config);
    await checkBucket(config, printLine);
    const options = { isKeyLost: values['key-is-lost'], isOnlyVerified: values.verify };
    for (const line of await act({ target, ...options, config, closing })) printLine(line);
    await closing.end();
  } catch (error) {
    await closing.fail(error);
  }
}

async function backup({ target, config, closing }: Work): Promise<string[]> {
  if (!isFolder(target) && !target.endsWith('.tar'))
    throw new StartFailure(`There is no folder ${target}. Create it, or name a file that ends in .tar.`);
  const file = isFolder(target) ? join(target, backupName()) : target;
  if (existsSync(file)) throw new StartFailure(`${file} already exists. A backup never overwrites another.`);
  const name = await openDatabase({ config, closing });
  const { secretKey } = config;
  const manifest = await makeVerifiedBackup({ file, secretKey, report: printLine, signal: closing.signal });
  return [
    `Backed up ${name} to ${file}: ${contentOf(manifest)}.`,
    ...goneIn(manifest),
    'The file was read again, and all checksums match.',
    'The backup does not contain sessions, sign-in links or SECRET_KEY. Store SECRET_KEY elsewhere: without it, the passwords in orders are lost.',
    `A restore needs the SECRET_KEY with the fingerprint ${manifest.key}.`,
  ];
}

async function restore({ target, isKeyLost, isOnlyVerified, config, closing }: Work): Promise<string[]> {
  const file = isFolder(target) ? newestIn(target) : target;
  if (!existsSync(file)) throw new StartFailure(`${file} does not exist.`);
  const { secretKeys, fileStore } = config;
  if (isOnlyVerified) {
    const manifest = await checkBackup({ file, secretKeys, isKeyLost });
    return [`${file} is intact: ${contentOf(manifest)}.`, ...goneIn(manifest)];
  }
  const name = await openDatabase({ config, closing, mayBeHalf: true });
  const manifest = await restoreBackup({
    file,
    secretKeys,
    isKeyLost,
    storage: fileStore,
    report: printLine,
    signal: closing.signal,
  });
  return [`Restored ${file} to ${name}: ${contentOf(manifest)}.`, ...goneIn(manifest), ...(await pendingWork())];
}

const contentOf = ({ madeAt, collections, files }: Manifest) => {
  const records = collections.reduce((sum, { documents }) => sum + documents, 0);
  return `${records} records in ${collections.length} collections and ${files.count} files (${files.bytes} bytes), as of ${madeAt}`;
};

const goneIn = ({ gone }: Manifest) =>
  gone.length === 0
    ? []
    : [`${gone.length} files that had been unused for a week were deleted during the backup and are not in it.`];

/**
 * Reports what the application will send once it starts, because that may be unwanted when restoring a copy for tests.
 */
async function pendingWork(): Promise<string[]> {
  const waiting = (kind: string) =>
    rawCollection('jobs').countDocuments({ kind, status: { $in: ['waiting', 'running'] } });
  const [mails, calls] = [await waiting('mail'), await waiting('webhook')];
  return [
    'All users must sign in again.',
    ...(mails + calls > 0
      ? [
          `${mails} mails and ${calls} webhooks had not been sent when the backup was made. The application sends them when it starts.`,
        ]
      : []),
  ];
}

const isFolder = (path: string) => existsSync(path) && statSync(path).isDirectory();

function newestIn(folder: string): string {
  const newest = readdirSync(folder)
    .filter((name) => name.endsWith(backupSuffix))
    .toSorted()
    .at(-1);
  if (newest === undefined)
    throw new StartFailure(`${folder} contains no backup: no file name ends in ${backupSuffix}.`);
  return join(folder, newest);
}

/** Parses the command line. Throws a StartFailure with the usage text. */
function parseCommandLine() {
  try {
    const flag = { type: 'boolean', default: false } as const;
    return parseArgs({ allowPositionals: true, options: { 'key-is-lost': flag, verify: flag } });
  } catch {
    throw new StartFailure(usage);
  }
}

await main();
