import type { NormalizedValue } from '#schemas/forms/form.ts';
import { Order as schema } from '#schemas/generated/registry.ts';
import type { Order } from '#schemas/generated/types.ts';
import { isOrderField, orderFields } from '#schemas/orders/order-fields.ts';
import { invalidRecord } from '../../../platform/errors/catalogue.ts';
import { type FileReference, resolveLines } from '../lines/lines.ts';
import { type OrderForm, orderForm } from '../lines/order-problems.ts';
import { assertReferencesReadable, loadReferences, type References } from '../lines/references.ts';
import { assertMayCreate, assertMayDecide } from './authorise.ts';
import { findLastOrder } from './last-order.ts';
import {
  assertActive,
  assertClientInChannel,
  assertFormOfChannel,
  assertUserInScope,
  orderTreeScope,
} from './order-placement.ts';
import type { OrderWrite } from './order-write.ts';

/** The order after the reference changes of a write, with the referenced records and its form. */
export interface ResolvedOrder {
  order: Order;
  references: References;
  form: OrderForm;
  /** The files in the lines' data, if the lines were written. */
  lineFiles?: FileReference[] | undefined;
  /** Line values that were normalized. */
  normalizedLines?: NormalizedValue[] | undefined;
}

/**
 * Step 2 of a write: applies everything in the body except the form data (client, form, user, channel and lines) and
 * checks each reference. The permission to create a new order is checked here, because its place in the tree is known
 * now. Throws DATABASE_VALIDATION_ERROR, RESOURCE_INOPERABLE, MISSING_PERMISSION.
 */
export async function resolveOrder(write: OrderWrite): Promise<ResolvedOrder> {
  const { viewer, current, body, isNew = false } = write;
  const { formData: _typed, products: lines, ...fields } = storedFieldsOf(body);
  const isOtherForm = isNew || (fields.form !== undefined && fields.form !== current.form);
  const { formVersion, ...next } = { ...current, ...fields };
  const filledOn = write.filledOn ?? (isOtherForm ? 'published' : formVersion);
  const isPlaceChanged = isNew || next.client !== current.client || next.channelId !== current.channelId;
  const isUserChanged = next.user !== current.user;
  const isMoved = isPlaceChanged || isUserChanged;
  const also = (['client', 'user'] as const).filter((person) => fields[person] || isMoved);
  const lookup = filledOn === 'published' ? next : { ...next, formVersion: filledOn };
  const references = await loadReferences(lookup, { viewer, also });
  assertReferencesReadable(viewer, fields, references);
  const { channelId: channel, client, user } = references;
  if (!channel) throw invalidRecord([{ path: '/channelId', value: next.channelId, message: 'No Channel has this id' }]);
  if (isOtherForm) assertFormOfChannel(viewer, channel, next.form);
  if (client && isPlaceChanged) assertClientInChannel(viewer, client, channel);
  const treeScope = isMoved ? await orderTreeScope({ client, user: next.user, channel }) : current.treeScope;
  const order = {
    ...next,
    treeScope,
    formVersion: filledOn === 'published' ? (references.form?.version ?? formVersion) : filledOn,
  };
  if (order.assignedTo && order.assignedTo !== current.assignedTo) await assertMayDecide(order.assignedTo, order);
  if (isNew) assertMayCreate(write, order);
  if (user && isUserChanged) assertActive(user);
  if (user && (isNew ? isUserChanged : isMoved)) await assertUserInScope(user, treeScope);
  // Copies have the values of their original.
  if (isNew ? !write.leftOut : next.client !== current.client && current.status === 'DRAFT')
    order.lastOrder = await findLastOrder(viewer, order, references);
  const form = orderForm(order, references);
  const completed = lines && (await resolveLines({ viewer, current: current.products, input: lines }));
  const { lineFiles, normalized: normalizedLines } = completed ?? {};
  return {
    order: { ...order, products: completed?.products ?? order.products },
    references,
    form,
    lineFiles,
    normalizedLines,
  };
}

/** The stored fields of a body, without commands and `writeOnly` fields, which only the version records. */
function storedFieldsOf(body: Partial<Order>): Partial<Order> {
  const isStored = (field: string) =>
    isOrderField(field) && orderFields[field].kind !== 'command' && !schema.properties[field]?.writeOnly;
  return Object.fromEntries(Object.entries(body).filter(([field, value]) => value !== undefined && isStored(field)));
}
