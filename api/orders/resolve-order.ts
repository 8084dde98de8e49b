import type { Normalized } from '#schemas/forms/form.ts';
import { Order as schema } from '#schemas/generated/registry.ts';
import type { Order } from '#schemas/generated/types.ts';
import { isOrderField, orderFields } from '#schemas/orders/order-fields.ts';
import { unfit } from '../errors/catalogue.ts';
import type { HeldFile } from '../files/order-files.ts';
import { assertMayCreate } from './authorise.ts';
import { type OrderForm, orderForm } from './check.ts';
import { completeLines } from './lines.ts';
import type { OrderWrite } from './order-write.ts';
import { assertActive, assertClientFits, assertFormFits, assertUserFits, placeOf } from './place.ts';
import { assertReferencesReadable, type References, referencesOf } from './references.ts';

/** An order where a write puts it, with the records that it names and the form that it is filled on there. */
export interface ResolvedOrder {
  order: Order;
  references: References;
  form: OrderForm;
  /** The files that its lines hold, where they are others than before. */
  lineFiles?: HeldFile[] | undefined;
  /** What of their data was read in another way than it was sent. */
  normalizedLines?: Normalized[] | undefined;
}

/**
 * The order with all that a body names but the data of its form: client, form, user, channel and lines, each of which must fit.
 * A new order is judged here, where it is known where it stands. Throws DATABASE_VALIDATION_ERROR, RESOURCE_INOPERABLE,
 * MISSING_PERMISSION.
 */
export async function resolveOrder(write: OrderWrite): Promise<ResolvedOrder> {
  const { viewer, current, body, isNew = false } = write;
  const { formData: _typed, products: lines, ...named } = keptOf(body);
  const isOtherForm = isNew || (named.form !== undefined && named.form !== current.form);
  const { formVersion, ...next } = { ...current, ...named };
  const filledOn = write.filledOn ?? (isOtherForm ? 'published' : formVersion);
  const isReplaced = isNew || next.client !== current.client || next.channelId !== current.channelId;
  const isOthers = next.user !== current.user;
  const isMoved = isReplaced || isOthers;
  const also = (['client', 'user'] as const).filter((person) => named[person] || isMoved);
  const asked = filledOn === 'published' ? next : { ...next, formVersion: filledOn };
  const references = await referencesOf(asked, { viewer, also });
  assertReferencesReadable(viewer, named, references);
  const { channelId: channel, client, user } = references;
  if (!channel) throw unfit([{ path: '/channelId', value: next.channelId, message: 'No Channel has this id' }]);
  if (isOtherForm) assertFormFits(viewer, channel, next.form);
  if (client && isReplaced) assertClientFits(viewer, client, channel);
  const treeScope = isMoved ? await placeOf({ client, user: next.user, channel }) : current.treeScope;
  const order = {
    ...next,
    treeScope,
    formVersion: filledOn === 'published' ? (references.form?.version ?? formVersion) : filledOn,
  };
  if (isNew) assertMayCreate(write, order);
  if (user && isOthers) assertActive(user);
  if (user && (isNew ? isOthers : isMoved)) await assertUserFits(user, treeScope);
  const form = orderForm(order, references);
  const completed = lines && (await completeLines({ viewer, before: current.products, wanted: lines }));
  const { lineFiles, normalized: normalizedLines } = completed ?? {};
  return {
    order: { ...order, products: completed?.products ?? order.products },
    references,
    form,
    lineFiles,
    normalizedLines,
  };
}

/** What of a body the order keeps: data and remarks, without what only the version tells (`writeOnly`). */
function keptOf(body: Partial<Order>): Partial<Order> {
  const isKept = (field: string) =>
    isOrderField(field) && orderFields[field].kind !== 'command' && !schema.properties[field]?.writeOnly;
  return Object.fromEntries(Object.entries(body).filter(([field, value]) => value !== undefined && isKept(field)));
}
