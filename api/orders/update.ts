import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger } from 'fastify';
import type { Order } from '#schemas/generated/types.ts';
import { orderInScripts } from '#schemas/orders/order-in-scripts.ts';
import { type Action, mayChangeData, transitionsFrom } from '#schemas/orders/transitions.ts';
import { assertMay, loadReadable, may, type Viewer } from '../access/viewer.ts';
import { now } from '../clock/clock.ts';
import { ApiError, missingPermission, unfit } from '../errors/catalogue.ts';
import { heldBy, takeFiles } from '../files/held-files.ts';
import { fillForm } from '../forms/fill.ts';
import { assertRevision, stale } from '../resource/records/service.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import type { OrderBody } from './body.ts';
import { assertReadonlyKept, orderForm, problemsOf, rejected } from './check.ts';
import { assertFormFits, placeOf, type Saved } from './create.ts';
import { completeLines } from './lines.ts';
import { assertPartiesReadable, partiesOf } from './parties.ts';
import type { Passwords } from './passwords.ts';
import { assertClientFits, assertUserFits } from './place.ts';
import { assertNeeds, rightsOn, transitionOf } from './transitions.ts';
import { closeVersion, stateBeforeChange, writeVersion } from './versions.ts';

interface Update {
  viewer: Viewer;
  id: string;
  revision: number | undefined;
  body: OrderBody;
  passwords: Passwords;
  log: FastifyBaseLogger;
}

/**
 * Changes an order: first its data under the rights of its status, then its status, all or nothing (design 6).
 * Throws REQUEST_DENIED for what its state does not allow, RESOURCE_CONFLICT for a stale revision,
 * GS_VALIDATION_REJECTED with every problem when it is submitted, approved or changed with some.
 */
export async function updateOrder({ viewer, id, revision, body, passwords, log }: Update): Promise<Saved> {
  const stored = await loadReadable(viewer, 'Order', id);
  const current = { ...stored, formData: passwords.open(stored.formData) };
  assertMay(viewer, 'update', 'Order', current);
  assertRevision('Order', current, revision);
  const asked = { viewer, current, body, to: body.status ?? current.status };
  const change = await changedData(asked);
  const { order, form, action } =
    asked.to === current.status ? { ...change, action: undefined } : await inStatus(asked, { change, log });
  if (isDeepStrictEqual(withoutTrace(order), withoutTrace(current))) {
    const closed = await closeAutosave({ viewer, stored, body });
    const kept = closed ? { ...closed, formData: current.formData } : current;
    return { order: kept, form, normalized: change.normalized };
  }
  // Versions lead from one stored state to another: what they hold of passwords is sealed.
  const sealed = { ...order, formData: passwords.seal(form.form, order.formData, stored.formData) };
  const saved = await transaction(async () => {
    await takeFiles({ viewer, order, before: current });
    const autosave = await writeVersion({ viewer, current: stored, order: sealed, body, action });
    const files = heldBy(current, order);
    const changes = differences(stored, { ...sealed, files, autosave, lastEditedBy: viewer.user.id });
    const written = await store('Order').update({ _id: id, revision: current.revision }, changes);
    if (!written) throw stale('Order', id);
    return { ...written, formData: passwords.open(written.formData) };
  });
  const refused = asked.to === current.status ? change.refused : undefined;
  return { order: saved, form, normalized: change.normalized, refused };
}

/**
 * A pressed save of what the person's own automatic save has stored already: that save's version becomes the pressed one's,
 * and further automatic saves begin another (design 6). Null where there is no such version.
 */
function closeAutosave({ viewer, stored, body }: { viewer: Viewer; stored: Order; body: OrderBody }) {
  if (body.autosave || stored.autosave?.user !== viewer.user.id) return null;
  const { version } = stored.autosave;
  return transaction(async () => {
    await closeVersion(version, body);
    const written = await store('Order').update({ _id: stored.id, revision: stored.revision }, { autosave: null });
    if (!written) throw stale('Order', stored.id);
    return written;
  });
}

/** The fields of `after` that are not as they were. */
function differences(before: Order, after: Partial<Order>): Partial<Order> {
  const was = new Map(Object.entries(before));
  return Object.fromEntries(
    Object.entries(after).filter(([field, value]) => !isDeepStrictEqual(value, was.get(field))),
  );
}

const withoutTrace = ({ autosave, lastEditedBy, updatedAt, ...order }: Order) => order;

/** What a save asks of an order, and the status that it is to have then. */
interface Asked {
  viewer: Viewer;
  current: Order;
  body: OrderBody;
  to: Order['status'];
}

/** The order with the data that the body brings, in normal form. */
async function changedData(asked: Asked): Promise<Saved> {
  const { viewer, current, body } = asked;
  const { status, reason, autosave, products: wanted, formData, ...fields } = body;
  assertMayChangeData(asked);
  const isOtherForm = fields.form !== undefined && fields.form !== current.form;
  const { formVersion, ...wished } = { ...current, ...fields };
  const isReplaced = wished.client !== current.client || wished.channelId !== current.channelId;
  const isOthers = wished.user !== current.user;
  const isMoved = isReplaced || isOthers;
  const also = (['client', 'user'] as const).filter((person) => fields[person] || isMoved);
  const parties = await partiesOf(isOtherForm ? wished : { ...wished, formVersion }, { viewer, also });
  assertPartiesReadable(viewer, fields, parties);
  const { channelId: channel, client, user } = parties;
  if (!channel) throw unfit([{ path: '/channelId', value: wished.channelId, message: 'No Channel has this id' }]);
  if (isOtherForm) assertFormFits(viewer, channel, wished.form);
  if (client && isReplaced) assertClientFits(viewer, client, channel);
  if (isOthers && !may(viewer, 'moderate', 'Order', current)) {
    throw unfit([{ path: '/user', value: fields.user, message: 'Only a moderator orders for somebody else' }]);
  }
  const placed = { ...wished, formVersion: (isOtherForm && parties.form?.version) || formVersion };
  const treeScope = isMoved ? await placeOf({ client, user: placed.user, channel }) : current.treeScope;
  if (user && isOthers) await assertUserFits(user, treeScope);
  const form = await orderForm(placed, parties);
  const products = wanted ? await completeLines({ viewer, before: current.products, wanted }) : current.products;
  if (formData === undefined) return { order: { ...placed, treeScope, products }, form, normalized: [] };
  const sent = { data: formData, as: 'sent', before: current.formData, pad: current.status === 'DRAFT' } as const;
  const filled = await fillForm(form.form, sent, form.context);
  assertReadonlyKept(filled);
  const { data: calculated, normalized, problems: refused } = filled;
  return { order: { ...placed, treeScope, products, formData: calculated }, form, normalized, refused };
}

const dataFields = ['client', 'form', 'user', 'channelId', 'formData', 'products'] as const;

/** Data change in DRAFT by whoever may update, in PENDING by moderators, else only on the way from COMPLETE to PENDING. */
function assertMayChangeData({ viewer, current, body, to }: Asked): void {
  const changed = dataFields.filter(
    (field) => body[field] !== undefined && !isDeepStrictEqual(body[field], current[field]),
  );
  if (body.autosave && current.status !== 'DRAFT')
    throw new ApiError('REQUEST_DENIED', {
      reason: `Only a DRAFT is saved automatically, this order is ${current.status}`,
    });
  if (changed.length === 0 || mayChangeData(current, rightsOn(current, viewer))) return;
  if (current.status === 'PENDING') throw missingPermission('update', 'Order', current.id);
  if (transitionsFrom(current.status, to).some(({ bringsData }) => bringsData)) return;
  throw new ApiError('REQUEST_DENIED', {
    reason: `The data of an order that is ${current.status} can not be changed`,
    details: { status: current.status, changed },
  });
}

/** The changed order in its new status. */
async function inStatus(
  { viewer, current, body, to }: Asked,
  { change, log }: { change: Saved; log: FastifyBaseLogger },
): Promise<Saved & { action: Action }> {
  const transition = transitionOf(current, to, rightsOn(current, viewer));
  assertNeeds(transition, change.order, body);
  const { action, isChecked, sets, effects } = transition;
  const unchanged = effects.includes('undoChange') ? await stateBeforeChange(current, log) : null;
  if (unchanged) return { ...change, action, order: { ...unchanged, status: 'COMPLETE' } };
  const time = now();
  const order: Order = { ...change.order, ...sets?.(change.order, time.toISOString()), status: to };
  if (!isChecked) return { ...change, action, order };
  const checkedAt =
    to === 'COMPLETE'
      ? change.form
      : { ...change.form, context: { ...change.form.context, ...orderInScripts(current, to), now: time } };
  const stored = { data: order.formData, as: 'stored', isSubmitted: effects.includes('omitHidden') } as const;
  const filled = await fillForm(checkedAt.form, stored, checkedAt.context);
  const problems = await problemsOf(order, checkedAt, viewer, filled.problems);
  if (problems.length > 0) throw rejected(problems);
  return { ...change, action, order: { ...order, formData: filled.submitted ?? order.formData } };
}
