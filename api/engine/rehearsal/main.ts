import { parseArgs } from 'node:util';
import { loadConfig } from '../../platform/config/config.ts';
import { secretFile } from '../../platform/config/secret.ts';
import { connectDatabase, disconnectDatabase } from '../../platform/database/connect.ts';
import { findDatabase } from '../../platform/database/open.ts';
import { assertNoPartialRestore } from '../../platform/database/restore-marker.ts';
import { requireSameSecret } from '../../platform/database/secret-check.ts';
import { withStartLock } from '../../platform/database/start-lock.ts';
import { printLine } from '../../platform/process/print-line.ts';
import { openShutdown, type Shutdown } from '../../platform/process/shutdown.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { setAuditKeys } from '../audit/chain.ts';
import { openCopy, removeCopy } from './copy.ts';
import { deleteSetAside } from './delete-set-aside.ts';
import { migrateAndVerify } from './migrate-and-verify.ts';
import { rehearse } from './rehearse.ts';

const usage = `npm run migrate [-- --rehearse | --forget MIGRATION]

Brings the product's database to this version, as its next start would, and then looks whether every record fits its schema. No product of
before may run meanwhile. With --rehearse that is done to a copy of the database on the same server, which needs as much room again
and is removed afterwards; the product may run, and its database stays as it is.

What a migration keeps aside (values and records that no schema has a place for) stays until somebody says so: --forget 0042-vendors removes
what that one kept, for good, and does nothing else.

It says of each step how many records it looked at and changed, how many values did not fit, how many it kept aside (in the collection
kept_aside), and how long that took. The exit code is 0 where every migration ran and every record fits, else 1.`;

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
    setAuditKeys(config.secretKey);
    const { uri, name } = await findDatabase({
      config,
      closing,
      isAlone: !isRehearsal && forget === undefined,
    });
    await connectDatabase(uri);
    closing.add(disconnectDatabase);
    await assertNoPartialRestore();
    if (!isRehearsal && forget === undefined)
      await requireSameSecret({ secretKey: config.secretKey, secretFile: secretFile(config.dataDir) });
    if (forget !== undefined) {
      for (const line of await deleteSetAside(forget)) printLine(`Removed ${line}`);
      await closing.end();
      return;
    }
    const faults = await (isRehearsal ? onCopy(uri, closing) : inPlace(closing));
    const where = isRehearsal ? `a copy of ${name}, which stayed as it is` : name;
    if (faults.length > 0)
      throw new StartFailure(`Not safe: there are records that do not fit their schema in ${where}.`);
    printLine(
      `${isRehearsal ? 'Safe' : 'Done'}: every migration has run and every record fits its schema, in ${where}.`,
    );
    await closing.end();
  } catch (error) {
    await closing.fail(error);
  }
}

const inPlace = ({ signal }: Shutdown) =>
  withStartLock(() => migrateAndVerify({ report: printLine, signal }), printLine);

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
    if (values.rehearse && values.forget !== undefined) throw new Error('--rehearse and --forget do not go together');
    return values;
  } catch {
    // Print the usage for invalid arguments.
    throw new StartFailure(usage);
  }
}

await main();
