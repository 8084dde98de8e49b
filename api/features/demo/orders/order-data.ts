import { formAmount } from '#schemas/forms/amount.ts';
import { calculate, initialValues } from '#schemas/forms/fill.ts';
import { createFilling } from '#schemas/forms/filling/filling.ts';
import type { FormContext, Form as ReadForm } from '#schemas/forms/form.ts';
import { normalise } from '#schemas/forms/normal-value.ts';
import { withoutHidden } from '#schemas/forms/without-hidden.ts';
import type { JsonMap, Order } from '#schemas/generated/types.ts';
import { lineAmount, orderAmount } from '#schemas/orders/line-amount.ts';
import { rowId } from '../agency/seeded.ts';
import type { LifeCycleContext } from './life-cycle-steps.ts';

type FormSetting = Pick<LifeCycleContext, 'channel' | 'buyer' | 'input'>;

const initialData = new WeakMap<ReadForm, JsonMap>();

/**
 * Returns the initial formData of a new order. Cached per form, because no initial value of the demo forms depends on
 * user, client or time; rows get their own ids.
 */
export function startData(setting: FormSetting, at: Date): JsonMap {
  const { form } = setting.channel;
  const context = contextOf(setting, { now: at, status: 'DRAFT', submissionDate: null });
  // Do not use the random generator here, or the first order would differ from a cached one.
  const cached = initialData.get(form) ?? initialValues(form, { ...context, idOf: () => '' });
  initialData.set(form, cached);
  const withIds = (value: unknown) =>
    Array.isArray(value) ? value.map((row: JsonMap) => ({ ...row, _id: context.idOf() })) : structuredClone(value);
  return Object.fromEntries(Object.entries(cached).map(([key, value]) => [key, withIds(value)]));
}

interface Answered {
  order: Order;
  given: JsonMap;
  at: Date;
}

/** Returns the data after saving answers, normalized and calculated as the application does. */
export function savedData(setting: FormSetting, save: Answered): JsonMap {
  return calculate(
    setting.channel.form,
    normalData(setting, save),
    contextOf(setting, { now: save.at, ...save.order }),
  );
}

/** Like `savedData`, for answers that no calculated field reads. */
export function normalData(setting: FormSetting, { order, given, at }: Answered): JsonMap {
  const context = contextOf(setting, { now: at, ...order });
  const pad = order.status === 'DRAFT';
  return normalise(setting.channel.form, { ...order.formData, ...given }, { ...context, pad }).data;
}

/** Returns the data as submitted for approval, without hidden fields. */
export function sentData(setting: FormSetting, order: Order, at: Date): JsonMap {
  return withoutHidden(setting.channel.form, order.formData, contextOf(setting, { now: at, ...order }));
}

/** Returns the total amount of an order's form and lines, as the application stores it. */
export function demoAmount(
  { market, ...setting }: FormSetting & Pick<LifeCycleContext, 'market'>,
  order: Order,
  at: Date,
) {
  const context = contextOf(setting, { now: at, ...order });
  const filling = createFilling(setting.channel.form, order.formData, context, { calculation: 'none' });
  return orderAmount(
    formAmount(filling),
    order.products.map(({ product, data }) => lineAmount(market.products.get(product)?.lineSchema, data)),
  );
}

function contextOf(
  { channel: { channel }, buyer: { user }, input: { client, random } }: FormSetting,
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
