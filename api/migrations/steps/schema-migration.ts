import type { mongo } from 'mongoose';
import type { Migration } from './migration.ts';
import { type Step, type StepNote, stepNotes } from './step.ts';

/**
 * A migration of steps that bring records from one state of their schemas to the next. Each goes over a collection some records at a
 * time before the migration's own transaction, which tells what they did and notes that it is done.
 */
export const schemaMigration = (name: string, steps: readonly Step[]): Migration => ({
  name,
  before: async ({ db, report }) => {
    for (const [index, step] of steps.entries()) {
      const note = await noteOf(db, { name, index, step });
      if (note.isDone) continue;
      const begun = performance.now();
      const done = await step.run({ db, migration: name, note, report });
      const milliseconds = Math.max(done.milliseconds, Math.round(performance.now() - begun));
      const noted = { ...done, milliseconds, isDone: true };
      await notesIn(db).replaceOne({ _id: note._id }, noted, { upsert: true });
    }
  },
  up: async ({ db, session, tell }) => {
    for (const index of steps.keys()) {
      const note = await notesIn(db).findOne({ _id: idOf(name, index) }, { session });
      if (note) tell(lineOf(note));
    }
    await notesIn(db).deleteMany({ migration: name }, { session });
  },
});

const notesIn = (db: mongo.Db) => db.collection<StepNote>(stepNotes);
const idOf = (name: string, index: number) => `${name}/${index + 1}`;

interface Numbered {
  name: string;
  index: number;
  step: Step;
}

/** A note of another step under that number is of a migration that somebody changed before it was done. */
async function noteOf(db: mongo.Db, { name, index, step: { title } }: Numbered): Promise<StepNote> {
  const _id = idOf(name, index);
  const note = await notesIn(db).findOne({ _id });
  if (note?.title === title) return note;
  const none = { lookedAt: 0, changed: 0, keptAside: 0, unfit: 0 };
  return { _id, migration: name, title, isDone: false, milliseconds: 0, ...none };
}

function lineOf({ title, lookedAt, changed, keptAside, unfit, milliseconds }: StepNote): string {
  const counts = [
    [lookedAt, 'records looked at'],
    [changed, 'changed'],
    [unfit, 'values did not fit'],
    [keptAside, 'kept aside'],
  ] as const;
  const told = counts.map(([count, what]) => `${count.toLocaleString('en-US')} ${what}`).join(', ');
  return `  ${title}${lookedAt === 0 ? '' : `: ${told}`} (${(milliseconds / 1_000).toFixed(1)} s)`;
}
