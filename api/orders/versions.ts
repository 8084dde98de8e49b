import type { FastifyBaseLogger } from 'fastify';
import mongoose from 'mongoose';
import { patchOf, type Step, stepBack } from '#schemas/changes/patch.ts';
import type { JsonMap, Order, OrderVersion } from '#schemas/generated/types.ts';
import type { Action } from '#schemas/orders/transitions.ts';
import type { Viewer } from '../access/viewer.ts';
import { now } from '../clock/clock.ts';
import { type Filter, store } from '../store/store.ts';
import type { OrderBody } from './body.ts';

/** One person's successive autosaves within this time are one version (design 6); milliseconds. */
const gathered = 10 * 60_000;

/** By the order's revisions: the clocks of two processes may say otherwise. */
export const newestFirst = ['-orderRevision'];

/** So many versions are in memory at once while an order is stepped back. */
const readAtOnce = 50;

interface WriteVersion {
  viewer: Viewer;
  current: Order;
  order: Order;
  body: OrderBody;
  /** The transition that the save makes. */
  action: Action | undefined;
}

/** What a version tells apart: not the record's own bookkeeping. */
export function stateOf({
  id,
  revision,
  createdAt,
  updatedAt,
  lastEditedBy,
  treeScope,
  autosave,
  files,
  ...state
}: Order): Partial<Order> {
  return state;
}

/**
 * Stores the patch that leads back to the state before, in the save's own transaction (design 6), and answers the version
 * that further autosaves are gathered in: null for a save that a person pressed. No earlier version is read.
 */
export async function writeVersion(write: WriteVersion): Promise<Order['autosave'] | null> {
  const { viewer, current, order, body } = write;
  const patch = patchOf(stateOf(order), stateOf(current));
  const time = now();
  const open = current.autosave;
  const isLineChange = body.products !== undefined;
  const isGathering = body.autosave === true && !isLineChange && current.status === order.status;
  if (isGathering && open && open.user === viewer.user.id && time.getTime() - Date.parse(open.since) < gathered) {
    const longer = [{ $set: { patch: { $concatArrays: [{ $literal: patch }, '$patch'] }, timestamp: time } }];
    if ((await store('OrderVersion').updateMany({ _id: open.version, ...withRoomFor(patch) }, longer)) > 0) return open;
  }
  const id = new mongoose.Types.ObjectId().toHexString();
  await store('OrderVersion').insert({
    id,
    order: order.id,
    orderRevision: current.revision + 1,
    timestamp: time.toISOString(),
    patch,
    extra: extraOf(write),
    autosave: isGathering,
  });
  return isGathering ? { version: id, user: viewer.user.id, since: time.toISOString() } : null;
}

/** Bytes of a version beyond which no further autosave is gathered in it: a document of 16 MB is none to MongoDB. */
const mostGathered = 1_000_000;

/** Asks for a version that stays small with this patch in it. */
function withRoomFor(patch: Step['patch']): Filter {
  const room = mostGathered - Buffer.byteLength(JSON.stringify(patch));
  return { $expr: { $lt: [{ $bsonSize: '$$ROOT' }, room] } };
}

/** Makes the version that autosaves were gathered in that of a save that a person pressed. */
export async function closeVersion(id: string, { reason }: OrderBody): Promise<void> {
  const extra = reason ? { 'extra.reason': reason } : {};
  await store('OrderVersion').updateMany({ _id: id }, { $set: { autosave: false, timestamp: now(), ...extra } });
}

function extraOf({ viewer, current, order, body, action }: WriteVersion): JsonMap {
  return {
    user: viewer.user.id,
    ...(body.reason ? { reason: body.reason } : {}),
    ...(current.status === order.status ? {} : { from: current.status, to: order.status, action }),
  };
}

/**
 * The order as it was before the change that sending this one back refuses (design 6: it returns to COMPLETE as it was);
 * null where it refuses none.
 */
export async function stateBeforeChange(order: Order, log: FastifyBaseLogger): Promise<Order | null> {
  const opening = await openingOf(order);
  if (!opening) return null;
  const filter = { order: order.id, orderRevision: { $gte: opening.orderRevision } };
  const skipped = ({ id }: Step, error: unknown) =>
    log.warn({ err: error, version: id, order: order.id }, 'a version could not be applied and was skipped');
  let state = order;
  for await (const versions of store('OrderVersion').batches({ filter, sort: newestFirst }, readAtOnce)) {
    state = stepBack(state, versions, skipped);
  }
  return state;
}

/** The version that began the change of a COMPLETE order, where this is a PENDING one that waits with it. */
async function openingOf({ id, status, changeDate }: Order): Promise<OrderVersion | undefined> {
  if (status !== 'PENDING' || changeDate === null) return undefined;
  const moves = { order: id, 'extra.to': { $exists: true } };
  const lastMoves = await store('OrderVersion').find({ filter: moves, sort: newestFirst, limit: 1 });
  return lastMoves.find(({ extra }) => extra.from === 'COMPLETE' && extra.to === 'PENDING');
}
