import type { Problem as DataProblem, Normalized } from '#schemas/forms/form.ts';
import type { Channel, Client, Order } from '#schemas/generated/types.ts';
import { allowedFilter, assertMay, hasRole, may, type Viewer } from '../access/viewer.ts';
import { ApiError, invalidRequest, notFound, type Problem, unfit } from '../errors/catalogue.ts';
import { heldBy, takeFiles } from '../files/held-files.ts';
import { fillForm } from '../forms/fill.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import type { OrderBody } from './body.ts';
import { assertReadonlyKept, type OrderForm, orderForm, problemsOf } from './check.ts';
import { completeLines } from './lines.ts';
import { assertPartiesReadable, partiesOf } from './parties.ts';
import type { Passwords } from './passwords.ts';
import { assertClientFits, assertUserFits } from './place.ts';
import { newRefCode } from './ref-code.ts';

/** An order as it was just saved, with what normalisation changed in it. */
export interface Saved {
  order: Order;
  form: OrderForm;
  normalized: Normalized[];
  /** What refuses the form data, where that is known. */
  refused?: DataProblem[] | undefined;
}

/** A new order with what would refuse it now. */
export interface Made extends Saved {
  problems: Problem[];
}

interface Create {
  viewer: Viewer;
  body: OrderBody;
  passwords: Passwords;
  /** Runs in the transaction that stores the order, and is told it with its problems. */
  keep: (made: Made) => Promise<void>;
}

/**
 * Makes a DRAFT (spec 4, design 6): on the channel's form, with the form's initial values where none are given. Its passwords
 * are answered as they are stored: sealed. Throws REQUEST_SCHEMA_INVALID without form or channel,
 * DATABASE_VALIDATION_ERROR for references that do not fit.
 */
export async function createOrder({ viewer, body, passwords, keep }: Create): Promise<Made> {
  const { channelId, form: formId } = body;
  if (!channelId || !formId) {
    throw invalidRequest('body', [
      ...(formId ? [] : [{ path: '/form', message: 'Form must be provided' }]),
      ...(channelId ? [] : [{ path: '/channelId', message: 'Channel must be provided' }]),
    ]);
  }
  if (body.status && body.status !== 'DRAFT') {
    throw new ApiError('REQUEST_DENIED', {
      reason: `A new order starts as DRAFT, not as ${body.status}`,
      details: { from: null, to: body.status },
    });
  }
  allowedFilter(viewer, 'create', 'Order');
  const user = body.user ?? viewer.user.id;
  const named = { channelId, form: formId, client: body.client ?? null, user };
  const parties = await partiesOf(named, { viewer, also: ['client', 'user'] });
  assertPartiesReadable(viewer, named, parties);
  const channel = parties.channelId;
  if (!channel) throw notFound('Channel', channelId);
  assertFormFits(viewer, channel, formId);
  if (parties.client) assertClientFits(viewer, parties.client, channel);
  const draft = {
    ...named,
    formVersion: parties.form?.version ?? 1,
    status: 'DRAFT' as const,
    submissionDate: null,
    changeDate: null,
  };
  const treeScope = await placeOf({ client: parties.client, user, channel });
  if (user !== viewer.user.id && !may(viewer, 'moderate', 'Order', { ...draft, treeScope })) {
    throw unfit([{ path: '/user', value: user, message: 'Only a moderator orders for somebody else' }]);
  }
  if (parties.user && user !== viewer.user.id) await assertUserFits(parties.user, treeScope);
  assertMay(viewer, 'create', 'Order', { ...draft, treeScope });
  const form = await orderForm(draft, parties);
  const filled = await fillForm(form.form, { data: body.formData ?? {}, as: 'new' }, form.context);
  assertReadonlyKept(filled);
  const { data: formData, normalized, problems: refused } = filled;
  const products = await completeLines({ viewer, before: [], wanted: body.products ?? [] });
  const content = { ...draft, treeScope, products, formData, files: heldBy({ formData }) };
  const problems = await problemsOf(content, form, viewer, refused);
  return await withFreeRefCode((refCode) =>
    transaction(async () => {
      await takeFiles({ viewer, order: content });
      const sealed = passwords.seal(form.form, formData);
      const order = await store('Order').insert({
        ...content,
        formData: sealed,
        refCode,
        lastEditedBy: viewer.user.id,
      });
      const made = { order, form, normalized, problems };
      await keep(made);
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

/** An order is filled on its channel's form; ADMIN and DEVELOPER may take any (design 6). */
export function assertFormFits(viewer: Viewer, channel: Channel, form: string): void {
  if (form === channel.orderFormId || hasRole(viewer, 'ADMIN', 'DEVELOPER')) return;
  throw unfit([{ path: '/form', value: form, message: 'This is not the form of the channel' }]);
}

/** Where an order hangs (design 4): its client's place, else its user's in the channel's line, else its channel's. */
export async function scopeOf({
  client,
  user,
  channel,
}: {
  client: string | null;
  user: string;
  channel: Channel;
}): Promise<string[]> {
  return placeOf({ client: client ? await store('Client').findOne({ _id: client }) : null, user, channel });
}

/** The same when the client is read already. */
export async function placeOf({
  client,
  user,
  channel,
}: {
  client: Client | null;
  user: string;
  channel: Channel;
}): Promise<string[]> {
  if (client && client.treeScope.length > 0) return client.treeScope;
  const members = await store('EntityMember').find({ filter: { user } });
  const entities = await store('Entity').find({ filter: { _id: { $in: members.map(({ entity }) => entity) } } });
  const inLine = entities.find(
    ({ id, treeScope }) => channel.treeScope.includes(id) || treeScope.includes(channel.entityId),
  );
  return inLine?.treeScope ?? channel.treeScope;
}
