import mongoose from 'mongoose';
import type { Order, Records } from '#schemas/generated/types.ts';
import { isPart } from '#schemas/resource/resource.ts';
import { offerForm } from '../channels/offer-form.ts';
import type { Tell } from '../jobs/kind.ts';
import { scopeOf } from '../orders/place.ts';
import { markStale, sharesOf } from '../reports/totals.ts';
import { keepAsOfNow, keptRecords } from '../store/kept-records.ts';
import { isResourceName, type ResourceName, resources } from '../store/model.ts';
import { type Filter, type Store, store } from '../store/store.ts';
import { placeUser } from './scope.ts';

type Rewrite = Store<object>['rewrite'];

/** So many orders are told their place at a time. */
const batch = 200;

/** Rewrites the scope of all that hangs below an entity, by where that is now. */
export async function placeBelow(id: string, tell: Tell): Promise<void> {
  await asItStands('Entity', id, async ({ treeScope }) => {
    for (const name of lined()) await rewriteScopes(name, { treeScope: id }, lineBelow(id, treeScope));
    const channels = await store('Channel').find({ filter: { treeScope: id } });
    for (const form of new Set(channels.map(({ orderFormId }) => orderFormId))) await offerForm(form);
    const below = await store('Entity').find({ filter: { treeScope: id }, only: ['id'] });
    const members = await store('EntityMember').find({ filter: { entity: { $in: below.map((each) => each.id) } } });
    const users = new Set(members.map((member) => member.user));
    let placed = 0;
    for (const user of users) {
      await placeUser(user);
      placed += 1;
      await tell(placed, users.size);
    }
  });
}

/** Rewrites the scope of all that stood at an entity that is gone: now it stands at another. */
export async function placeAtSuccessor(id: string, gone: string): Promise<void> {
  await asItStands('Entity', id, async ({ treeScope }) => {
    for (const name of lined()) await rewriteScopes(name, { treeScope: gone }, lineBelow(gone, treeScope));
  });
}

/** Writes where records stand. Of report rows totals are kept by place: those are made anew. */
async function rewriteScopes(name: ResourceName, filter: Filter, update: Parameters<Rewrite>[1]): Promise<void> {
  const shares = name === 'ReportRow' ? await sharesOf(filter) : [];
  await markStale(shares);
  await store(name).rewrite(filter, update);
  await markStale(shares);
}

/**
 * Has what hangs on a record written by where that stands. It may move meanwhile, and who finishes that move may be done
 * before this: so it is read again, until it stands where it stood.
 */
async function asItStands<Name extends 'Entity' | 'Client'>(
  name: Name,
  id: string,
  write: (record: Records[Name]) => Promise<void>,
): Promise<void> {
  let written: string | undefined;
  for (;;) {
    const record = await store(name).findOne({ _id: id });
    if (!record || record.treeScope.join() === written) return;
    await write(record);
    written = record.treeScope.join();
  }
}

/** What stands before the entity in a scope stays, what follows it is its new line. */
export function lineBelow(id: string, treeScope: string[]): Record<string, unknown>[] {
  const own = new mongoose.Types.ObjectId(id);
  const line = treeScope.map((each) => new mongoose.Types.ObjectId(each));
  const before = { $slice: ['$treeScope', { $indexOfArray: ['$treeScope', own] }] };
  const isFirst = { $eq: [{ $indexOfArray: ['$treeScope', own] }, 0] };
  return [{ $set: { treeScope: { $cond: [isFirst, line, { $concatArrays: [before, line] }] } } }];
}

/** Where a record's scope is one line up the tree; a user's is the union of the lines of all memberships. */
const lined = (): ResourceName[] => {
  const scoped = [...resources.values()].filter(
    ({ fields, name, schema }) =>
      !['User', 'Entity'].includes(name) && !isPart(schema) && fields.some((field) => field.name === 'treeScope'),
  );
  return scoped.map(({ schema }) => schema.title).filter(isResourceName);
};

/** Rewrites the scope of the orders of a client that has another place, of what hangs on them, and of its report rows. */
export async function placeOrdersOf(id: string, tell: Tell): Promise<void> {
  const only = ['client', 'user', 'channelId', 'refCode'];
  await asItStands('Client', id, async ({ externalId, treeScope }) => {
    const numbers = [id, ...(externalId ? [externalId] : [])];
    await rewriteScopes('ReportRow', { 'data.agency_client_id': { $in: numbers } }, { $set: { treeScope } });
    const total = await store('Order').count({ client: id });
    let placed = 0;
    for await (const orders of store('Order').batches({ filter: { client: id }, only }, batch)) {
      for (const { treeScope: place, standing } of await byPlace(orders)) await moveOrders(standing, place);
      placed += orders.length;
      await tell(placed, total);
    }
  });
}

interface Standing {
  treeScope: string[];
  standing: Order[];
}

async function byPlace(orders: Order[]): Promise<Standing[]> {
  await keepAsOfNow();
  const channels = await keptRecords('Channel', [...new Set(orders.map(({ channelId }) => channelId))]);
  const places = new Map<string, Standing>();
  for (const order of orders) {
    const channel = channels.get(order.channelId);
    const treeScope = channel ? await scopeOf({ ...order, channel }) : [];
    const place = places.get(treeScope.join()) ?? { treeScope, standing: [] };
    place.standing.push(order);
    places.set(treeScope.join(), place);
  }
  return [...places.values()];
}

async function moveOrders(orders: Order[], treeScope: string[]): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const change = { $set: { treeScope } };
  await store('Order').rewrite({ _id: { $in: ids } }, change);
  await store('ProofOfWork').rewrite({ orderId: { $in: ids } }, change);
  const named = { 'data.order_id': { $in: [...ids, ...orders.map(({ refCode }) => refCode)] } };
  await rewriteScopes('ReportRow', { ...named, 'data.agency_client_id': null }, change);
}
