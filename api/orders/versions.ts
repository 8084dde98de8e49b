import type { FastifyBaseLogger } from 'fastify';
import mongoose from 'mongoose';
import type { JsonMap, Order, OrderVersion } from '#schemas/generated/types.ts';
import { patchBack, stepBack } from '#schemas/versions/step.ts';
import type { Viewer } from '../access/viewer.ts';
import { store } from '../resource/store.ts';
import type { OrderBody } from './body.ts';

/** One person's successive autosaves within this time are one version (design 6); milliseconds. */
const gathered = 10 * 60_000;

interface WriteVersion {
  viewer: Viewer;
  current: Order;
  order: Order;
  body: OrderBody;
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
export async function writeVersion({ viewer, current, order, body }: WriteVersion): Promise<Order['autosave'] | null> {
  const patch = patchBack(stateOf(order), stateOf(current));
  const now = new Date().toISOString();
  const open = current.autosave;
  const isLineChange = body.products !== undefined;
  const isGathering = body.autosave === true && !isLineChange && current.status === order.status;
  if (isGathering && open && open.user === viewer.user.id && Date.now() - Date.parse(open.since) < gathered) {
    const longer = [{ $set: { patch: { $concatArrays: [{ $literal: patch }, '$patch'] }, timestamp: new Date(now) } }];
    if ((await store('OrderVersion').updateMany({ _id: open.version }, longer)) > 0) return open;
  }
  const id = new mongoose.Types.ObjectId().toHexString();
  await store('OrderVersion').insert({
    id,
    order: order.id,
    timestamp: now,
    patch,
    extra: extraOf({ viewer, current, order, body }),
    autosave: isGathering,
  });
  return isGathering ? { version: id, user: viewer.user.id, since: now } : null;
}

/** Makes the version that autosaves were gathered in that of a save that a person pressed. */
export async function closeVersion(id: string, { reason }: OrderBody): Promise<void> {
  const extra = reason ? { 'extra.reason': reason } : {};
  await store('OrderVersion').updateMany({ _id: id }, { $set: { autosave: false, timestamp: new Date(), ...extra } });
}

function extraOf({ viewer, current, order, body }: WriteVersion): JsonMap {
  return {
    user: viewer.user.id,
    ...(body.reason ? { reason: body.reason } : {}),
    ...(current.status === order.status ? {} : { from: current.status, to: order.status }),
  };
}

const newest = (order: Order): Promise<OrderVersion[]> =>
  store('OrderVersion').find({ filter: { order: order.id }, sort: ['-timestamp'], limit: 500 });
const opensChange = ({ extra }: OrderVersion) => extra.from === 'COMPLETE' && extra.to === 'PENDING';

/** Whether sending this PENDING order back refuses a change of a COMPLETE one. */
export async function isRefusedChange(order: Order): Promise<boolean> {
  if (order.status !== 'PENDING' || order.changeDate === null) return false;
  const lastMove = (await newest(order)).find(({ extra }) => extra.to !== undefined);
  return lastMove !== undefined && opensChange(lastMove);
}

/** The order as it was before the change that is being refused (design 6: it returns to COMPLETE as it was). */
export async function stateBeforeChange(order: Order, log: FastifyBaseLogger): Promise<Order> {
  const versions = await newest(order);
  const upTo = versions.findIndex(opensChange);
  return stepBack(order, versions.slice(0, upTo + 1), ({ id }, error) =>
    log.warn({ err: error, version: id, order: order.id }, 'a version could not be applied and was skipped'),
  );
}
