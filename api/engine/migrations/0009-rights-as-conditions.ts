import type { mongo } from 'mongoose';
import { type AccessKeys, accessKeysOf } from '#schemas/access/product-access.ts';
import type { Migration, MigrationContext } from './steps/migration.ts';

const batch = 1_000;

/**
 * Stores computed access keys in products (open to, closed to) and forms (channels that use them), so that access rules
 * become database conditions.
 */
export const rightsAsConditions: Migration = {
  name: '0009-rights-as-conditions',
  olderVersions: 'stop',
  up: async (context) => {
    await settleProducts(context);
    await offerForms(context);
  },
};

async function settleProducts({ db, session }: MigrationContext): Promise<void> {
  const products = db.collection('products');
  const projection = { parent: 1, availability: 1, accessRules: 1 };
  const stored = await products.find({}, { session, projection }).toArray();
  const byId = new Map(stored.map((product) => [String(product._id), product]));
  const keysOf = (id: string, below: string[]): AccessKeys => {
    // Products below a deleted one are closed.
    const product: mongo.Document = byId.get(id) ?? { availability: 'HIDDEN' };
    const { availability = 'GENERAL', accessRules = [], parent = null } = product;
    const isTop = parent === null || below.includes(id);
    return accessKeysOf({ availability, accessRules }, isTop ? [] : keysOf(String(parent), [...below, id]).closedTo);
  };
  const writes = stored.map(({ _id }) => ({
    updateOne: { filter: { _id }, update: { $set: keysOf(String(_id), []) } },
  }));
  await inBatches(writes, (batchOfWrites) => products.bulkWrite(batchOfWrites, { session, ordered: false }));
}

async function offerForms({ db, session }: MigrationContext): Promise<void> {
  const offers = db.collection('channels').aggregate(
    [
      { $group: { _id: '$orderFormId', offeredBy: { $addToSet: '$entityId' }, lines: { $push: '$treeScope' } } },
      {
        $set: {
          offeredIn: { $reduce: { input: '$lines', initialValue: [], in: { $setUnion: ['$$value', '$$this'] } } },
        },
      },
    ],
    { session },
  );
  const forms = db.collection('forms');
  await forms.updateMany({}, { $set: { offeredIn: [], offeredBy: [] } }, { session });
  for await (const { _id, offeredBy, offeredIn } of offers) {
    const offered = { offeredBy: offeredBy.map(String), offeredIn: offeredIn.map(String) };
    await forms.updateOne({ _id }, { $set: offered }, { session });
  }
}

async function inBatches(
  writes: mongo.AnyBulkWriteOperation[],
  write: (batchOfWrites: mongo.AnyBulkWriteOperation[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < writes.length; from += batch) await write(writes.slice(from, from + batch));
}
