import type { Migration } from './steps/migration.ts';

/** Mails say what they are about, those of orders were all the onboarding e-mail until now; and whom they did not reach. */
export const mailKinds: Migration = {
  name: '0019-mail-kinds',
  up: async ({ db, session }) => {
    const ofOrders = { kind: 'message', order: { $type: 'objectId' } };
    await db.collection('outbox_messages').updateMany(ofOrders, { $set: { kind: 'onboarding' } }, { session });
    const untold = { refusals: { $exists: false } };
    await db.collection('outbox_messages').updateMany(untold, { $set: { accepted: [], refusals: [] } }, { session });
  },
};
