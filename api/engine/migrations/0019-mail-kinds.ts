import type { Migration } from './steps/migration.ts';

/**
 * Sets the kind of mails (those about orders were all onboarding mails until now) and empty lists of accepted and
 * rejected recipients.
 */
export const mailKinds: Migration = {
  name: '0019-mail-kinds',
  olderVersions: 'stop',
  up: async ({ db, session }) => {
    const ofOrders = { kind: 'message', order: { $type: 'objectId' } };
    await db.collection('outbox_messages').updateMany(ofOrders, { $set: { kind: 'onboarding' } }, { session });
    const withoutField = { refusals: { $exists: false } };
    await db
      .collection('outbox_messages')
      .updateMany(withoutField, { $set: { accepted: [], refusals: [] } }, { session });
  },
};
