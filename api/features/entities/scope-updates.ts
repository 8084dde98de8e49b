import mongoose from 'mongoose';
import type { Order, Records } from '#schemas/generated/types.ts';
import { isPart } from '#schemas/resource/resource.ts';
import type { ReportProgress } from '../../engine/jobs/kind.ts';
import { isResourceName, type ResourceName, resources } from '../../engine/store/model.ts';
import { recordCache } from '../../engine/store/record-cache.ts';
import { type Filter, type Store, storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { updateFormChannels } from '../channels/channels.ts';
import { loadOrderTreeScope } from '../orders/editing/order-placement.ts';
import { markStale, sharesOf } from '../reports/totals.ts';
import { updateUserScope } from './scope.ts';

type Rewrite = Store<object>['updateDerived'];

/** Number of orders to update at a time. */
const batch = 200;

/** Rewrites the treeScope of everything below an entity according to its current position. */
export async function updateScopesBelow(id: string, reportProgress: ReportProgress): Promise<void> {
  await untilStable('Entity', id, async ({ treeScope }) => {
    for (const name of singleLineResources())
      await rewriteScopes(name, { treeScope: id }, scopeUpdatePipeline(id, treeScope));
    const channels = await storeOf('Channel').find({ filter: { treeScope: id } });
    for (const form of new Set(channels.map(({ orderFormId }) => orderFormId))) await updateFormChannels(form);
    const below = await storeOf('Entity').find({ filter: { treeScope: id }, only: ['id'] });
    const members = await storeOf('EntityMember').find({ filter: { entity: { $in: below.map((each) => each.id) } } });
    const users = new Set(members.map((member) => member.user));
    let count = 0;
    for (const user of users) {
      await updateUserScope(user);
      count += 1;
      await reportProgress(count, users.size);
    }
  });
}

/** Rewrites the treeScope of everything that was at a deleted entity to its successor, unless it was restored. */
export async function moveScopesToSuccessor(id: string, gone: string): Promise<void> {
  if (await storeOf('Entity').findOne({ _id: gone })) return;
  await untilStable('Entity', id, async ({ treeScope }) => {
    for (const name of singleLineResources())
      await rewriteScopes(name, { treeScope: gone }, scopeUpdatePipeline(gone, treeScope));
  });
}

/** Rewrites scopes. Totals of report rows are aggregated by entity, so marks them stale before and after. */
export async function rewriteScopes(name: ResourceName, filter: Filter, update: Parameters<Rewrite>[1]): Promise<void> {
  const shares = name === 'ReportRow' ? await sharesOf(filter) : [];
  await markStale(shares);
  await storeOf(name).updateDerived(filter, update);
  await markStale(shares);
}

/**
 * Calls `write` with the current record until its scope no longer changes, because a concurrent move may finish its own
 * update earlier than this one.
 */
async function untilStable<Name extends 'Entity' | 'Client'>(
  name: Name,
  id: string,
  write: (record: Records[Name]) => Promise<void>,
): Promise<void> {
  let written: string | undefined;
  for (;;) {
    const record = await storeOf(name).findOne({ _id: id });
    if (!record || record.treeScope.join() === written) return;
    await write(record);
    written = record.treeScope.join();
  }
}

/**
 * Returns the update pipeline that replaces an entity's part of a treeScope by its new line; ids before the entity
 * stay.
 */
export function scopeUpdatePipeline(id: string, treeScope: string[]): Record<string, unknown>[] {
  const own = new mongoose.Types.ObjectId(id);
  const line = treeScope.map((each) => new mongoose.Types.ObjectId(each));
  const before = { $slice: ['$treeScope', { $indexOfArray: ['$treeScope', own] }] };
  const isFirst = { $eq: [{ $indexOfArray: ['$treeScope', own] }, 0] };
  return [{ $set: { treeScope: { $cond: [isFirst, line, { $concatArrays: [before, line] }] } } }];
}

/** Resources whose treeScope is a single line up the tree; a user's is the union of several. */
export const singleLineResources = (): ResourceName[] => {
  const scoped = [...resources.values()].filter(
    ({ fields, name, schema }) =>
      !['User', 'Entity'].includes(name) && !isPart(schema) && fields.some((field) => field.name === 'treeScope'),
  );
  return scoped.map(({ schema }) => schema.title).filter(isResourceName);
};

/** Rewrites the treeScope of a moved client's orders, their dependents and its report rows. */
export async function updateClientScopes(id: string, reportProgress: ReportProgress): Promise<void> {
  const only = ['client', 'user', 'channelId', 'refCode'];
  await untilStable('Client', id, async ({ externalId, aliases, treeScope }) => {
    const numbers = [id, ...(externalId ? [externalId] : []), ...aliases];
    await rewriteScopes('ReportRow', { 'data.agency_client_id': { $in: numbers } }, { $set: { treeScope } });
    const total = await storeOf('Order').count({ client: id });
    let count = 0;
    for await (const orders of storeOf('Order').batches({ filter: { client: id }, only }, batch)) {
      // Places are read and written in one transaction: a merge or its undo that moves the same orders at once would
      // otherwise be overwritten with the place that the client had before.
      await transaction(async () => {
        for (const { treeScope: place, standing } of await groupByScope(orders)) await moveOrders(id, standing, place);
      });
      count += orders.length;
      await reportProgress(count, total);
    }
  });
}

interface OrdersByScope {
  treeScope: string[];
  standing: Order[];
}

async function groupByScope(orders: Order[]): Promise<OrdersByScope[]> {
  const channels = await recordCache('Channel', [...new Set(orders.map(({ channelId }) => channelId))]);
  const places = new Map<string, OrdersByScope>();
  for (const order of orders) {
    const channel = channels.get(order.channelId);
    const treeScope = channel ? await loadOrderTreeScope({ ...order, channel }) : [];
    const place = places.get(treeScope.join()) ?? { treeScope, standing: [] };
    place.standing.push(order);
    places.set(treeScope.join(), place);
  }
  return [...places.values()];
}

/**
 * Moves orders of a client. Those that have got another client since they were read, such as by the undo of a merge, stay:
 * the place of this client is not theirs.
 */
async function moveOrders(client: string, read: Order[], treeScope: string[]): Promise<void> {
  const change = { $set: { treeScope } };
  const standing = { _id: { $in: read.map(({ id }) => id) }, client };
  await storeOf('Order').updateDerived(standing, change);
  const orders = await storeOf('Order').find({ filter: standing, only: ['refCode'] });
  const ids = orders.map(({ id }) => id);
  await storeOf('ProofOfWork').updateDerived({ orderId: { $in: ids } }, change);
  const named = { 'data.order_id': { $in: [...ids, ...orders.map(({ refCode }) => refCode)] } };
  await rewriteScopes('ReportRow', { ...named, 'data.agency_client_id': null }, change);
}
