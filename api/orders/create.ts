import type { Order } from '#schemas/generated/types.ts';
import { allowedFilter, assertMay, may, type Viewer } from '../access/viewer.ts';
import { ApiError, notFound, unfit } from '../errors/catalogue.ts';
import { assertFilesReadable, heldBy } from '../files/order-files.ts';
import { fillForm } from '../forms/fill.ts';
import type { Keep } from '../resource/records/calls.ts';
import { keepAttachments } from '../resource/rules/attachments.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { amountOf, answered, assertReadonlyKept, orderForm, problemsOf } from './check.ts';
import { columnTextsOf } from './column-texts.ts';
import { completeLines } from './lines.ts';
import { sealPasswords } from './passwords.ts';
import { assertActive, assertClientFits, assertFormFits, assertUserFits, placeOf } from './place.ts';
import { newRefCode } from './ref-code.ts';
import { assertReferencesReadable, referencesOf } from './references.ts';
import { editedBy } from './versions.ts';

interface Create {
  viewer: Viewer;
  body: Partial<Order>;
  /** What of the original a copy was made without: its data are nobody's input. */
  leftOut?: Order['leftOut'];
  /** Runs in the transaction that stores the order, and is told what is answered. */
  keep: Keep<Order> | undefined;
}

/**
 * Makes a DRAFT (spec 4, design 6): on the channel's form, with the form's initial values where none are given. Throws
 * REQUEST_DENIED for another status, DATABASE_VALIDATION_ERROR for references that do not fit.
 */
export async function createOrder({ viewer, body, leftOut, keep }: Create): Promise<Order> {
  const { channelId, form: formId, user } = body;
  if (!channelId || !formId || !user) throw new ApiError('APPLICATION_ERROR');
  if (body.status && body.status !== 'DRAFT') {
    throw new ApiError('REQUEST_DENIED', {
      reason: `A new order starts as DRAFT, not as ${body.status}`,
      details: { from: null, to: body.status },
    });
  }
  allowedFilter(viewer, 'create', 'Order');
  const named = { channelId, form: formId, client: body.client ?? null, user };
  const references = await referencesOf(named, { viewer, also: ['client', 'user'] });
  assertReferencesReadable(viewer, named, references);
  const channel = references.channelId;
  if (!channel) throw notFound('Channel', channelId);
  assertFormFits(viewer, channel, formId);
  if (references.client) assertClientFits(viewer, references.client, channel);
  const draft = {
    ...named,
    formVersion: references.form?.version ?? 1,
    status: 'DRAFT' as const,
    submissionDate: null,
    changeDate: null,
  };
  const treeScope = await placeOf({ client: references.client, user, channel });
  if (user !== viewer.user.id && !may(viewer, 'moderate', 'Order', { ...draft, treeScope })) {
    throw unfit([{ path: '/user', value: user, message: 'Only a moderator orders for somebody else' }]);
  }
  if (references.user && user !== viewer.user.id) {
    assertActive(references.user);
    await assertUserFits(references.user, treeScope);
  }
  assertMay(viewer, 'create', 'Order', { ...draft, treeScope });
  const form = orderForm(draft, references);
  const filled = await fillForm(form.form, { data: body.formData ?? {}, as: leftOut ? 'copied' : 'new' }, form.context);
  if (!leftOut) assertReadonlyKept(filled);
  const { data: formData, normalized, problems: refused } = filled;
  const lines = await completeLines({ viewer, before: [], wanted: body.products ?? [] });
  const { products, lineFiles, normalized: normalizedLines } = lines;
  const amount = await amountOf(filled.amount, products);
  const content = { ...draft, treeScope, products, amount, formData, files: heldBy({ formData, lineFiles }) };
  const problems = await problemsOf(content, form, viewer, refused);
  return await withFreeRefCode((refCode) =>
    transaction(async () => {
      await assertFilesReadable({ viewer, order: { formData, lineFiles } });
      const sealed = sealPasswords(form.form, formData);
      const stored = {
        ...content,
        formData: sealed,
        ...columnTextsOf(references.form, formData),
        refCode,
        ...editedBy(viewer),
      };
      const order = await store('Order').insert(stored, references);
      await keepAttachments('Order', null, order);
      const told = answered({ order, problems, normalized, normalizedLines, references });
      const made = leftOut ? { ...told, leftOut } : told;
      await keep?.(made);
      return made;
    }),
  );
}

/** A code that is taken already, one in 10^12, is drawn again: the database says so, nobody asks before. */
async function withFreeRefCode<T>(work: (refCode: string) => Promise<T>): Promise<T> {
  try {
    return await work(newRefCode());
  } catch (error) {
    if (error instanceof ApiError && error.details?.resourceType === 'Order' && error.code === 'RESOURCE_CONFLICT')
      return withFreeRefCode(work);
    throw error;
  }
}
