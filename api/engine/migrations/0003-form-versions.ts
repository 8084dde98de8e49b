import type { Migration } from './steps/migration.ts';

/** Creates version 1 of each form that was stored before versions existed. */
export const formVersions: Migration = {
  name: '0003-form-versions',
  olderVersions: 'stop',
  up: async ({ db, session }) => {
    const forms = db.collection('forms').find({ version: { $exists: false } }, { session });
    for await (const { _id, formSchema, createdAt, updatedAt } of forms) {
      const version = { form: _id, number: 1, formSchema, publishedBy: null, revision: 1, createdAt, updatedAt };
      await db.collection('form_versions').insertOne(version, { session });
      await db.collection('forms').updateOne({ _id }, { $set: { version: 1 } }, { session });
    }
  },
};
