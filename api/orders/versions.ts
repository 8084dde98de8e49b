import type { FastifyBaseLogger } from 'fastify';
import mongoose from 'mongoose';
import { patchOf, type Step, stepBack } from '#schemas/changes/patch.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { JsonMap, Order } from '#schemas/generated/types.ts';
import type { Action } from '#schemas/orders/transitions.ts';
import type { Viewer } from '../access/viewer.ts';
import { now } from '../clock/clock.ts';
import { notFound } from '../errors/catalogue.ts';
import { asStored } from '../store/sealing.ts';
import { type Filter, store } from '../store/store.ts';

/** One person's successive autosaves within this time are one version (design 6); milliseconds. */
const gathered = 10 * 60_000;

/** By the order's revisions: the clocks of two processes may say otherwise. */
export const newestFirst = ['-orderRevision'];

/** Every so many versions the whole state is kept, so that no earlier one is more patches away (design 6). */
const stateEvery = 50;

interface WriteVersion {
  viewer: Viewer;
  current: Order;
  order: Order;
  body: Partial<Order>;
  /** The transition that the save makes. */
  action: Action | undefined;
  /** The names of the lines that came and went. */
  lines?: { added: string[]; removed: string[] } | undefined;
  /** The revision whose state the save brings back. */
  restored?: number | undefined;
  /** The version of its form that the order was put on. */
  upgraded?: number | undefined;
}

/** The record's own bookkeeping, which no version tells apart. */
const bookkeepingOf = (order: Order) => {
  const { id, revision, createdAt, updatedAt, lastEditedBy, treeScope, openVersion, files, versionCount } = order;
  const own = { id, revision, createdAt, updatedAt, lastEditedBy, treeScope, openVersion, files, versionCount };
  // What was asked, decided and sent stays so, whatever state the order returns to.
  const { actions, lastActor, onboardedAt, sentBackReason, waitingSince, bypassRequestedBy, approval } = order;
  // What follows from the data is made anew with each save.
  const { campaign, columnTexts, clientName, userName } = order;
  const made = { campaign, columnTexts, clientName, userName };
  const standing = { actions, lastActor, onboardedAt, sentBackReason, waitingSince, bypassRequestedBy, approval };
  return { ...own, ...standing, ...made };
};

/** What a version tells apart. */
export function stateOf(order: Order): Partial<Order> {
  const own = bookkeepingOf(order);
  return Object.fromEntries(Object.entries(order).filter(([field]) => !Object.hasOwn(own, field)));
}

/** What the audit log records of an order: its state, without the bookkeeping. */
export const auditedState = (order: Order) => ({ id: order.id, revision: order.revision, ...stateOf(order) });

/**
 * Stores the patch that leads back to the state before, in the save's own transaction (design 6), and answers what the
 * order notes of it: the version that further autosaves are gathered in, null for a save that a person pressed, and how many
 * there are. No earlier version is read.
 */
export async function writeVersion(write: WriteVersion): Promise<Pick<Order, 'openVersion' | 'versionCount'>> {
  const { viewer, current, order, body } = write;
  const patch = patchOf(stateOf(order), stateOf(current));
  if (patch.length === 0) return { openVersion: current.openVersion, versionCount: current.versionCount };
  const time = now();
  const open = current.openVersion;
  const isLineChange = body.products !== undefined && !isEqual(linesOf(order), linesOf(current));
  const isGathering = body.autosave === true && !isLineChange && current.status === order.status;
  if (isGathering && open && isGatheredBy(viewer, open) && time.getTime() - Date.parse(open.since) < gathered) {
    const longer = [{ $set: { patch: { $concatArrays: [{ $literal: patch }, '$patch'] }, timestamp: time } }];
    if (
      (await store('OrderVersion').updateMany({ _id: open.version, order: order.id, ...withRoomFor(patch) }, longer)) >
      0
    )
      return { openVersion: open, versionCount: current.versionCount };
  }
  const orderRevision = current.revision + 1;
  const versionCount = current.versionCount + 1;
  if (versionCount % stateEvery === 0)
    await store('OrderState').add({ order: order.id, orderRevision, state: current });
  const id = new mongoose.Types.ObjectId().toHexString();
  await store('OrderVersion').add({
    id,
    order: order.id,
    orderRevision,
    timestamp: time.toISOString(),
    patch,
    extra: extraOf(write),
    autosave: isGathering,
  });
  const openVersion = isGathering
    ? { version: id, user: viewer.user.id, actor: viewer.really?.id ?? null, since: time.toISOString() }
    : null;
  return { openVersion, versionCount };
}

/** Whom an order names as its last editor, and who was really there. */
export const editedBy = ({ user, really }: Viewer): Pick<Order, 'lastEditedBy' | 'lastActor'> => ({
  lastEditedBy: user.id,
  lastActor: really?.id ?? null,
});

/** Whether the automatic saves that a version gathers are of the one who is there now, in the same account. */
export const isGatheredBy = ({ user, really }: Viewer, open: NonNullable<Order['openVersion']>): boolean =>
  open.user === user.id && (open.actor ?? null) === (really?.id ?? null);

/** What of its lines is changed by a press: which there are, and in which order. Their data are typed, as the form's are. */
const linesOf = ({ products }: Order) => products.map(({ id }) => id);

/** Bytes of a version beyond which no further autosave is gathered in it: a document of 16 MB is none to MongoDB. */
const mostGathered = 1_000_000;

/** Asks for a version that stays small with this patch in it. */
function withRoomFor(patch: Step['patch']): Filter {
  const room = mostGathered - Buffer.byteLength(JSON.stringify(patch));
  return { $expr: { $lt: [{ $bsonSize: '$$ROOT' }, room] } };
}

/** Makes the version that an order's autosaves were gathered in that of a save that a person pressed. */
export async function closeVersion(of: { order: string; id: string }): Promise<void> {
  const closed = { autosave: false, timestamp: now() };
  // The order as well, though the id tells it alone: where versions are divided it says on which shard (`store/scaling.md`).
  await store('OrderVersion').updateMany({ _id: of.id, order: of.order }, { $set: closed });
}

function extraOf({ viewer, current, order, body, action, lines, restored, upgraded }: WriteVersion): JsonMap {
  return {
    user: viewer.user.id,
    // Whoever reads the order may not read the user.
    userName: viewer.user.name,
    ...(viewer.really ? { actor: { id: viewer.really.id, name: viewer.really.name } } : {}),
    ...(body.reason ? { reason: body.reason } : {}),
    ...(restored === undefined ? {} : { restored }),
    ...(upgraded === undefined ? {} : { upgraded }),
    ...(lines ? { lines } : {}),
    ...(action ? { from: current.status, to: order.status, action } : {}),
  };
}

/**
 * The order as this revision of it left it: from the first whole state that was kept after it, else from the present one,
 * back by the patches between, at most 50 (design 6). What is no part of a version is as it is now.
 */
export async function stateAt(order: Order, revision: number, log?: FastifyBaseLogger): Promise<Order> {
  const later = { order: order.id, orderRevision: { $gt: revision } };
  const [kept] = await store('OrderState').find({ filter: later, sort: ['orderRevision'], limit: 1 });
  const between = kept ? { $gt: revision, $lt: kept.orderRevision } : { $gt: revision };
  const filter = { order: order.id, orderRevision: between };
  const skipped = ({ id }: Step, error: unknown) =>
    log?.warn({ err: error, version: id, order: order.id }, 'a version could not be applied and was skipped');
  let state = kept?.state ?? order;
  for await (const versions of store('OrderVersion').batches({ filter, sort: newestFirst }, stateEvery)) {
    state = stepBack(state, versions, skipped);
  }
  return { ...state, ...bookkeepingOf(order) };
}

/** The same with what is sealed as it is stored, for who looks back. Throws RESOURCE_NOT_FOUND for a revision to come. */
export async function earlierState(order: Order, revision: number, log?: FastifyBaseLogger): Promise<Order> {
  if (revision > order.revision) throw notFound('OrderVersion', String(revision));
  const state = await stateAt({ ...order, formData: asStored(order.formData) }, revision, log);
  return { ...state, revision };
}

/** The history of an order goes with it. */
export async function removeHistory(order: string): Promise<void> {
  await store('OrderVersion').deleteMany({ order });
  await store('OrderState').deleteMany({ order });
}
