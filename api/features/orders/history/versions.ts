import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import mongoose from 'mongoose';
import { applyPatchesBackwards, createPatch, type VersionPatch } from '#schemas/changes/patch.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Form, JsonMap, Order, OrderVersion } from '#schemas/generated/types.ts';
import { isPendingChange } from '#schemas/orders/order-stage.ts';
import type { OrderTransitionName } from '#schemas/orders/transitions.ts';
import { signedIn } from '../../../engine/access/signed-in.ts';
import { loadReadable, type Viewer } from '../../../engine/access/viewer.ts';
import { toResponse } from '../../../engine/resource/rules/serializer.ts';
import { idParams } from '../../../engine/resource/schemas/body-schema.ts';
import { type Documentation, schemaRef } from '../../../engine/resource/schemas/documentation.ts';
import { resource } from '../../../engine/store/model.ts';
import { recordCache } from '../../../engine/store/record-cache.ts';
import { sealedForm } from '../../../engine/store/sealing.ts';
import { type Filter, storeOf } from '../../../engine/store/store.ts';
import { now } from '../../../platform/clock/clock.ts';
import { ApiError, notFound, type Problem } from '../../../platform/errors/catalogue.ts';
import { fillForm } from '../../forms/fill.ts';
import { publishedVersion } from '../../forms/read-forms.ts';
import {
  lineProblems,
  missingFormError,
  type OrderForm,
  type OrderProblem,
  orderForm,
  withOrderPath,
} from '../lines/order-problems.ts';
import { loadReferences } from '../lines/references.ts';

/** Successive autosaves of one user within this time are merged into one version (design 6); milliseconds. */
const mergeWindow = 10 * 60_000;

/** Sort by the order's revision: the clocks of two processes may differ. */
export const newestFirst = ['-orderRevision'];

/**
 * A full snapshot (OrderState) is stored every this many versions, which limits the JSON patches needed to reconstruct
 * a state (design 6).
 */
const snapshotInterval = 50;

interface WriteVersion {
  viewer: Viewer;
  current: Order;
  order: Order;
  body: Partial<Order>;
  /** The transition that the save makes. */
  action: OrderTransitionName | undefined;
  /** Names of added and removed lines. */
  lines?: { added: string[]; removed: string[] } | undefined;
  /** The revision that the save restores. */
  restoredRevision?: number | undefined;
  /** The form version that the order was upgraded to. */
  upgradedTo?: number | undefined;
}

/** Fields of the record that are not part of a version. */
const bookkeepingFields: readonly (keyof Order)[] = [
  'id',
  'revision',
  'createdAt',
  'updatedAt',
  'lastEditedBy',
  'treeScope',
  'openVersion',
  'files',
  'versionCount',
  // Actions and decisions stay, whatever state the order returns to.
  'actions',
  'lastActor',
  'onboardedAt',
  'lastOrder',
  'sentBackReason',
  'waitingSince',
  'bypassRequestedBy',
  'approval',
  // Derived fields are recomputed with each save.
  'campaign',
  'columnTexts',
  'clientName',
  'clientIndustry',
  'userName',
  'problemCount',
  'waiverCount',
];

const bookkeeping: ReadonlySet<string> = new Set(bookkeepingFields);

/** The versioned fields of an order. */
export function versionedFields(order: Order): Partial<Order> {
  return Object.fromEntries(Object.entries(order).filter(([field]) => !bookkeeping.has(field)));
}

/** The state that the audit log records: the versioned fields with id and revision. */
export const auditState = (order: Order) => ({ id: order.id, revision: order.revision, ...versionedFields(order) });

/**
 * Stores a version: the reverse JSON patch to the previous state, in the save's transaction (design 6). Returns the
 * changes to the order: the version that further autosaves are merged into (null after a manual save) and the number of
 * versions. It reads no earlier version.
 */
export async function writeVersion(write: WriteVersion): Promise<Pick<Order, 'openVersion' | 'versionCount'>> {
  const { viewer, current, order, body } = write;
  const patch = createPatch(versionedFields(order), versionedFields(current));
  if (patch.length === 0) return { openVersion: current.openVersion, versionCount: current.versionCount };
  const time = now();
  const open = current.openVersion;
  const isLineChange = body.products !== undefined && !isEqual(linesOf(order), linesOf(current));
  const isMergeable = body.autosave === true && !isLineChange && current.status === order.status;
  if (isMergeable && open && isMergeableBy(viewer, open) && time.getTime() - Date.parse(open.since) < mergeWindow) {
    const appendPatch = [{ $set: { patch: { $concatArrays: [{ $literal: patch }, '$patch'] }, timestamp: time } }];
    if (
      (await storeOf('OrderVersion').updateMany(
        { _id: open.version, order: order.id, ...withRoomFor(patch) },
        appendPatch,
      )) > 0
    )
      return { openVersion: open, versionCount: current.versionCount };
  }
  const orderRevision = current.revision + 1;
  const versionCount = current.versionCount + 1;
  if (versionCount % snapshotInterval === 0)
    await storeOf('OrderState').add({ order: order.id, orderRevision, state: current });
  const id = new mongoose.Types.ObjectId().toHexString();
  await storeOf('OrderVersion').add({
    id,
    order: order.id,
    orderRevision,
    timestamp: time.toISOString(),
    patch,
    extra: extraOf(write),
    autosave: isMergeable,
  });
  const openVersion = isMergeable
    ? { version: id, user: viewer.user.id, actor: viewer.really?.id ?? null, since: time.toISOString() }
    : null;
  return { openVersion, versionCount };
}

/** The last editor of an order, and the impersonating user if there is one. */
export const editorFields = ({ user, really }: Viewer): Pick<Order, 'lastEditedBy' | 'lastActor'> => ({
  lastEditedBy: user.id,
  lastActor: really?.id ?? null,
});

/** Whether autosaves of this viewer are merged into the open version: same user, same impersonator. */
export const isMergeableBy = ({ user, really }: Viewer, open: NonNullable<Order['openVersion']>): boolean =>
  open.user === user.id && (open.actor ?? null) === (really?.id ?? null);

/** The line ids in order. Adding, removing or sorting lines is a manual save; line data are typed like form data. */
const linesOf = ({ products }: Order) => products.map(({ id }) => id);

/** Size limit in bytes of a version that autosaves are merged into. MongoDB limits documents to 16 MB. */
const maxMergedBytes = 1_000_000;

/** A filter for a version that has room for this patch. */
function withRoomFor(patch: VersionPatch['patch']): Filter {
  const room = maxMergedBytes - Buffer.byteLength(JSON.stringify(patch));
  return { $expr: { $lt: [{ $bsonSize: '$$ROOT' }, room] } };
}

/** Turns an autosave version into that of a manual save. */
export async function closeVersion(of: { order: string; id: string }): Promise<void> {
  const closed = { autosave: false, timestamp: now() };
  // Include the order: in a sharded cluster it is the shard key (`engine/store/scaling.md`).
  await storeOf('OrderVersion').updateMany({ _id: of.id, order: of.order }, { $set: closed });
}

function extraOf({ viewer, current, order, body, action, lines, restoredRevision, upgradedTo }: WriteVersion): JsonMap {
  return {
    user: viewer.user.id,
    // Store the name, because readers of the order may not be allowed to read the user.
    userName: viewer.user.name,
    ...(viewer.really ? { actor: { id: viewer.really.id, name: viewer.really.name } } : {}),
    ...(body.reason ? { reason: body.reason } : {}),
    ...(restoredRevision === undefined ? {} : { restored: restoredRevision }),
    ...(upgradedTo === undefined ? {} : { upgraded: upgradedTo }),
    ...(lines ? { lines } : {}),
    ...(action ? { from: current.status, to: order.status, action } : {}),
  };
}

/**
 * Reconstructs the order at an earlier revision: starts from the first snapshot after it, or from the current state,
 * and applies the reverse patches in between, at most 50 (design 6). Fields outside of versions keep their current
 * values.
 */
async function reconstructState(order: Order, revision: number, log?: FastifyBaseLogger): Promise<Order> {
  const later = { order: order.id, orderRevision: { $gt: revision } };
  const [snapshot] = await storeOf('OrderState').find({ filter: later, sort: ['orderRevision'], limit: 1 });
  const between = snapshot ? { $gt: revision, $lt: snapshot.orderRevision } : { $gt: revision };
  const filter = { order: order.id, orderRevision: between };
  const logSkipped = ({ id }: VersionPatch, error: unknown) =>
    log?.warn({ err: error, version: id, order: order.id }, 'skipped a version that could not be applied');
  let state = snapshot?.state ?? order;
  for await (const versions of storeOf('OrderVersion').batches({ filter, sort: newestFirst }, snapshotInterval)) {
    state = applyPatchesBackwards(state, versions, logSkipped);
  }
  const current = Object.fromEntries(bookkeepingFields.map((field) => [field, order[field]]));
  return { ...state, client: await remainingClient(state.client, order), ...current };
}

/** The client of an earlier state, or the one that it was merged into since. */
async function remainingClient(client: string | null, { client: current }: Order): Promise<string | null> {
  if (client === null || client === current) return client;
  const [found] = await storeOf('Client').find({ filter: { aliases: client }, only: ['name'], limit: 1 });
  return found?.id ?? client;
}

/**
 * The order at an earlier revision, with sealed values in stored form. Throws RESOURCE_NOT_FOUND for a future revision.
 */
export async function orderAtRevision(order: Order, revision: number, log?: FastifyBaseLogger): Promise<Order> {
  if (revision > order.revision) throw notFound('OrderVersion', String(revision));
  const state = await reconstructState({ ...order, formData: sealedForm(order.formData) }, revision, log);
  return { ...state, revision };
}

/** Deletes the version history of an order. */
export async function deleteHistory(order: string): Promise<void> {
  await storeOf('OrderVersion').deleteMany({ order });
  await storeOf('OrderState').deleteMany({ order });
}

/** The COMPLETE order as it was before the pending change (design 6). Null when no change is pending. */
export async function stateBeforeChange(order: Order, log?: FastifyBaseLogger): Promise<Order | null> {
  const opening = isPendingChange(order) ? await openingOf(order) : undefined;
  return opening ? await reconstructState(order, opening.orderRevision - 1, log) : null;
}

/**
 * The version that started the change. Undoing an approval also leads from COMPLETE to PENDING, but starts no change.
 */
async function openingOf({ id }: Order): Promise<OrderVersion | undefined> {
  const moves = {
    order: id,
    'extra.from': 'COMPLETE',
    'extra.to': 'PENDING',
    'extra.action': { $ne: 'undoApproval' },
  };
  const [opening] = await storeOf('OrderVersion').find({ filter: moves, sort: newestFirst, limit: 1 });
  return opening;
}

/** The order as it was before its approval. Throws REQUEST_DENIED when there is no approval. */
export async function stateBeforeApproval(order: Order, log?: FastifyBaseLogger): Promise<Order> {
  if (!order.approval) throw new ApiError('REQUEST_DENIED', { reason: 'There is no approval to undo' });
  return { ...(await reconstructState(order, order.approval.orderRevision - 1, log)), approval: null };
}

interface Change {
  order: Order;
  /** The COMPLETE order being changed. */
  booked: Order;
  form: OrderForm;
  viewer: Viewer;
}

/**
 * Marks the problems of a change that the booked order already has: the same rule rejects the same place, and nothing
 * the rule reads was changed (design 6, 'Changes of a COMPLETE order'). Marked problems do not block the change.
 */
export async function markExistingProblems(problems: OrderProblem[], change: Change): Promise<OrderProblem[]> {
  if (problems.length === 0) return problems;
  const existing = new Set([...(await existingInForm(change)), ...(await existingInLines(change))].map(keyOf));
  return problems.map((problem) => (existing.has(keyOf(problem)) ? { ...problem, isExisting: true } : problem));
}

const keyOf = ({ path, message }: Problem) => `${path} ${message}`;

async function existingInForm({ order, booked, form }: Change): Promise<Problem[]> {
  const { client, user, channel } = orderForm(booked, await loadReferences(booked)).context;
  const input = {
    data: order.formData,
    as: 'stored',
    booked: { data: booked.formData, client, user, channel },
  } as const;
  const { problems, existing = [] } = await fillForm(form.form, input, form.context);
  return problems.filter((_, index) => existing.includes(index)).map(withOrderPath);
}

/**
 * A line's problems depend on its product, its data and the order's user, so they existed before when none of these
 * changed.
 */
async function existingInLines({ order, booked, viewer }: Change): Promise<Problem[]> {
  const before = new Map(booked.products.map((line) => [line.id, line]));
  const unchanged = new Set(
    order.user === booked.user ? order.products.filter((line) => isEqual(before.get(line.id), line)) : [],
  );
  const found = await lineProblems(order, viewer);
  return found.filter(({ line }) => unchanged.has(line)).map(({ problem }) => problem);
}

const querystring = {
  type: 'object',
  properties: { revision: { type: 'string', pattern: '^[1-9][0-9]{0,8}$' } },
  additionalProperties: false,
};

const documentation: Documentation = {
  tag: resource('Order').path,
  summary: 'Get the form version of an Order',
  description:
    'Returns the form version that the order uses, or used at `revision`. Requires read access to the order only, even if its channel uses another form now.',
  query: { revision: { type: 'integer', minimum: 1 } },
  answer: schemaRef('Form'),
  errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND', 'RESOURCE_INOPERABLE'],
};

/**
 * GET /api/orders/{id}/form: the form version that the order is filled on, so that an old order always looks as it did
 * (design 7).
 */
export async function orderFormRoute(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { id: string }; Querystring: { revision?: string } }>(
    '/api/orders/:id/form',
    { schema: { params: idParams('id'), querystring }, config: { documentation } },
    async (request) => {
      const viewer = signedIn(request);
      const now = await loadReadable(viewer, 'Order', request.params.id);
      const { revision } = request.query;
      const order = revision ? await orderAtRevision(now, Number(revision), request.log) : now;
      const form = (await recordCache('Form', [order.form])).get(order.form);
      if (!form) throw missingFormError(order);
      const publishedForm = await asPublished(form, order.formVersion);
      return toResponse(resource('Form'), publishedForm, viewer);
    },
  );
}

async function asPublished(form: Form, number: number): Promise<Form> {
  if (number === form.version) return form;
  const { formSchema, note = '' } = await publishedVersion(form, number);
  return { ...form, version: number, formSchema, note };
}
