import type { mongo } from 'mongoose';
import { searchKeys } from '../store/model.ts';
import { searchKeysOf } from '../store/search.ts';
import type { Migration, MigrationContext } from './steps/migration.ts';

/** An external id with the clients that have it, oldest first. */
interface Shared {
  _id: string;
  ids: mongo.ObjectId[];
}

const clients = ({ db }: MigrationContext) => db.collection('clients');
/** The search fields of clients at that version. */
const searchFields = ['name', 'businessName', 'businessOwner', 'externalId'];

/**
 * Makes external ids of clients unique: the oldest client keeps a shared id, the others lose it and are reported, so
 * that an ADMIN can assign new ones. Empty ids are removed.
 */
export const externalIds: Migration = {
  name: '0006-external-ids',
  olderVersions: 'stop',
  up: async (context) => {
    const { session, report } = context;
    await clients(context).updateMany({ externalId: '' }, { $unset: { externalId: 1 } }, { session });
    const shared = clients(context).aggregate<Shared>(
      [
        { $match: { externalId: { $type: 'string' } } },
        { $sort: { createdAt: 1, _id: 1 } },
        { $group: { _id: '$externalId', ids: { $push: '$_id' } } },
        { $match: { 'ids.1': { $exists: true } } },
        { $sort: { _id: 1 } },
      ],
      { session },
    );
    for (const { _id, ids } of await shared.toArray()) {
      const [first, ...others] = ids;
      for (const other of others) await removeExternalId(context, other);
      report(
        `Several clients had the external id ${_id}: ${first} retains it; it was removed from ${others.join(', ')}`,
      );
    }
  },
};

async function removeExternalId(context: MigrationContext, _id: mongo.ObjectId): Promise<void> {
  const { session } = context;
  const client = (await clients(context).findOne({ _id }, { session, projection: { externalId: 0 } })) ?? {};
  const change = { $unset: { externalId: 1 }, $set: { [searchKeys]: searchKeysOf(client, searchFields) } };
  await clients(context).updateOne({ _id }, change, { session });
}
