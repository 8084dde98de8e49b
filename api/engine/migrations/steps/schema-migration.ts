import type { mongo } from 'mongoose';
import type { Migration, MigrationContext } from './migration.ts';
import { type MigrationStep, type StepNote, setAsideCollectionName, stepNotes } from './step.ts';

/**
 * Builds a migration from steps that adapt records to a schema change. Each step processes a collection in batches
 * before the migration's transaction, which reports the results and records the migration.
 */
export const schemaMigration = (
  name: string,
  steps: readonly MigrationStep[],
  olderVersions: Migration['olderVersions'] = 'stop',
): Migration => ({
  name,
  olderVersions,
  before: async ({ db, report }) => {
    for (const [index, step] of steps.entries()) {
      const note = await noteOf(db, { name, index, step });
      if (note.isDone) continue;
      const startedAt = performance.now();
      const done = await step.run({ db, migration: name, note, report });
      const milliseconds = Math.max(done.milliseconds, Math.round(performance.now() - startedAt));
      const noted = { ...done, milliseconds, isDone: true };
      await notesIn(db).replaceOne({ _id: note._id }, noted, { upsert: true });
    }
  },
  up: async ({ db, session, report }) => {
    for (const index of steps.keys()) {
      const note = await notesIn(db).findOne({ _id: idOf(name, index) }, { session });
      if (note) report(lineOf(note));
    }
    await notesIn(db).deleteMany({ migration: name }, { session });
  },
});

/** Maximum number of values to list. */
const maxListed = 50;

/**
 * Lists the values that a migration has set aside: each different value with its path, count and one record. Use it
 * only for values that may appear in a log.
 */
export async function listSetAside({ db, session, report }: MigrationContext, migration: string): Promise<void> {
  const groups = await db
    .collection(setAsideCollectionName)
    .aggregate<{ _id: { path: string; value: unknown }; count: number; record: mongo.ObjectId }>(
      [
        { $match: { migration } },
        { $group: { _id: { path: '$path', value: '$value' }, count: { $sum: 1 }, record: { $first: '$record' } } },
        { $sort: { count: -1, _id: 1 } },
        { $limit: maxListed + 1 },
      ],
      { session },
    )
    .toArray();
  for (const { _id, count, record } of groups.slice(0, maxListed)) {
    const records = `${count.toLocaleString('en-US')} ${count === 1 ? 'record' : 'records'}`;
    report(`    ${_id.path} ${JSON.stringify(_id.value)}: ${records}, such as ${record}`);
  }
  if (groups.length > maxListed) report(`    and more, in the collection ${setAsideCollectionName}`);
}

const notesIn = (db: mongo.Db) => db.collection<StepNote>(stepNotes);
const idOf = (name: string, index: number) => `${name}/${index + 1}`;

interface NumberedStep {
  name: string;
  index: number;
  step: MigrationStep;
}

/**
 * Loads the progress of a step. A note with another title is from a migration whose steps were edited before it was applied;
 * then the step starts over.
 */
async function noteOf(db: mongo.Db, { name, index, step: { title } }: NumberedStep): Promise<StepNote> {
  const _id = idOf(name, index);
  const note = await notesIn(db).findOne({ _id });
  if (note?.title === title) return note;
  const none = { recordsRead: 0, changed: 0, valuesSetAside: 0, invalid: 0 };
  return { _id, migration: name, title, isDone: false, milliseconds: 0, ...none };
}

function lineOf({ title, recordsRead, changed, valuesSetAside, invalid, milliseconds }: StepNote): string {
  const counts = [
    [recordsRead, 'records read'],
    [changed, 'changed'],
    [invalid, 'invalid values'],
    [valuesSetAside, 'set aside'],
  ] as const;
  const countsText = counts.map(([count, label]) => `${count.toLocaleString('en-US')} ${label}`).join(', ');
  return `  ${title}${recordsRead === 0 ? '' : `: ${countsText}`} (${(milliseconds / 1_000).toFixed(1)} s)`;
}
