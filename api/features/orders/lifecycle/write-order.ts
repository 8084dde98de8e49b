import type { FastifyBaseLogger } from 'fastify';
import type { Client, Form, Order } from '#schemas/generated/types.ts';
import { blankOrder } from '#schemas/orders/blank-order.ts';
import { restoredFields } from '#schemas/orders/order-fields.ts';
import { assertAbility, assertMay, loadReadable, may, type Viewer } from '../../../engine/access/viewer.ts';
import { recordAuditChange } from '../../../engine/audit/record-change.ts';
import type { CustomOperations, StoreResponse } from '../../../engine/resource/records/calls.ts';
import { assertRevision, staleRevisionError } from '../../../engine/resource/records/records.ts';
import { updateAttachmentReferences } from '../../../engine/resource/rules/attachments.ts';
import { assertUnreferenced } from '../../../engine/resource/rules/references.ts';
import { recordCache } from '../../../engine/store/record-cache.ts';
import { openSealed } from '../../../engine/store/sealing.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { transaction } from '../../../engine/store/transaction.ts';
import { ApiError, invalidRecord } from '../../../platform/errors/catalogue.ts';
import { assertDeletable, authorizeWrite } from '../editing/authorise.ts';
import { dataForRestore } from '../editing/copy.ts';
import { fillOrder } from '../editing/fill-order.ts';
import type { OrderActionInput, OrderWrite } from '../editing/order-write.ts';
import { resolveOrder } from '../editing/resolve-order.ts';
import { currentProblems, problemsAfterWrite, type ValidatedWrite, validateOrder } from '../editing/validate-order.ts';
import { versionsExpansion } from '../history/version-routes.ts';
import { deleteHistory, orderAtRevision } from '../history/versions.ts';
import { missingFormError, orderResponse } from '../lines/order-problems.ts';
import { loadReferences } from '../lines/references.ts';
import { saveOrder } from './store-order.ts';

/**
 * The pipeline of every order write: field access and transition (`authorise`), referenced records (`resolveOrder`),
 * data and form (`fillOrder`), validation (`validateOrder`), and one transaction that stores order, version, mails and
 * webhooks (`saveOrder`). Returns the order. Each step documents what it throws.
 */
export async function writeOrder(write: OrderWrite): Promise<Order> {
  return await saveOrder(await checkOrderWrite(write));
}

/** The steps of a write before it is stored: everything that can reject it. */
export async function checkOrderWrite(write: OrderWrite): Promise<ValidatedWrite> {
  const authorised = authorizeWrite(write);
  const resolved = await resolveOrder(authorised);
  const filled = await fillOrder({ ...authorised, resolved });
  return await validateOrder(filled);
}

interface Call {
  viewer: Viewer;
  log?: FastifyBaseLogger | undefined;
}

/** Reads an order; an open one includes its current problems (design 6). Throws RESOURCE_NOT_FOUND. */
async function readOrder(call: Call, id: string): Promise<Order> {
  const order = await loadReadable(call.viewer, 'Order', id);
  const references = await loadReferences(order, { viewer: call.viewer });
  return orderResponse({ order, problems: await currentProblems(order, call, references), references });
}

interface Create extends Call {
  body: Partial<Order>;
  leftOut?: Order['leftOut'];
  storeResponse?: StoreResponse<Order> | undefined;
}

/** Creates a DRAFT (spec 4, design 6) on the channel's form, with the form's initial values where none are given. */
export const createOrder = async (create: Create): Promise<Order> => await writeOrder(newOrderWrite(create));

/** The write that creates an order. */
export function newOrderWrite({ body, ...call }: Create): OrderWrite {
  const { channelId, form } = body;
  if (!channelId || !form) throw new ApiError('APPLICATION_ERROR');
  const current = blankOrder({ channelId, form, user: call.viewer.user.id });
  return { ...call, current, isNew: true, body };
}

interface Update extends Call {
  id: string;
  /** The revision that the caller has seen. */
  revision: number | undefined;
}

/** Updates the properties in the body and makes the transition that its status requests, atomically. */
async function updateOrder({ id, ...write }: Update & { body: Partial<Order> }): Promise<Order> {
  return await writeOrder({ ...write, current: await loadReadable(write.viewer, 'Order', id) });
}

/**
 * Restores an earlier revision with a normal save: the status does not change. Answers that the form asks for again are
 * cleared (design 6, Copies).
 */
export async function restoreOrder({ id, number, ...write }: Update & { number: number }): Promise<Order> {
  const current = await loadReadable(write.viewer, 'Order', id);
  const earlier = await orderAtRevision(current, number, write.log);
  const { formData, leftOut } = await dataForRestore({ ...earlier, formData: openSealed(earlier.formData) });
  const restored: Order = { ...earlier, formData };
  const body = Object.fromEntries(restoredFields.map((field) => [field, restored[field]]));
  const order = await writeOrder({ ...write, current, body, restoredRevision: number, filledOn: earlier.formVersion });
  return { ...order, leftOut };
}

/**
 * Runs an order action: requests or decides a bypass of the form's rules, undoes an approval, or adds a note. Returns
 * the order.
 */
export async function runOrderAction({
  id,
  ...write
}: Update & { action: OrderActionInput; storeResponse: StoreResponse<Order> }): Promise<Order> {
  const current = await loadReadable(write.viewer, 'Order', id);
  return await writeOrder({ ...write, current, body: {} });
}

/**
 * Dry run: the problems of the order with these data, without saving. Data of a COMPLETE order are checked as a change.
 * Throws what a save throws before validation.
 */
export async function dryRunOrder({ id, ...write }: Update & { body: Partial<Order> }): Promise<Order> {
  const current = await loadReadable(write.viewer, 'Order', id);
  const authorised = authorizeWrite({ ...write, current, isTrial: true });
  const resolved = await resolveOrder(authorised);
  const filled = await fillOrder({ ...authorised, resolved });
  const { references, normalizedLines } = resolved;
  const problems = await problemsAfterWrite(filled);
  return orderResponse({ order: filled.order, problems, normalized: filled.normalized, normalizedLines, references });
}

/**
 * Dry run of a create: the new order on its channel's form with the initial values, with its form and client. Throws
 * what a create throws.
 */
export async function dryRunNewOrder({
  body,
  ...call
}: Create): Promise<{ order: Order; form: Form; client: Client | null }> {
  assertAbility(call.viewer, 'create', 'Order');
  const { channelId = '' } = body;
  const channel = (await recordCache('Channel', [channelId])).get(channelId);
  if (!channel || !may(call.viewer, 'read', 'Channel', channel))
    throw invalidRecord([{ path: '/channelId', value: channelId, message: 'No Channel has this id' }]);
  const write = newOrderWrite({ ...call, body: { ...body, form: channel.orderFormId } });
  const { order, problems, resolved } = await checkOrderWrite({ ...write, isPreview: true });
  const { references } = resolved;
  const { form, client } = references;
  if (!form) throw missingFormError(order);
  return { order: orderResponse({ order, problems, references }), form, client };
}

/**
 * Deletes a DRAFT that was never submitted, with its version history. Only the audit log keeps a record of it (design
 * 6).
 */
async function deleteOrder({ viewer, id, revision }: Update): Promise<Order> {
  const order = await loadReadable(viewer, 'Order', id);
  assertMay(viewer, 'delete', 'Order', order);
  assertRevision('Order', order, revision);
  assertDeletable(order);
  return await transaction(async () => {
    await assertUnreferenced('Order', order.id);
    const deleted = await storeOf('Order').delete({ _id: order.id, revision: order.revision });
    if (!deleted) throw staleRevisionError('Order', order.id);
    await deleteHistory(order.id);
    await recordAuditChange({ viewer, action: 'delete', name: 'Order', before: deleted, after: null });
    await updateAttachmentReferences('Order', deleted, null);
    return deleted;
  });
}

/** The order-specific implementation of the generic record calls: read, create, update and delete (design 6). */
export const orderCalls: CustomOperations<Order> = {
  calls: (viewer, log) => ({
    read: (id) => readOrder({ viewer, log }, id),
    readStored: (id) => loadReadable(viewer, 'Order', id),
    create: (body, storeResponse) => createOrder({ viewer, body, storeResponse, log }),
    update: ({ id, revision, changes }) => updateOrder({ viewer, id, revision, body: changes, log }),
    remove: ({ id, revision }) => deleteOrder({ viewer, id, revision }),
  }),
  errors: ['RESOURCE_INOPERABLE', 'GS_VALIDATION_REJECTED'],
  expansion: versionsExpansion,
};
