import type { Migration, MigrationContext } from './steps/migration.ts';

/** The embedded lists whose rows become records, with revision and timestamps. */
const lists = [
  { collection: 'users', field: 'emailAddresses' },
  { collection: 'users', field: 'authProviders' },
  { collection: 'products', field: 'accessRules' },
];

/**
 * Turns e-mail addresses, sign-in methods and access rules into embedded records, and adds the tree scope of members.
 */
export const recordsInLists: Migration = {
  name: '0002-records-in-lists',
  olderVersions: 'stop',
  up: async (context) => {
    for (const list of lists) await asRecords(context, list);
    await placeMembers(context);
  },
};

/** Existing fields of a row take precedence over the base fields. */
async function asRecords(
  { db, session }: MigrationContext,
  { collection, field }: (typeof lists)[number],
): Promise<void> {
  const record = { $mergeObjects: [{ revision: 1, createdAt: '$createdAt', updatedAt: '$updatedAt' }, '$$row'] };
  const rows = { $map: { input: `$${field}`, as: 'row', in: record } };
  const old = { [`${field}.0`]: { $exists: true }, [`${field}.revision`]: { $exists: false } };
  await db.collection(collection).updateMany(old, [{ $set: { [field]: rows } }], { session });
}

async function placeMembers({ db, session }: MigrationContext): Promise<void> {
  const members = db.collection('entity_members');
  for await (const { _id, entity } of members.find({ treeScope: { $exists: false } }, { session })) {
    const place = await db.collection('entities').findOne({ _id: entity }, { session });
    await members.updateOne({ _id }, { $set: { treeScope: place?.treeScope ?? [] } }, { session });
  }
}
