import type { mongo } from 'mongoose';
import { resources, searchKeys } from '../store/model.ts';
import { searchKeysOf } from '../store/search.ts';
import type { Migration, MigrationContext } from './steps/migration.ts';

const batch = 1_000;

/** Adds search words to records that were stored before their resource was searchable. */
export const searchWords: Migration = {
  name: '0001-search-words',
  olderVersions: 'stop',
  up: async (context) => {
    for (const { path, search } of resources.values()) {
      if (search.length > 0) await addWords(context, { path, search });
    }
  },
};

async function addWords(
  { db, session }: MigrationContext,
  { path, search }: { path: string; search: string[] },
): Promise<void> {
  const collection = db.collection(path);
  const without = collection.find({ [searchKeys]: { $exists: false } }, { session, batchSize: batch });
  let writes: mongo.AnyBulkWriteOperation[] = [];
  const write = async () => {
    if (writes.length > 0) await collection.bulkWrite(writes, { session });
    writes = [];
  };
  for await (const document of without) {
    const update = { $set: { [searchKeys]: searchKeysOf(document, search) } };
    writes.push({ updateOne: { filter: { _id: document._id }, update } });
    if (writes.length === batch) await write();
  }
  await write();
}
