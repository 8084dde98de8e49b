import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { driftedFiles, generate } from '#schemas/generate/generate.ts';
import { printLine } from '../../platform/process/print-line.ts';

const usage = `Usage: npm run generate [-- --check [--database]]
       npm run generate -- --migration NAME [--renamed PATH=NAME] [--removed PATH] [--value PATH=JSON]
       npm run generate -- --released [--by MIGRATION]

Generates all files that are derived from schemas/ and grammar/.

  --check            writes nothing and reports outdated generated files, and schema changes that stored records may not match.
                     The exit code is 1 if there are any.
    --database       also compares the indexes, documents and tree scopes of the database, which may be in use.

  --migration NAME   also generates the migration from the released schemas (schemas/released/) to the current ones. A resource that was
                     never released is compared with its records in the database (MONGODB_URI, or DATA_DIR). It prompts for what
                     cannot be derived. These options answer in advance and can be repeated:
    --renamed PATH=NAME  the new name of a property, such as --renamed Order.notes=remarks
    --removed PATH       a property that is removed, although there is a new one of its type, such as --removed Order.fax
    --value PATH=JSON    the value for records that lack a required value or have an invalid one, such as --value 'Order.priority="normal"'

  --released         records the current schemas as released.
    --by MIGRATION   the hand-written migration that converts stored records, such as 0042-its-name`;

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** `npm run generate`. Import generated modules only dynamically, after they have been generated. */
async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      check: { type: 'boolean', default: false },
      database: { type: 'boolean', default: false },
      migration: { type: 'string' },
      renamed: { type: 'string', multiple: true, default: [] },
      removed: { type: 'string', multiple: true, default: [] },
      value: { type: 'string', multiple: true, default: [] },
      released: { type: 'boolean', default: false },
      by: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  const { migration, released, check, by } = values;
  const modes = [check, released, migration !== undefined].filter((isSet) => isSet).length;
  const decides = values.renamed.length + values.removed.length + values.value.length > 0;
  const isWrong =
    modes > 1 || (values.database && !check) || (by !== undefined && !released) || (decides && migration === undefined);
  if (values.help || isWrong) {
    printLine(usage);
    return values.help;
  }
  if (check) return isInStep(values.database);
  for (const line of await generate()) printLine(line);
  if (migration !== undefined) {
    const { parseDecisions, terminalPrompt } = await import('./prompts.ts');
    const { writeMigration } = await import('./write-migration.ts');
    const prompt = terminalPrompt();
    const { readStoredSchemas: readStored } = await import('./stored-schemas.ts');
    const decisions = parseDecisions(values);
    const request = { root, subject: migration, decisions, readStored, ...(prompt ? { prompt } : {}) };
    for (const line of await writeMigration(request)) printLine(line);
  }
  if (released) {
    const { recordRelease } = await import('./release.ts');
    printLine(await recordRelease({ root, ...(by === undefined ? {} : { by }) }));
  }
  return true;
}

async function isInStep(withDatabase: boolean): Promise<boolean> {
  const drifted = await driftedFiles();
  if (drifted.length > 0) {
    printLine(`Does not match schemas/: ${drifted.map(({ path }) => path).join(', ')}\nRun: npm run generate`);
    return false;
  }
  const { readRelease, releaseDrift } = await import('./release.ts');
  const unreleased = releaseDrift(await readRelease(root));
  for (const line of unreleased) printLine(line);
  if (unreleased.length > 0) return false;
  if (!withDatabase) return true;
  const { checkDatabase } = await import('./check-database.ts');
  await checkDatabase(printLine);
  return true;
}

main().then(
  (isWell) => {
    if (!isWell) process.exitCode = 1;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  },
);
