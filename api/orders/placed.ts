import type { Normalized } from '#schemas/forms/form.ts';
import type { Order } from '#schemas/generated/types.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import type { Viewer } from '../access/viewer.ts';
import { unfit } from '../errors/catalogue.ts';
import type { HeldFile } from '../files/order-files.ts';
import { type OrderForm, orderForm } from './check.ts';
import { completeLines } from './lines.ts';
import { assertActive, assertClientFits, assertFormFits, assertUserFits, placeOf } from './place.ts';
import { assertReferencesReadable, type References, referencesOf } from './references.ts';

/** An order where a save puts it, with what it names and the form that it is filled on there. */
export interface Placed {
  order: Order;
  references: References;
  form: OrderForm;
  /** The files that its lines hold, where they are others than before. */
  lineFiles?: HeldFile[] | undefined;
  /** What of their data was read in another way than it was sent. */
  normalizedLines?: Normalized[] | undefined;
}

/** The version of its form that an order is filled on: this one, or the one that is published. */
export type FilledOn = number | 'published';

interface Placing {
  viewer: Viewer;
  current: Order;
  rights: OrderRights;
  body: Partial<Order>;
  /** Else it stays on its version; another form is the published one. */
  filledOn: FilledOn | undefined;
}

/** The order with the client, form, user, channel and lines that the body names, each of which must fit. */
export async function placed({ viewer, current, rights, body, filledOn }: Placing): Promise<Placed> {
  const { status, reason, autosave, products: lines, formData, ...fields } = body;
  const isOtherForm = fields.form !== undefined && fields.form !== current.form;
  const { formVersion, ...wished } = { ...current, ...fields };
  const asked = filledOn ?? (isOtherForm ? 'published' : formVersion);
  const isReplaced = wished.client !== current.client || wished.channelId !== current.channelId;
  const isOthers = wished.user !== current.user;
  const isMoved = isReplaced || isOthers;
  const also = (['client', 'user'] as const).filter((person) => fields[person] || isMoved);
  const named = asked === 'published' ? wished : { ...wished, formVersion: asked };
  const references = await referencesOf(named, { viewer, also });
  assertReferencesReadable(viewer, fields, references);
  const { channelId: channel, client, user } = references;
  if (!channel) throw unfit([{ path: '/channelId', value: wished.channelId, message: 'No Channel has this id' }]);
  if (isOtherForm) assertFormFits(viewer, channel, wished.form);
  if (client && isReplaced) assertClientFits(viewer, client, channel);
  if (isOthers && !rights.canModerate) {
    throw unfit([{ path: '/user', value: fields.user, message: 'Only a moderator orders for somebody else' }]);
  }
  const order = { ...wished, formVersion: asked === 'published' ? (references.form?.version ?? formVersion) : asked };
  const treeScope = isMoved ? await placeOf({ client, user: order.user, channel }) : current.treeScope;
  if (user && isOthers) assertActive(user);
  if (user && isMoved) await assertUserFits(user, treeScope);
  const form = orderForm(order, references);
  const completed = lines && (await completeLines({ viewer, before: current.products, wanted: lines }));
  const products = completed?.products ?? order.products;
  const { lineFiles, normalized: normalizedLines } = completed ?? {};
  return { order: { ...order, treeScope, products }, references, form, lineFiles, normalizedLines };
}
