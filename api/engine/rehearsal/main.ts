import { parseArgs } from 'node:util';
import { loadConfig, secretFile } from '../../platform/config/config.ts';
import { connectDatabase, disconnectDatabase } from '../../platform/database/connect.ts';
import { findDatabase } from '../../platform/database/open.ts';
import { assertNoPartialRestore } from '../../platform/database/restore-marker.ts';
import { requireSameSecret } from '../../platform/database/secret-check.ts';
import { withStartLock } from '../../platform/database/start-lock.ts';
import { printLine } from '../../platform/process/print-line.ts';
import { openShutdown, type Shutdown } from '../../platform/process/shutdown.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { setAuditKeys } from '../audit/chain.ts';
import { announceMigrations } from '../migrations/migrate.ts';
import { openCopy, removeCopy } from './copy.ts';
import { deleteSetAside, migrateAndVerify, rehearse } from './migrate-and-verify.ts';

const usage = `Usage: npm run migrate [-- --rehearse | --forget MIGRATION]

Applies all pending migrations to the database, as the next start would, and validates every record against its schema. Running
processes of older versions stop first if they cannot work with a migration.

  --rehearse          works on a copy of the database on the same server, which is deleted afterwards. The application may be running. Needs
                      as much free space as the database.
  --forget MIGRATION  permanently deletes the values and records that this migration has set aside, such as 0042-vendors; nothing else.

Each step reports how many records it read and changed, how many values were invalid, how many it set aside (in the collection kept_aside),
and its duration. The exit code is 0 if all migrations were applied and all records are valid, else 1.`;

/** The command `npm run migrate`. */
async function main(): Promise<void> {
  const closing = openShutdown('command');
  try {
    const { rehearse: isRehearsal, forget, help } = parseArguments();
    if (help) {
      printLine(usage);
      await closing.end();
      return;
    }
    const config = loadConfig();
    // Migrations sign audit entries.
    setAuditKeys(config.secretKeys);
    const { uri, name } = await findDatabase({
      config,
      closing,
      isAlone: !isRehearsal && forget === undefined,
    });
    await connectDatabase(uri);
    closing.add(disconnectDatabase);
    await assertNoPartialRestore();
    if (!isRehearsal && forget === undefined)
      await requireSameSecret({ secretKeys: config.secretKeys, secretFile: secretFile(config.dataDir) });
    if (forget !== undefined) {
      for (const line of await deleteSetAside(forget)) printLine(`Deleted ${line}`);
      await closing.end();
      return;
    }
    const faults = await (isRehearsal ? onCopy(uri, closing) : inPlace(closing));
    const where = isRehearsal ? `a copy of ${name}, which was not changed` : name;
    if (faults.length > 0) throw new StartFailure(`Not safe: there are invalid records in ${where}.`);
    printLine(`${isRehearsal ? 'Safe' : 'Done'}: all migrations were applied and all records are valid in ${where}.`);
    await closing.end();
  } catch (error) {
    await closing.fail(error);
  }
}

const inPlace = ({ signal }: Shutdown) =>
  withStartLock(async () => {
    await announceMigrations({ report: printLine });
    return migrateAndVerify({ report: printLine, signal });
  }, printLine);

async function onCopy(uri: string, closing: Shutdown): Promise<string[]> {
  const original = await openCopy(uri);
  const work = rehearse({ original, report: printLine, signal: closing.signal });
  closing.add(async () => {
    // The awaited promise reports the failure. Wait here, because running work would recreate the copy.
    await work.catch(() => undefined);
    await removeCopy();
  });
  return work;
}

function parseArguments() {
  const option = { type: 'boolean', default: false } as const;
  try {
    const { values } = parseArgs({ options: { rehearse: option, help: option, forget: { type: 'string' } } });
    // A rehearsal changes nothing, while `--forget` cannot be undone.
    if (values.rehearse && values.forget !== undefined) throw new Error('--rehearse and --forget cannot be combined');
    return values;
  } catch {
    // Print the usage for invalid arguments.
    throw new StartFailure(usage);
  }
}

await main();
