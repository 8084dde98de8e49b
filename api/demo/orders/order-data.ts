import { formAmount } from '#schemas/forms/amount.ts';
import { calculate } from '#schemas/forms/calculate.ts';
import { createFilling } from '#schemas/forms/filling/filling.ts';
import type { FormContext, Form as ReadForm } from '#schemas/forms/form.ts';
import { initialValues } from '#schemas/forms/initial-values.ts';
import { normalise } from '#schemas/forms/normalise.ts';
import { withoutHidden } from '#schemas/forms/without-hidden.ts';
import type { JsonMap, Order } from '#schemas/generated/types.ts';
import { lineAmount, orderAmount } from '#schemas/orders/line-amount.ts';
import { rowId } from '../agency/seeded.ts';
import type { Moving } from './moves.ts';

type Standing = Pick<Moving, 'stall' | 'buyer' | 'asked'>;

const started = new WeakMap<ReadForm, JsonMap>();

/**
 * The form's data of an order that was just started: worked out once for each form, since no initial value of the demo's
 * forms reads who orders, for whom or when. Rows have ids of their own.
 */
export function startData(standing: Standing, at: Date): JsonMap {
  const { form } = standing.stall;
  const context = contextOf(standing, { now: at, status: 'DRAFT', submissionDate: null });
  // Chance is not touched here, or the first order would not be the same each time.
  const kept = started.get(form) ?? initialValues(form, { ...context, idOf: () => '' });
  started.set(form, kept);
  const withIds = (value: unknown) =>
    Array.isArray(value) ? value.map((row: JsonMap) => ({ ...row, _id: context.idOf() })) : structuredClone(value);
  return Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, withIds(value)]));
}

interface Given {
  order: Order;
  given: JsonMap;
  at: Date;
}

/** The data with what a person gave, as a save of the product keeps them: normal, and calculated. */
export function savedData(standing: Standing, save: Given): JsonMap {
  return calculate(
    standing.stall.form,
    normalData(standing, save),
    contextOf(standing, { now: save.at, ...save.order }),
  );
}

/** The same for answers that nothing calculated reads. */
export function normalData(standing: Standing, { order, given, at }: Given): JsonMap {
  const context = contextOf(standing, { now: at, ...order });
  const pad = order.status === 'DRAFT';
  return normalise(standing.stall.form, { ...order.formData, ...given }, { ...context, pad }).data;
}

/** The data as they are sent for approval. */
export function sentData(standing: Standing, order: Order, at: Date): JsonMap {
  return withoutHidden(standing.stall.form, order.formData, contextOf(standing, { now: at, ...order }));
}

/** What form and lines of an order count up to, as a save of the product keeps it. */
export function amountOf({ market, ...standing }: Standing & Pick<Moving, 'market'>, order: Order, at: Date) {
  const context = contextOf(standing, { now: at, ...order });
  const filling = createFilling(standing.stall.form, order.formData, context, { calculation: 'none' });
  return orderAmount(
    formAmount(filling),
    order.products.map(({ product, data }) => lineAmount(market.products.get(product)?.lineSchema, data)),
  );
}

function contextOf(
  { stall: { channel }, buyer: { user }, asked: { client, random } }: Standing,
  { now, status, submissionDate }: { now: Date } & Pick<Order, 'status' | 'submissionDate'>,
): FormContext {
  return {
    now,
    zone: 'utc',
    client,
    user: { id: user.id, name: user.name, email: user.email },
    channel: { id: channel.id, name: channel.name, slug: channel.slug },
    order: { status, submissionDate },
    idOf: () => rowId(random),
  };
}
