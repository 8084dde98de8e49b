import { mongo } from 'mongoose';
import type { Migration } from './steps/migration.ts';

/** What the server answers when the index or its collection is not there. */
const gone = [26, 27];

/** Only verified addresses are one user's alone: the unique index over all of them goes, what the new one is over is noted. */
export const verifiedAddresses: Migration = {
  name: '0004-verified-addresses',
  up: async ({ db, session }) => {
    const users = db.collection('users');
    // Not in the transaction, which can not drop an index, and before it has touched the collection, which would wait for it.
    await users.dropIndex('emailAddresses.address_1').catch((error: unknown) => {
      if (!(error instanceof mongo.MongoServerError && gone.some((code) => code === error.code))) throw error;
    });
    const verified = { $filter: { input: '$emailAddresses', as: 'each', cond: '$$each.verified' } };
    const addresses = { $map: { input: verified, as: 'each', in: '$$each.address' } };
    const old = { verifiedAddresses: { $exists: false }, emailAddresses: { $type: 'array' } };
    await users.updateMany(old, [{ $set: { verifiedAddresses: addresses } }], { session });
  },
};
