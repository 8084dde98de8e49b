import type { FastifyBaseLogger } from 'fastify';
import type { Normalized } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Order, OutboxMessage } from '#schemas/generated/types.ts';
import { orderInScripts } from '#schemas/orders/order-in-scripts.ts';
import { waitingOf } from '#schemas/orders/queue.ts';
import type { OrderRights } from '#schemas/orders/rights.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import { keptWaivers } from '#schemas/orders/waivers.ts';
import { assertMay, loadReadable, type Viewer } from '../access/viewer.ts';
import { recordChange } from '../audit/record-change.ts';
import { now } from '../clock/clock.ts';
import { type Problem, unfit } from '../errors/catalogue.ts';
import { assertFilesReadable, type HeldFile, heldBy } from '../files/order-files.ts';
import { fillForm } from '../forms/fill.ts';
import { postMail } from '../mail/outbox.ts';
import type { Keep } from '../resource/records/calls.ts';
import { assertRevision, stale } from '../resource/records/service.ts';
import { keepAttachments } from '../resource/rules/attachments.ts';
import { assertUnreferenced } from '../resource/rules/references.ts';
import { asStored, openSealed } from '../store/sealing.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { answered, assertReadonlyKept, isOpen, type OrderForm, orderForm, problemsOf, rejected } from './check.ts';
import { completeLines } from './lines.ts';
import { onboardingOf } from './onboarding.ts';
import { sealPasswords } from './passwords.ts';
import { assertActive, assertClientFits, assertFormFits, assertUserFits, placeOf } from './place.ts';
import { assertReferencesReadable, type References, referencesOf } from './references.ts';
import {
  assertDeletable,
  assertMayChangeData,
  assertMayUpdate,
  assertNeeds,
  rightsOn,
  transitionOf,
} from './transitions.ts';
import { closeVersion, earlierState, removeHistory, stateBeforeChange, stateOf, writeVersion } from './versions.ts';

interface Save {
  body: Partial<Order>;
  /** The revision that the caller has seen. */
  revision: number | undefined;
  log: FastifyBaseLogger;
  /** The revision whose state the body brings back. */
  restored?: number;
}

/** What a save says, and the transition that it makes. */
interface Change {
  body: Partial<Order>;
  transition: Transition | undefined;
}

/** What is stored of a save or an action, together with what it brings about. */
interface Stored extends Change, Pick<Placed, 'order' | 'form' | 'lineFiles'>, Pick<Save, 'restored'> {
  mails?: Partial<OutboxMessage>[];
  keep?: Keep<Order> | undefined;
}

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

/** What a save makes of an order, before it is stored. */
interface Wanted {
  order: Order;
  normalized?: Normalized[];
  problems?: Problem[] | undefined;
}

/** One order as one person has it in hand: all that they can do with it, and each save fills its form once. */
export class OrderInHand {
  readonly viewer: Viewer;
  readonly order: Order;

  private constructor(viewer: Viewer, order: Order) {
    this.viewer = viewer;
    this.order = order;
  }

  get rights(): OrderRights {
    return rightsOn(this.order, this.viewer);
  }

  /** Throws RESOURCE_NOT_FOUND for an order that the viewer may not read. */
  static async take(viewer: Viewer, id: string): Promise<OrderInHand> {
    return new OrderInHand(viewer, await loadReadable(viewer, 'Order', id));
  }

  /** The order as it is, with what it names and its form. */
  placed(): Promise<Placed> {
    return this.#placed({});
  }

  /** The order, as long as it is open with what would refuse it now (design 6). */
  async read(): Promise<Order> {
    const { order, viewer } = this;
    return answered({ order, problems: await problemsNow(order, viewer, await referencesOf(order)) });
  }

  /**
   * Changes the order: first its data under the rights of its status, then its status, all or nothing (design 6).
   * Throws REQUEST_DENIED for what its state does not allow, RESOURCE_CONFLICT for a stale revision,
   * GS_VALIDATION_REJECTED with every problem when it is submitted, approved or changed with some.
   */
  async save({ body, revision, log, ...back }: Save): Promise<Order> {
    const { viewer, order: current, rights } = this;
    const to = body.status ?? current.status;
    assertMayUpdate(viewer, current, { rights, to });
    assertRevision('Order', current, revision);
    assertMayChangeData(current, { body, rights, to });
    const transition = to === current.status ? undefined : transitionOf(current, to, rights);
    if (transition) assertNeeds(transition, current, body);
    const placed = await this.#placed(body);
    const { order: wanted, normalized = [], problems } = await this.#wanted(placed, { body, transition, log });
    const { mails, noted } = await onboardingOf(wanted, { transition, references: placed.references, log });
    const { form, lineFiles, normalizedLines } = placed;
    const saved = await this.store({
      order: { ...wanted, ...noted },
      form,
      lineFiles,
      body,
      transition,
      mails,
      ...back,
    });
    const known = problems ?? (await problemsNow(saved, viewer, placed.references));
    return answered({ order: saved, normalized, normalizedLines, problems: known });
  }

  /** Client, data and lines as an earlier revision left them, by a save as any other: the status stays, and nothing is spared. */
  async restore({ number, ...save }: Omit<Save, 'body' | 'restored'> & { number: number }): Promise<Order> {
    const { client, formData, products } = await earlierState(this.order, number, save.log);
    return await this.save({ ...save, body: { client, formData: openSealed(formData), products }, restored: number });
  }

  /** Only a DRAFT that was never submitted goes, with its versions: the audit log alone remembers it (design 6). */
  async remove(revision: number | undefined): Promise<Order> {
    const { viewer, order } = this;
    assertMay(viewer, 'delete', 'Order', order);
    assertRevision('Order', order, revision);
    assertDeletable(order);
    return await transaction(async () => {
      await assertUnreferenced('Order', order.id);
      const deleted = await store('Order').delete({ _id: order.id, revision: order.revision });
      if (!deleted) throw stale('Order', order.id);
      await removeHistory(order.id);
      await recordChange({ viewer, action: 'delete', name: 'Order', before: deleted, after: null });
      await keepAttachments('Order', deleted, null);
      return deleted;
    });
  }

  /** The order as the body and the transition want it; `problems` where they are known. */
  async #wanted(placed: Placed, { body, transition, log }: Change & { log: FastifyBaseLogger }): Promise<Wanted> {
    const { viewer, order: current } = this;
    const { form } = placed;
    const time = now();
    const set = transition?.sets?.(placed.order, { now: time.toISOString(), reason: body.reason });
    const unchanged = transition?.effects.includes('undoChange') ? await stateBeforeChange(current, log) : null;
    if (unchanged) return { order: { ...unchanged, ...set, status: 'COMPLETE' } };
    const wanted: Order = {
      ...placed.order,
      ...set,
      status: transition?.to ?? current.status,
    };
    const isSent = body.formData !== undefined;
    if (!isSent && !transition?.isChecked)
      return { order: { ...wanted, ...keptWaivers(current, current, transition?.effects) } };
    const filled = await fillForm(
      form.form,
      {
        data: body.formData ?? current.formData,
        ...(isSent ? { as: 'sent', before: current.formData, pad: current.status === 'DRAFT' } : { as: 'stored' }),
        isSubmitted: transition?.effects.includes('omitHidden') ?? false,
      },
      contextFor(current, form, transition, time),
    );
    if (isSent) assertReadonlyKept(filled);
    const formData = filled.submitted ?? (isSent ? filled.data : current.formData);
    const order = { ...wanted, formData, ...keptWaivers(current, { formData }, transition?.effects) };
    const { normalized } = filled;
    // In another status its scripts may say something else.
    if (transition && !transition.isChecked) return { order, normalized };
    const problems = isOpen(order) || transition ? await problemsOf(order, form, viewer, filled.problems) : undefined;
    if (transition && problems && problems.length > 0) throw rejected(problems);
    const isKnown = !transition || !form.form.asks.has('order');
    return { order, normalized, ...(isKnown && isOpen(order) ? { problems } : {}) };
  }

  /** The order with the client, form, user, channel and lines that the body names, each of which must fit. */
  async #placed(body: Partial<Order>): Promise<Placed> {
    const { viewer, order: current, rights } = this;
    const { status, reason, autosave, products: lines, formData, ...fields } = body;
    const isOtherForm = fields.form !== undefined && fields.form !== current.form;
    const { formVersion, ...wished } = { ...current, ...fields };
    const isReplaced = wished.client !== current.client || wished.channelId !== current.channelId;
    const isOthers = wished.user !== current.user;
    const isMoved = isReplaced || isOthers;
    const also = (['client', 'user'] as const).filter((person) => fields[person] || isMoved);
    const references = await referencesOf(isOtherForm ? wished : { ...wished, formVersion }, { viewer, also });
    assertReferencesReadable(viewer, fields, references);
    const { channelId: channel, client, user } = references;
    if (!channel) throw unfit([{ path: '/channelId', value: wished.channelId, message: 'No Channel has this id' }]);
    if (isOtherForm) assertFormFits(viewer, channel, wished.form);
    if (client && isReplaced) assertClientFits(viewer, client, channel);
    if (isOthers && !rights.canModerate) {
      throw unfit([{ path: '/user', value: fields.user, message: 'Only a moderator orders for somebody else' }]);
    }
    const placed = { ...wished, formVersion: (isOtherForm && references.form?.version) || formVersion };
    const treeScope = isMoved ? await placeOf({ client, user: placed.user, channel }) : current.treeScope;
    if (user && isOthers) assertActive(user);
    if (user && isMoved) await assertUserFits(user, treeScope);
    const form = orderForm(placed, references);
    const completed = lines && (await completeLines({ viewer, before: current.products, wanted: lines }));
    const products = completed?.products ?? placed.products;
    const { lineFiles, normalized: normalizedLines } = completed ?? {};
    return { order: { ...placed, treeScope, products }, references, form, lineFiles, normalizedLines };
  }

  /** Order, version, files, mails and what the audit log tells in one transaction; nothing is written where nothing has changed. */
  async store({ order, form, lineFiles, body, transition, mails = [], keep, restored }: Stored): Promise<Order> {
    const { viewer, order: current } = this;
    if (isEqual(withoutTrace(order), withoutTrace(current))) return (await this.#closeAutosave(body)) ?? current;
    // Versions lead from one stored state to another: what they hold of passwords is sealed.
    const stored = { ...current, formData: asStored(current.formData) };
    const sealed = {
      ...order,
      ...waitingOf(order, current, now().toISOString()),
      formData: sealPasswords(form.form, order.formData, current.formData),
    };
    return await transaction(async () => {
      await assertFilesReadable({ viewer, order: { formData: order.formData, lineFiles }, before: current });
      const trail = await writeVersion({
        viewer,
        current: stored,
        order: sealed,
        body,
        action: transition?.action,
        restored,
      });
      const files = heldBy(current, { formData: order.formData, lineFiles });
      const changes = differences(stored, { ...sealed, files, ...trail, lastEditedBy: viewer.user.id });
      const written = await store('Order').update({ _id: order.id, revision: current.revision }, changes);
      if (!written) throw stale('Order', order.id);
      await keepAttachments('Order', current, written);
      for (const mail of mails) await postMail({ ...mail, order: order.id });
      if (transition?.effects.includes('audit'))
        await recordChange({ viewer, action: 'moderate', name: 'Order', before: told(current), after: told(written) });
      await keep?.(written);
      return written;
    });
  }

  /**
   * A pressed save of what the person's own automatic save has stored already: that save's version becomes the pressed one's,
   * and further automatic saves begin another (design 6). Null where there is no such version.
   */
  async #closeAutosave(body: Partial<Order>): Promise<Order | null> {
    const { viewer, order } = this;
    if (body.autosave || order.openVersion?.user !== viewer.user.id) return null;
    const { version } = order.openVersion;
    return await transaction(async () => {
      await closeVersion(version, body);
      const written = await store('Order').update({ _id: order.id, revision: order.revision }, { openVersion: null });
      if (!written) throw stale('Order', order.id);
      return written;
    });
  }
}

/** What scripts read while this is saved: from a submission on they run with its time, and check for the status that it leads to. */
export function contextFor(current: Order, { context }: OrderForm, transition: Transition | undefined, time: Date) {
  const { to, isChecked } = transition ?? {};
  return isChecked && to === 'PENDING' ? { ...context, ...orderInScripts(current, to), now: time } : context;
}

async function problemsNow(order: Order, viewer: Viewer, known: References): Promise<Problem[] | undefined> {
  return isOpen(order) ? await problemsOf(order, orderForm(order, known), viewer) : undefined;
}

/** The fields of `after` that are not as they were; null takes away what is there no more. */
function differences(before: Order, after: Partial<Order>): Partial<Order> {
  const was = new Map(Object.entries(before));
  const gone = [...was.keys()].filter((field) => !Object.hasOwn(after, field)).map((field) => [field, null]);
  const changed = Object.entries(after).filter(([field, value]) => !isEqual(value, was.get(field)));
  return Object.fromEntries([...changed, ...gone]);
}

const withoutTrace = ({ openVersion, lastEditedBy, updatedAt, ...order }: Order) => order;

/** What the audit log tells of an order: its state, without the bookkeeping. */
const told = (order: Order) => ({ id: order.id, revision: order.revision, ...stateOf(order) });
