import { mongo } from 'mongoose';
import type { Channel } from '#schemas/generated/types.ts';
import { readMailFolder } from '#tests/product/mail.ts';
import type { AcknowledgedOrder } from './retrying-client.ts';

/** The orders of a channel as stored in the database, and the mail sent about them. */
export interface StoredState {
  orders: FoundOrder[];
  /** The Message-IDs of the sent mail by subject, one for each delivery. */
  mails: Map<string, string[]>;
}

interface FoundOrder {
  id: string;
  refCode: string;
  revision: number;
  status: string;
  headline: string;
  actions: string[];
  /** Whether the same mail about it was enqueued twice. */
  isNotifiedTwice: boolean;
}

interface Where {
  channel: Channel;
  /** The mail folder of the product, or of the mail server it sends to. */
  dataDirs: string[];
}

/** Reads the database directly, bypassing the product's caches. */
export async function readStoredState(database: mongo.Db, { channel, dataDirs }: Where): Promise<StoredState> {
  const orders = await database
    .collection('orders')
    .find({ channelId: new mongo.ObjectId(channel.id) })
    .toArray();
  const queued = await database
    .collection('outbox_messages')
    .aggregate<{ _id: mongo.ObjectId }>([
      { $match: { order: { $in: orders.map(({ _id }) => _id) } } },
      // There are several kinds of notifications; each is sent once per order.
      { $group: { _id: { order: '$order', kind: '$kind', subject: '$subject', to: '$to' }, count: { $sum: 1 } } },
      { $match: { count: { $gt: 1 } } },
      { $group: { _id: '$_id.order' } },
    ])
    .toArray();
  const notifiedTwice = new Set(queued.map(({ _id }) => String(_id)));
  const mails = new Map<string, string[]>();
  for (const { subject, id } of (await Promise.all(dataDirs.map((dataDir) => readMailFolder(dataDir)))).flat())
    mails.set(subject, [...(mails.get(subject) ?? []), id]);
  return {
    mails,
    orders: orders.map(({ _id, refCode, revision, status, formData, actions }) => ({
      id: String(_id),
      refCode: String(refCode),
      revision: Number(revision),
      status: String(status),
      headline: String(Object(formData).headline),
      actions: (Array.isArray(actions) ? actions : []).map(({ kind }) => String(kind)),
      isNotifiedTwice: notifiedTwice.has(String(_id)),
    })),
  };
}

const mailOf = ({ refCode }: { refCode: string }) => `Welcome ${refCode}`;

/** Acknowledged data that are missing from the database, one line per order. */
export function lostWrites({ orders, mails }: StoredState, done: AcknowledgedOrder[]): string[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  return done.flatMap(({ order, firstHeadline, hasBypass }) => {
    const stored = byId.get(order.id);
    if (!stored) return [`${firstHeadline} is not there`];
    const expectedActions = hasBypass
      ? ['NOTE', 'VALIDATION_BYPASS_REQUESTED', 'VALIDATION_BYPASS_APPROVED']
      : ['NOTE'];
    const lacking = [
      stored.revision < order.revision && `revision ${stored.revision} instead of ${order.revision}`,
      stored.status !== 'COMPLETE' && `status ${stored.status}`,
      stored.headline !== `${firstHeadline}, saved` && `headline '${stored.headline}'`,
      ...expectedActions.map((kind) => !stored.actions.includes(kind) && `no ${kind}`),
      !mails.has(mailOf(order)) && 'no mail',
    ].filter((word) => word !== false);
    return lacking.length > 0 ? [`${firstHeadline}: ${lacking.join(', ')}`] : [];
  });
}

/** Duplicated or unacknowledged data, one line each. */
export function duplicatedWrites({ orders, mails }: StoredState, done: AcknowledgedOrder[]): string[] {
  const acknowledgedIds = new Set(done.map(({ order }) => order.id));
  const refCodes = new Set(orders.map(({ refCode }) => refCode));
  return [
    ...(refCodes.size < orders.length ? [`${orders.length - refCodes.size} orders share a reference`] : []),
    ...orders.flatMap((order) => {
      const twice = [
        !acknowledgedIds.has(order.id) && 'made for nobody',
        new Set(order.actions).size < order.actions.length && `actions ${order.actions.join(', ')}`,
        order.isNotifiedTwice && 'the same mail queued twice',
        new Set(mails.get(mailOf(order))).size > 1 && 'two mails sent',
      ].filter((word) => word !== false);
      return twice.length > 0 ? [`${order.headline}: ${twice.join(', ')}`] : [];
    }),
  ];
}

/** Counts the mails delivered again with the same Message-ID, which a mail client shows once (design 8). */
export function repeatedMails({ mails }: StoredState): number {
  return [...mails.values()].reduce((sum, ids) => sum + ids.length - new Set(ids).size, 0);
}
