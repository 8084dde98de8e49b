import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  applyDecisions,
  checkDecisions,
  type Decisions,
  type Question,
  type SchemaComparison,
} from '#schemas/released/decisions.ts';
import { addToMigrationList, migrationText } from '#schemas/released/migration-text.ts';
import { changeInWords, needsMigration, planMigration } from '#schemas/released/plan.ts';
import type { Resources } from '#schemas/released/released.ts';
import { asCommandLineOptions, type Prompt, promptForDecision } from './prompts.ts';
import { migrationNames, type Release, readRelease, releasedFile, writeFilesAtomically } from './release.ts';
import type { StoredSchemas } from './stored-schemas.ts';

export interface MigrationRequest {
  /** Root folder of the project. */
  root: string;
  /** The migration's name after its number. */
  subject: string;
  decisions: Decisions;
  /** What the database has of resources that were never released; by default nothing. */
  readStored?: (after: Resources, names: readonly string[]) => Promise<StoredSchemas>;
  /** Prompts the person at the terminal; undefined without one. */
  prompt?: Prompt;
}

/**
 * Generates the migration from the last released schemas to the current ones, adds it to the list, and records the
 * schemas as released; all or nothing. Returns a summary. Throws an Error for unanswered questions.
 */
export async function writeMigration(request: MigrationRequest): Promise<string[]> {
  const { root, subject, decisions, prompt } = request;
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(subject))
    throw new Error(`--migration ${subject}: a name consists of lowercase words with hyphens, such as order-remarks.`);
  const { release, notes } = await withStoredRecords(await readRelease(root), request.readStored);
  const decided = await decideAll(release, decisions, prompt);
  checkDecisions(release, decided);
  const { changes } = applyDecisions(release, decided);
  const steps = planMigration(changes, decided);
  if (steps.length === 0)
    return [
      ...notes,
      'No stored record needs a migration, so none was written.',
      'To record the schemas as released: npm run generate -- --released',
    ];
  const last = (await migrationNames(root)).at(-1) ?? '0000';
  const name = { number: String(Number(last.slice(0, 4)) + 1).padStart(4, '0'), subject };
  const list = join(root, 'api/engine/migrations/migrations.ts');
  await writeFilesAtomically([
    {
      path: join(root, `api/engine/migrations/${name.number}-${subject}.ts`),
      text: migrationText(name, changes, steps),
    },
    { path: list, text: addToMigrationList(await readFile(list, 'utf8'), name) },
    releasedFile(root, release),
  ]);
  return [
    ...notes,
    `Written: api/engine/migrations/${name.number}-${subject}.ts, its line in migrations.ts, and schemas/released/schemas.json`,
    ...changes.filter(needsMigration).map((change) => `  ${changeInWords(change)}`),
    'Read it, then try it on a copy of the database: npm run migrate -- --rehearse',
  ];
}

/** Adds what the database has of resources that were never released, and says what they were compared with. */
async function withStoredRecords(
  release: Release,
  readStored: MigrationRequest['readStored'],
): Promise<{ release: Release; notes: string[] }> {
  const { before, after } = release;
  const names = Object.keys(after).filter((name) => !before[name]);
  if (names.length === 0 || !readStored) return { release, notes: [] };
  const { resources, source } = await readStored(after, names);
  const notes = names.map((name) =>
    resources[name]
      ? `${name} was never released: compared with its records in ${source}`
      : `${name} was never released and has no records: ${source}`,
  );
  return { release: { ...release, before: { ...before, ...resources } }, notes };
}

/** Prompts until no question is open; an answer may raise another question. */
async function decideAll(
  comparison: SchemaComparison,
  given: Decisions,
  prompt: Prompt | undefined,
): Promise<Decisions> {
  let decisions = given;
  for (;;) {
    const { open } = applyDecisions(comparison, decisions);
    const [question] = open;
    if (!question) return decisions;
    if (!prompt) throw new Error(undecidedMessage(open));
    decisions = await promptForDecision(question, decisions, prompt);
  }
}

const undecidedMessage = (open: Question[]) =>
  [
    'Nothing was written, because these questions are open. Run the command in a terminal to be prompted, or add:',
    ...open.map(asCommandLineOptions),
  ].join('\n  ');
