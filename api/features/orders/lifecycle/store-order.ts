import { randomBytes } from 'node:crypto';
import type { Form } from '#schemas/forms/form.ts';
import { isEqual } from '#schemas/forms/is-equal.ts';
import { mapPasswords } from '#schemas/forms/passwords.ts';
import type { JsonMap, Order, OutboxMessage } from '#schemas/generated/types.ts';
import { queueProperties } from '#schemas/orders/approval-queue.ts';
import { rowsOnPath } from '#schemas/orders/field-notes.ts';
import type { Viewer } from '../../../engine/access/viewer.ts';
import { recordAuditChange } from '../../../engine/audit/record-change.ts';
import { dequeueJob } from '../../../engine/jobs/queue.ts';
import { enqueueMail } from '../../../engine/mail/outbox.ts';
import { newPart, staleRevisionError } from '../../../engine/resource/records/records.ts';
import { updateAttachmentReferences } from '../../../engine/resource/rules/attachments.ts';
import { sealedForm, sealPreserving } from '../../../engine/store/sealing.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { transaction } from '../../../engine/store/transaction.ts';
import { ApiError } from '../../../platform/errors/catalogue.ts';
import { queueWebhooks } from '../../webhooks/webhooks.ts';
import type { ValidatedWrite } from '../editing/validate-order.ts';
import { auditState, closeVersion, editorFields, isMergeableBy, writeVersion } from '../history/versions.ts';
import { allFileIds, assertFilesReadable, lineProducts } from '../lines/lines.ts';
import { orderResponse } from '../lines/order-problems.ts';
import { loadReferences } from '../lines/references.ts';
import { searchableTexts } from '../list/columns-job.ts';
import { noticeMails } from '../mail/notices.ts';
import { onboardingMail } from '../mail/onboarding.ts';

/**
 * Step 5 of a write: stores order, version, files, mails, webhooks and audit entry in one transaction. Writes nothing
 * when nothing has changed. Returns the order with its computed fields. Throws RESOURCE_CONFLICT when a concurrent
 * write came first (optimistic locking), DATABASE_VALIDATION_ERROR for files that the viewer may not read.
 */
export async function saveOrder(write: ValidatedWrite): Promise<Order> {
  if (write.isNew) return await insertOrder(write);
  const { current, body } = write;
  const orderWithAction = write.action
    ? { ...write.order, actions: [...current.actions, actionOf(write)] }
    : write.order;
  const { mails, noted } = await orderMails({ ...write, order: orderWithAction });
  const order = { ...orderWithAction, ...noted };
  if (Object.keys(differences(current, order)).every((field) => traceFields.has(field)))
    return answerOf(write, (await closeAutosave(write)) ?? current);
  const { viewer, resolved, transition, storeResponse } = write;
  const { form, lineFiles: lineFileReferences } = resolved;
  // Diff the stored states: versions contain passwords only in encrypted form.
  const stored = { ...current, formData: sealedForm(current.formData) };
  const named = await loadReferences(order, { viewer, also: ['client', 'user'], known: resolved.references });
  const next = {
    ...order,
    ...searchableTexts(named.form, order.formData),
    ...waitingAfter(write, order),
    formData: sealPasswords(form.form, order.formData, current.formData),
  };
  const lines = await namedLines(current, order);
  return await transaction(async () => {
    await assertFilesReadable({ viewer, order: { formData: order.formData, lineFileReferences }, before: current });
    const withdrawn = transition?.effects.includes('undoApproval') ? await cancelDelayedMessages(current) : {};
    const trail = await writeVersion({
      ...write,
      current: stored,
      order: next,
      body,
      action: transition?.action,
      lines,
    });
    const files = allFileIds(current, { formData: order.formData, lineFileReferences });
    const changes = differences(stored, { ...next, files, ...withdrawn, ...trail, ...editorFields(viewer) });
    const expected = { record: next, loadedReferences: named };
    const saved = await storeOf('Order').update({ _id: order.id, revision: current.revision }, changes, expected);
    if (!saved) throw staleRevisionError('Order', order.id);
    await updateAttachmentReferences('Order', current, saved);
    const notBefore = transition?.effects.includes('delayMessages') ? saved.approval?.undoableUntil : undefined;
    await enqueueOrderMails(mails, { order: saved, viewer, notBefore });
    await queueWebhooks(saved, transition, notBefore);
    if (transition?.effects.includes('audit')) {
      const [before, after] = [auditState(current), auditState(saved)];
      await recordAuditChange({ viewer, action: 'moderate', name: 'Order', before, after });
    }
    const answer = answerOf(write, saved);
    await storeResponse?.(answer);
    return answer;
  });
}

/** The properties that the store gives a new record. */
const storeGenerated = { id: undefined, revision: undefined, createdAt: undefined, updatedAt: undefined };

async function insertOrder(write: ValidatedWrite): Promise<Order> {
  const { viewer, resolved, leftOut, storeResponse } = write;
  const { form, references, lineFiles: lineFileReferences } = resolved;
  const { formData } = write.order;
  return await withFreeRefCode((refCode) =>
    transaction(async () => {
      await assertFilesReadable({ viewer, order: { formData, lineFileReferences } });
      const stored = {
        ...write.order,
        ...storeGenerated,
        formData: sealPasswords(form.form, formData),
        files: allFileIds({ formData, lineFileReferences }),
        ...searchableTexts(references.form, formData),
        refCode,
        ...editorFields(viewer),
      };
      const inserted = await storeOf('Order').insert(stored, references);
      await updateAttachmentReferences('Order', null, inserted);
      const answer = answerOf(write, inserted);
      const created = leftOut ? { ...answer, leftOut } : answer;
      await storeResponse?.(created);
      return created;
    }),
  );
}

/**
 * Retries with a new code when the unique index reports a collision, about one in 10^12, instead of checking
 * beforehand.
 */
async function withFreeRefCode<T>(work: (refCode: string) => Promise<T>): Promise<T> {
  try {
    return await work(newRefCode());
  } catch (error) {
    if (error instanceof ApiError && error.details?.resourceType === 'Order' && error.code === 'RESOURCE_CONFLICT')
      return withFreeRefCode(work);
    throw error;
  }
}

function answerOf({ problems, normalized, resolved, action }: ValidatedWrite, order: Order): Order {
  const { references, normalizedLines } = resolved;
  return orderResponse({ order, problems, references, ...(action ? {} : { normalized, normalizedLines }) });
}

/** The entry in the order's actions for an order action. */
function actionOf({ action, current, viewer, rejections, declined = [] }: ValidatedWrite): Order['actions'][number] {
  if (!action) throw new ApiError('APPLICATION_ERROR');
  const { kind, moderator = null, notes, reason, path, resolves } = action;
  const rejectionsOnly = (all: Pick<Order['waivers'][number], 'path' | 'message'>[]) =>
    all.map(({ path, message }) => ({ path, message }));
  return newPart({
    kind,
    orderRevision: current.revision + 1,
    user: viewer.user.id,
    userName: viewer.user.name,
    actor: viewer.really ? { id: viewer.really.id, name: viewer.really.name } : null,
    moderator,
    ...(notes ? { notes } : {}),
    ...(reason ? { reason } : {}),
    ...(path ? { path, rows: rowsOnPath(current, path) } : {}),
    ...(resolves ? { resolves } : {}),
    rejections: rejectionsOnly(rejections),
    declined: rejectionsOnly(declined),
  });
}

/** When the wait for a decision began. After an undo it is the time before the approval. */
function waitingAfter({ current, transition, time, problems = [] }: ValidatedWrite, order: Order) {
  const isUndone = transition?.effects.includes('undoApproval') && current.approval;
  const before = isUndone ? { status: 'PENDING' as const, waitingSince: isUndone.waitingSince ?? null } : current;
  return queueProperties(order, before, { now: time.toISOString(), problems });
}

/** The names of added and removed lines, for the history. */
async function namedLines(before: Order, after: Order): Promise<{ added: string[]; removed: string[] } | undefined> {
  const without = (lines: Order['products'], others: Order['products']) =>
    lines.filter(({ id }) => !others.some((other) => other.id === id));
  const [added, removed] = [without(after.products, before.products), without(before.products, after.products)];
  if (added.length + removed.length === 0) return undefined;
  const products = await lineProducts([...added, ...removed].map(({ product }) => product));
  const namesOf = (lines: Order['products']) =>
    lines.map(({ product, key }) => products.get(product)?.name ?? key ?? 'A product');
  return { added: namesOf(added), removed: namesOf(removed) };
}

/**
 * A manual save of what the user's own autosave has already stored: the autosave version becomes a manual one, and
 * further autosaves start another (design 6). Null when there is no such version.
 */
async function closeAutosave({ viewer, current: order, body }: ValidatedWrite): Promise<Order | null> {
  if (body.autosave || !order.openVersion || !isMergeableBy(viewer, order.openVersion)) return null;
  const { version } = order.openVersion;
  return await transaction(async () => {
    await closeVersion({ order: order.id, id: version });
    const saved = await storeOf('Order').update({ _id: order.id, revision: order.revision }, { openVersion: null });
    if (!saved) throw staleRevisionError('Order', order.id);
    return saved;
  });
}

/** The fields that differ from `before`; null for removed ones. */
function differences(before: Order, after: Partial<Order>): Partial<Order> {
  const isRemoved = ([field, value]: [string, unknown]) => value !== undefined && !Object.hasOwn(after, field);
  const removed = Object.entries(before).filter(isRemoved);
  const changed = Object.entries(after).filter(([field, value]) => !isEqual(value, Reflect.get(before, field)));
  return Object.fromEntries([...changed, ...removed.map(([field]) => [field, null])]);
}

/** Fields that say who saved an order and when, which are no change by themselves. */
const traceFields: ReadonlySet<string> = new Set<keyof Order>([
  'openVersion',
  'lastEditedBy',
  'lastActor',
  'updatedAt',
]);

/** Crockford's base32 alphabet: no I, L, O, U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns a random reference code of 8 characters (design 6). The unique index detects collisions. */
function newRefCode(): string {
  return Array.from(randomBytes(8), (byte) => alphabet[byte % 32]).join('');
}

/**
 * Encrypts all passwords in form data for storage (design 7). A password that `before`, the data as they were read,
 * already contains keeps its ciphertext, so that it does not count as a change.
 */
function sealPasswords(form: Form, data: JsonMap, before: JsonMap = {}): JsonMap {
  if (!form.widgets.some(({ type }) => type === 'password_input')) return data;
  return mapPasswords(form, data, sealPreserving(sealedForm(before)));
}

/**
 * Deletes the delayed mails and webhooks of an approval that is being undone, in the transaction of the undo. Returns
 * the order fields to reset. Throws REQUEST_DENIED when one of them was already sent or is being sent.
 */
async function cancelDelayedMessages({ id, approval }: Order): Promise<Partial<Pick<Order, 'onboardedAt'>>> {
  const ofApproval = { order: id, orderRevision: approval?.orderRevision };
  const mails = await storeOf('OutboxMessage').find({ filter: { ...ofApproval, resendOf: null } });
  const deliveries = await storeOf('WebhookDelivery').find({ filter: ofApproval });
  const isSent = [...mails, ...deliveries].some(({ status }) => status !== 'waiting' && status !== 'noRecipient');
  const subjects = [
    ...mails.map((mail) => `OutboxMessage/${mail.id}`),
    ...deliveries.map((delivery) => `WebhookDelivery/${delivery.id}`),
  ];
  const jobs = await storeOf('Job').find({ filter: { subject: { $in: subjects } } });
  // A job that a worker claims in the meantime gets another revision, so `takeBack` fails.
  const isTaken = isSent || jobs.some(({ status }) => status === 'running');
  for (const job of isTaken ? [] : jobs) if (!(await dequeueJob(job))) throw tooLate();
  if (isTaken) throw tooLate();
  await storeOf('OutboxMessage').deleteMany({ _id: { $in: mails.map((mail) => mail.id) } });
  await storeOf('WebhookDelivery').deleteMany({ _id: { $in: deliveries.map((delivery) => delivery.id) } });
  return mails.some(({ kind }) => kind === 'onboarding') ? { onboardedAt: null } : {};
}

const tooLate = () =>
  new ApiError('REQUEST_DENIED', {
    reason: 'The messages of this approval are already being sent, so it cannot be undone',
  });

/** The mails that a write enqueues (onboarding mail and notices), and what the order notes about them. */
async function orderMails(write: ValidatedWrite): Promise<{
  mails: Partial<OutboxMessage>[];
  noted: Partial<Pick<Order, 'onboardedAt'>>;
}> {
  const { order, transition, resolved } = write;
  const { mails, noted } = await onboardingMail(order, { transition, references: resolved.references });
  return { mails: [...mails, ...(await noticeMails(write))], noted };
}

interface PostOptions {
  order: Order;
  viewer: Viewer;
  /** Do not send before this ISO time, because the action can be undone until then. */
  notBefore?: string | null | undefined;
}

/** Enqueues the mails in the transaction that stores the order. */
async function enqueueOrderMails(
  mails: Partial<OutboxMessage>[],
  { order: { id, revision }, viewer, notBefore = null }: PostOptions,
): Promise<void> {
  for (const mail of mails)
    await enqueueMail({ ...mail, order: id, orderRevision: revision, by: viewer.user.id, notBefore });
}
