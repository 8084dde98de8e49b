import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { driftedFiles, generate } from '#schemas/generate/generate.ts';
import { printLine } from '../../platform/process/print-line.ts';

const usage = `npm run generate [-- --check [--database]]
npm run generate -- --migration NAME [--renamed PLACE=NAME] [--removed PLACE] [--value PLACE=JSON]
npm run generate -- --released [--by MIGRATION]

Writes all that is made from schemas/ and grammar/. With --check it writes nothing and says what differs from the schemas,
with 1 as its exit code when anything does: the generated files, and schemas that stored records may not fit any more; with --database
also the indexes and documents of the product's database, which may be running, and where in the tree each document stands.

With --migration it also compares the schemas with those of schemas/released/, and writes the migration that brings stored records from
the ones to the others. What it can not know it asks, or is told, as often as needed: what has another name now
(--renamed Order.notes=remarks), what is gone although something of its type came (--removed Order.fax), and what a record gets that lacks
what it must have, or whose value does not fit (--value 'Order.priority="normal"').

With --released it notes the schemas as they are: at a release, or after a migration that was written by hand (--by 0042-its-name).`;

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
  await generate();
  if (migration !== undefined) {
    const { parseDecisions, terminalPrompt } = await import('./prompts.ts');
    const { writeMigration } = await import('./write-migration.ts');
    const prompt = terminalPrompt();
    const request = { root, subject: migration, decisions: parseDecisions(values), ...(prompt ? { prompt } : {}) };
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
    printLine(`Out of step with schemas/: ${drifted.map(({ path }) => path).join(', ')}\nRun: npm run generate`);
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
