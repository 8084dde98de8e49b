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
import type { Problem } from '../errors/catalogue.ts';
import { assertFilesReadable, heldBy } from '../files/order-files.ts';
import { fillForm } from '../forms/fill.ts';
import type { Keep } from '../resource/records/calls.ts';
import { assertRevision, stale } from '../resource/records/service.ts';
import { keepAttachments } from '../resource/rules/attachments.ts';
import { assertUnreferenced } from '../resource/rules/references.ts';
import { asStored, openSealed } from '../store/sealing.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { tellWebhooks } from '../webhooks/webhooks.ts';
import { carriedTo, wouldDrop } from './carry.ts';
import { amountOf, answered, assertReadonlyKept, isOpen, type OrderForm, orderForm, problemsOf } from './check.ts';
import { columnTextsOf } from './column-texts.ts';
import { restoredData } from './copy.ts';
import { mailsOf, postMails } from './order-mails.ts';
import { sealPasswords } from './passwords.ts';
import { type FilledOn, type Placed, placed } from './placed.ts';
import { type References, referencesOf } from './references.ts';
import { countedRefusal } from './refusal-counts.ts';
import {
  assertDeletable,
  assertMayChangeData,
  assertMayUpdate,
  assertNeeds,
  rightsOn,
  transitionOf,
} from './transitions.ts';
import {
  closeVersion,
  earlierState,
  editedBy,
  isGatheredBy,
  removeHistory,
  stateBeforeChange,
  told,
  writeVersion,
} from './versions.ts';

interface Save {
  body: Partial<Order>;
  /** The revision that the caller has seen. */
  revision: number | undefined;
  log: FastifyBaseLogger;
  /** The revision whose state the body brings back. */
  restored?: number;
  /** The version of the form that its data were filled on; else the one that the order is on. */
  filledOn?: number;
}

/** What a save says, and the transition that it makes. */
interface Change {
  body: Partial<Order>;
  transition: Transition | undefined;
}

/** What is stored of a save or an action, together with what it brings about. */
interface Stored extends Change, Pick<Placed, 'order' | 'form' | 'lineFiles'>, Pick<Save, 'restored'> {
  /** The version of its form that the order was put on. */
  upgraded?: number;
  mails?: Partial<OutboxMessage>[];
  keep?: Keep<Order> | undefined;
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

  /** The same on what is published of a form. */
  onPublished(form: string): Promise<Placed> {
    return this.#placed(form === this.order.form ? {} : { form }, 'published');
  }

  /** The order, as long as it is open with what would refuse it now (design 6). */
  async read(): Promise<Order> {
    const { order, viewer } = this;
    const references = await referencesOf(order);
    return answered({ order, problems: await problemsNow(order, viewer, references), references });
  }

  /**
   * Changes the order: first its data under the rights of its status, then its status, all or nothing (design 6).
   * Throws REQUEST_DENIED for what its state does not allow, RESOURCE_CONFLICT for a stale revision,
   * GS_VALIDATION_REJECTED with every problem when it is submitted, approved or changed with some.
   */
  async save({ body, revision, log, filledOn, ...back }: Save): Promise<Order> {
    const { viewer, order: current, rights } = this;
    const to = body.status ?? current.status;
    assertMayUpdate(viewer, current, { rights, to });
    assertRevision('Order', current, revision);
    assertMayChangeData(current, { body, rights, to });
    const transition = to === current.status ? undefined : transitionOf(current, to, rights);
    if (transition) assertNeeds(transition, current, body);
    const placed = await this.#placed(body, filledOn);
    const { order: wanted, normalized = [], problems } = await this.#wanted(placed, { body, transition, log });
    const { mails, noted } = await mailsOf(wanted, { transition, references: placed.references, viewer, body });
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
    return answered({ order: saved, normalized, normalizedLines, problems: known, references: placed.references });
  }

  /** Brings an earlier revision's client, form, data and lines back, by a save as any other; what the form asks for again is cleared (design 6, Copies). */
  async restore({ number, ...save }: Omit<Save, 'body' | 'restored'> & { number: number }): Promise<Order> {
    const state = await earlierState(this.order, number, save.log);
    const { client, form, formVersion, products } = state;
    const { formData, leftOut } = await restoredData({ ...state, formData: openSealed(state.formData) });
    const body = { client, formData, products, ...(form === this.order.form ? {} : { form }) };
    return { ...(await this.save({ ...save, body, restored: number, filledOn: formVersion })), leftOut };
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
    const sent = await this.#onOtherForm(placed, body);
    const isSent = sent !== undefined;
    if (!isSent && !transition?.isChecked && !body.products)
      return { order: { ...wanted, ...keptWaivers(current, current, transition?.effects) } };
    const filled = await fillForm(
      form.form,
      {
        data: sent ?? current.formData,
        ...(isSent ? { as: 'sent', before: current.formData, pad: current.status === 'DRAFT' } : { as: 'stored' }),
        isSubmitted: transition?.effects.includes('omitHidden') ?? false,
      },
      contextFor(current, form, transition, time),
    );
    // What another version of the form has of its own nobody has typed.
    if (body.formData && wanted.formVersion === current.formVersion) assertReadonlyKept(filled);
    const formData = filled.submitted ?? (isSent ? filled.data : current.formData);
    const amount = await amountOf(filled.amount, wanted.products);
    const order = { ...wanted, formData, amount, ...keptWaivers(current, { formData }, transition?.effects) };
    const { normalized } = filled;
    // In another status its scripts may say something else.
    if (transition && !transition.isChecked) return { order, normalized };
    const problems = isOpen(order) || transition ? await problemsOf(order, form, viewer, filled.problems) : undefined;
    if (transition && problems && problems.length > 0) throw countedRefusal({ order, form: form.form, problems, log });
    const isKnown = !transition || !form.form.asks.has('order');
    return { order, normalized, ...(isKnown && isOpen(order) ? { problems } : {}) };
  }

  /** The data as they come to another form that the body names without any; what that drops is to be agreed to first. */
  async #onOtherForm({ order, form }: Placed, { formData }: Partial<Order>): Promise<Order['formData'] | undefined> {
    const { order: current } = this;
    if (formData || order.form === current.form) return formData;
    const before = await this.placed();
    const { filled, upgrade } = await carriedTo(form, before.form, current.formData);
    if (upgrade.dropped.length > 0) throw wouldDrop(upgrade.dropped);
    return filled.data;
  }

  #placed(body: Partial<Order>, filledOn?: FilledOn): Promise<Placed> {
    const { viewer, order: current, rights } = this;
    return placed({ viewer, current, rights, body, filledOn });
  }

  /** Order, version, files, mails and what the audit log tells in one transaction; nothing is written where nothing has changed. */
  async store({ order, form, lineFiles, body, transition, mails = [], keep, ...extra }: Stored): Promise<Order> {
    const { viewer, order: current } = this;
    if (isEqual(withoutTrace(order), withoutTrace(current))) return (await this.#closeAutosave(body)) ?? current;
    // Versions lead from one stored state to another: what they hold of passwords is sealed.
    const stored = { ...current, formData: asStored(current.formData) };
    const named = await referencesOf(order, { viewer, also: ['client', 'user'] });
    const sealed = {
      ...order,
      ...columnTextsOf(named.form, order.formData),
      ...waitingOf(order, current, now().toISOString()),
      formData: sealPasswords(form.form, order.formData, current.formData),
    };
    return await transaction(async () => {
      await assertFilesReadable({ viewer, order: { formData: order.formData, lineFiles }, before: current });
      const action = transition?.action;
      const trail = await writeVersion({ viewer, current: stored, order: sealed, body, action, ...extra });
      const files = heldBy(current, { formData: order.formData, lineFiles });
      const changes = differences(stored, { ...sealed, files, ...trail, ...editedBy(viewer) });
      const foreseen = { record: sealed, named };
      const written = await store('Order').update({ _id: order.id, revision: current.revision }, changes, foreseen);
      if (!written) throw stale('Order', order.id);
      await keepAttachments('Order', current, written);
      await postMails(mails, written, viewer);
      await tellWebhooks(written, transition);
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
    if (body.autosave || !order.openVersion || !isGatheredBy(viewer, order.openVersion)) return null;
    const { version } = order.openVersion;
    return await transaction(async () => {
      await closeVersion({ order: order.id, id: version }, body);
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

const withoutTrace = ({ openVersion, lastEditedBy, lastActor, updatedAt, ...order }: Order) => order;
