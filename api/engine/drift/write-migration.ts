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
import { asCommandLineOptions, type Prompt, promptForDecision } from './prompts.ts';
import { migrationNames, readRelease, releasedFile, writeFilesAtomically } from './release.ts';

export interface MigrationRequest {
  /** Root folder of the project. */
  root: string;
  /** The migration's name after its number. */
  subject: string;
  decisions: Decisions;
  /** Prompts the person at the terminal; undefined without one. */
  prompt?: Prompt;
}

/**
 * Generates the migration from the last released schemas to the current ones, adds it to the list, and records the
 * schemas as released; all or nothing. Returns a summary. Throws an Error for unanswered questions.
 */
export async function writeMigration({ root, subject, decisions, prompt }: MigrationRequest): Promise<string[]> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(subject))
    throw new Error(`--migration ${subject}: a name consists of lowercase words with hyphens, such as order-remarks.`);
  const release = await readRelease(root);
  const decided = await decideAll(release, decisions, prompt);
  checkDecisions(release, decided);
  const { changes } = applyDecisions(release, decided);
  const steps = planMigration(changes, decided);
  if (steps.length === 0)
    return [
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
    `Written: api/engine/migrations/${name.number}-${subject}.ts, its line in migrations.ts, and schemas/released/schemas.json`,
    ...changes.filter(needsMigration).map((change) => `  ${changeInWords(change)}`),
    'Read it, then try it on a copy of the database: npm run migrate -- --rehearse',
  ];
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
