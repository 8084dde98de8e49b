import { carryFormData } from '#schemas/changes/upgrade/carry.ts';
import { summarizeUpgrade, type UpgradeSummary } from '#schemas/changes/upgrade/upgrade.ts';
import type { FillResult } from '#schemas/forms/fill.ts';
import type { NormalizedValue } from '#schemas/forms/form.ts';
import type { JsonMap, Order } from '#schemas/generated/types.ts';
import { orderInScripts } from '#schemas/orders/order-in-scripts.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import { acceptedWaivers, openWaivers, remainingWaivers } from '#schemas/orders/waivers.ts';
import { fromNow } from '../../../platform/clock/clock.ts';
import { type ApiError, invalidRecord, invalidRequest } from '../../../platform/errors/catalogue.ts';
import { fillForm } from '../../forms/fill.ts';
import { stateBeforeApproval, stateBeforeChange } from '../history/versions.ts';
import { amountOf, assertReadonlyUnchanged, type OrderForm, optionAccess } from '../lines/order-problems.ts';
import type { AuthorisedWrite } from './order-write.ts';
import { type ResolvedOrder, resolveOrder } from './resolve-order.ts';

/** A write with the referenced records loaded. */
export interface ResolvedWrite extends AuthorisedWrite {
  resolved: ResolvedOrder;
}

/** A write with the resulting order, before validation. */
export interface FilledWrite extends ResolvedWrite {
  order: Order;
  /** Result of evaluating the form; undefined when no form data are written or checked. */
  filled?: FillResult;
  normalized: NormalizedValue[];
  /** Rejections that a bypass decision did not waive. */
  declined?: Order['waivers'];
}

/** Step 3 of a write: applies the transition and evaluates the form once on the data, normalizing values. */
export async function fillOrder(write: ResolvedWrite): Promise<FilledWrite> {
  const { current, isNew = false, transition, time, resolved } = write;
  const { form } = resolved;
  const earlier = await returnedState(write);
  if (earlier) return { ...write, order: earlier, normalized: [] };
  const next: Order = {
    ...resolved.order,
    ...transition?.sets?.(resolved.order, { now: time.toISOString(), reason: write.body.reason }),
    status: transition?.to ?? current.status,
    approval: transition ? approvalBy(write) : current.approval,
  };
  const decision = decisionOf(write);
  const before = decision ? { ...current, waivers: decision.waivers } : current;
  const { effects = [] } = transition ?? {};
  const inputData = await sentData(write);
  if (!inputData && !transition?.isValidated && !write.body.products) {
    const waived = remainingWaivers(before, next, effects);
    return {
      ...write,
      order: { ...next, ...waived },
      normalized: [],
      ...(decision && { declined: decision.declined }),
    };
  }
  const filled = await fillForm(
    form.form,
    {
      data: inputData ?? current.formData,
      ...(isNew
        ? { as: write.leftOut ? 'copied' : 'new' }
        : inputData
          ? { as: 'sent', before: current.formData, pad: current.status === 'DRAFT' }
          : { as: 'stored' }),
      isSubmitted: effects.includes('omitHidden'),
    },
    contextFor(write, form),
    optionAccess(write.viewer, current),
  );
  // Read-only values may differ when they come from another form version or from a copy rather than from user input.
  const isTyped = isNew ? !write.leftOut : write.body.formData && next.formVersion === current.formVersion;
  if (isTyped) assertReadonlyUnchanged(filled);
  const formData = filled.submitted ?? (inputData ? filled.data : current.formData);
  const amount = await amountOf(filled.amount, next.products);
  const order = { ...next, formData, amount, ...remainingWaivers(before, { formData }, effects) };
  return {
    ...write,
    order,
    filled,
    normalized: inputData ? filled.normalized : [],
    ...(decision && { declined: decision.declined }),
  };
}

/** The approval record of a transition that can be undone: who made it and until when it can be undone. */
function approvalBy({ viewer, current, transition }: ResolvedWrite): Order['approval'] {
  if (!transition?.effects.includes('delayMessages')) return null;
  return {
    user: viewer.user.id,
    orderRevision: current.revision + 1,
    undoableUntil: fromNow(undoTime).toISOString(),
    waitingSince: current.waitingSince,
  };
}

/** Time window for undoing an approval (design 6); milliseconds. */
const undoTime = 30_000;

/** The earlier state that a transition restores: before a change, or before an approval. */
async function returnedState({ current, body, transition, time, log }: ResolvedWrite): Promise<Order | null> {
  if (transition?.effects.includes('undoApproval')) return await stateBeforeApproval(current, log);
  if (!transition?.effects.includes('undoChange')) return null;
  const booked = await stateBeforeChange(current, log);
  if (!booked) return null;
  const set = transition.sets?.(booked, { now: time.toISOString(), reason: body.reason });
  const { assignedTo, neededBy } = current;
  return { ...booked, ...set, assignedTo, neededBy, status: 'COMPLETE' };
}

/**
 * Which requested rejections a bypass decision waives and which it declines; undefined for any other write. Throws
 * REQUEST_SCHEMA_INVALID.
 */
function decisionOf({
  current,
  action,
}: ResolvedWrite): { waivers: Order['waivers']; declined: Order['waivers'] } | undefined {
  if (action?.kind !== 'VALIDATION_BYPASS_APPROVED') return undefined;
  const open = openWaivers(current);
  const accepted = acceptedWaivers(open, action.rejections);
  if (!accepted)
    throw invalidRequest('body', [{ path: '/rejections', message: 'Must be one of the requested rejections' }]);
  const granted = current.waivers.filter(({ isGranted }) => isGranted);
  return {
    waivers: [...granted, ...accepted.map((waiver) => ({ ...waiver, isGranted: true }))],
    declined: open.filter((waiver) => !accepted.includes(waiver)),
  };
}

/**
 * The form data to write: as sent, or migrated to another form or form version. Throws DATABASE_VALIDATION_ERROR when
 * the migration drops other values than the user agreed to.
 */
async function sentData(write: ResolvedWrite): Promise<Order['formData'] | undefined> {
  const { current, body, isNew, resolved, agreedDrops = [] } = write;
  const { order, form } = resolved;
  const isSame = order.form === current.form && order.formVersion === current.formVersion;
  if (isNew) return body.formData ?? {};
  if (body.formData || isSame) return body.formData;
  const before = await resolveOrder({ ...write, body: {}, filledOn: current.formVersion });
  const { filled, upgrade } = await migrateFormData(form, before.form, current.formData);
  const agreed = new Set(agreedDrops);
  const others = upgrade.dropped.filter(({ path }) => !agreed.delete(`/formData${path}`));
  if (others.length > 0) throw droppedValuesError(others);
  if (agreed.size > 0)
    throw invalidRecord([...agreed].map((path) => ({ path, message: 'The upgrade would not drop this' })));
  return filled.data;
}

/** The script context during a write. A submission evaluates scripts at its own time and for the status it leads to. */
export function contextFor({ current, transition, time }: ResolvedWrite, { context }: OrderForm): OrderForm['context'] {
  const { to, isValidated }: Partial<Transition> = transition ?? {};
  return isValidated && to === 'PENDING' ? { ...context, ...orderInScripts(current, to), now: time } : context;
}

/** Form data migrated to another form or form version, with a report of what happens to each value. */
interface MigratedFormData {
  filled: FillResult;
  upgrade: UpgradeSummary;
}

/** Migrates form data to another form, which fills in its own defaults as for a new order (design 7). */
export async function migrateFormData(to: OrderForm, from: OrderForm, before: JsonMap): Promise<MigratedFormData> {
  const carried = carryFormData(from.form, to.form, before);
  const filled = await fillForm(to.form, { data: carried.data, as: 'new' }, to.context);
  return { filled, upgrade: summarizeUpgrade(carried, { from: from.form, to: to.form, before, after: filled.data }) };
}

/**
 * The error for a migration that would drop values without the user's consent: path, label and text of each (design 6).
 */
function droppedValuesError(dropped: UpgradeSummary['dropped']): ApiError {
  return invalidRecord(
    dropped.map(({ path, label, text }) => ({
      path: `/formData${path}`,
      message: `“${label}” is not in the form: ${text} would be dropped`,
    })),
  );
}
