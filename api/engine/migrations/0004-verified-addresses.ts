import { mongo } from 'mongoose';
import type { Migration } from './steps/migration.ts';

/** MongoDB's error codes for a missing collection or index. */
const missingCodes = [26, 27];

/**
 * Only verified addresses must be unique: drops the unique index on all addresses and stores the verified ones in a
 * field for the new index.
 */
export const verifiedAddresses: Migration = {
  name: '0004-verified-addresses',
  olderVersions: 'stop',
  up: async ({ db, session }) => {
    const users = db.collection('users');
    // Outside of the transaction, which cannot drop an index, and before it touches the collection, because the drop
    // would wait for it.
    await users.dropIndex('emailAddresses.address_1').catch((error: unknown) => {
      if (!(error instanceof mongo.MongoServerError && missingCodes.some((code) => code === error.code))) throw error;
    });
    const verified = { $filter: { input: '$emailAddresses', as: 'each', cond: '$$each.verified' } };
    const addresses = { $map: { input: verified, as: 'each', in: '$$each.address' } };
    const old = { verifiedAddresses: { $exists: false }, emailAddresses: { $type: 'array' } };
    await users.updateMany(old, [{ $set: { verifiedAddresses: addresses } }], { session });
  },
};
