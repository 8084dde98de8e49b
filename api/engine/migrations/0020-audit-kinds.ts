import type { Migration } from './steps/migration.ts';

const rights = ['roles', 'guild', 'guildFlags', 'inactive'];

/**
 * Sets kind and actor of audit entries. Until now all of them were changes of records without impersonation. The
 * running product seals them into the hash chain like new ones.
 */
export const auditKinds: Migration = {
  name: '0020-audit-kinds',
  olderVersions: 'stop',
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
    const withoutKind = { kind: { $exists: false } };
    for (const [kind, condition] of Object.entries(kinds))
      await log.updateMany({ ...withoutKind, ...condition }, { $set: { kind } }, { session });
    await log.updateMany({ actor: null, user: { $ne: null } }, [{ $set: { actor: '$user' } }], { session });
  },
};
