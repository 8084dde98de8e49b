import type { Migration } from './steps/migration.ts';

const rights = ['roles', 'guild', 'guildFlags', 'inactive'];

/**
 * Entries of the audit log say what they are about and who was there: until now those were all changes of records, by the
 * user alone. They are sealed into the chain by the product that runs, as new ones are.
 */
export const auditKinds: Migration = {
  name: '0020-audit-kinds',
  up: async ({ db, session }) => {
    const log = db.collection('audit_log');
    const kinds = {
      moderation: { action: 'moderate' },
      rights: {
        $or: [
          { resourceType: { $in: ['EntityMember', 'AccessRule'] } },
          { resourceType: 'User', 'changes.field': { $in: rights } },
        ],
      },
      waysIn: { resourceType: { $in: ['EmailAddress', 'AuthProvider'] } },
      record: {},
    };
    const untold = { kind: { $exists: false } };
    for (const [kind, which] of Object.entries(kinds))
      await log.updateMany({ ...untold, ...which }, { $set: { kind } }, { session });
    await log.updateMany({ actor: null, user: { $ne: null } }, [{ $set: { actor: '$user' } }], { session });
  },
};
