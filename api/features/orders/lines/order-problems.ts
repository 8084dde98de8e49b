import type { FillResult } from '#schemas/forms/fill.ts';
import type { Problem as DataProblem, FormContext, NormalizedValue } from '#schemas/forms/form.ts';
import type { Order } from '#schemas/generated/types.ts';
import { lineAmount, orderAmount } from '#schemas/orders/line-amount.ts';
import { orderInScripts } from '#schemas/orders/order-in-scripts.ts';
import { unwaivedProblems } from '#schemas/orders/waivers.ts';
import { may, ownerViewer, type Viewer } from '../../../engine/access/viewer.ts';
import { now } from '../../../platform/clock/clock.ts';
import { ApiError, type Problem } from '../../../platform/errors/catalogue.ts';
import { fillForm } from '../../forms/fill.ts';
import type { ParsedFormVersion } from '../../forms/read-forms.ts';
import { newRowId } from '../../forms/row-id.ts';
import type { OptionAccess } from '../../option-lists/load-options.ts';
import { newLineBudget, validateLineData } from '../../products/line-schema.ts';
import { lineProducts } from './lines.ts';
import type { References } from './references.ts';

/** A form version with the context that its scripts read. */
export interface OrderForm {
  form: ParsedFormVersion;
  context: FormContext;
}

/**
 * The form version that an order is filled on, with the script variables $client, $user, $channel and $order. Throws
 * when the form is gone.
 */
export function orderForm(
  order: Pick<
    Order,
    'form' | 'formVersion' | 'client' | 'user' | 'channelId' | 'status' | 'submissionDate' | 'changeDate'
  > &
    Partial<Pick<Order, 'lastOrder'>>,
  { read: form, client, user, channelId: channel }: References,
): OrderForm {
  if (!form) throw missingFormError(order);
  const submitted = order.changeDate ?? order.submissionDate;
  return {
    form,
    context: {
      // Use the submission time: a valid order must not become invalid while it waits (design 6).
      now: order.status !== 'DRAFT' && submitted ? new Date(submitted) : now(),
      zone: 'utc',
      client,
      user: user && { id: user.id, name: user.name, email: user.email },
      channel: channel && { id: channel.id, name: channel.name, slug: channel.slug },
      ...orderInScripts(order),
      idOf: newRowId,
    },
  };
}

/** The error when the order's form does not exist any more. */
export const missingFormError = (order: Pick<Order, 'form'>) =>
  new ApiError('RESOURCE_INOPERABLE', {
    reason: 'The form of this order no longer exists',
    details: { resourceType: 'Form', resourceId: order.form },
  });

/**
 * The order with computed fields for the response: its problems, values that the save normalized, and for a DRAFT the
 * form or form version it could be upgraded to.
 */
export function orderResponse({ order, problems, normalized, normalizedLines = [], references }: Answered): Order {
  const inData = normalized?.map((each) => ({ ...each, path: `/formData${each.path}` }));
  return {
    ...order,
    ...(order.status === 'DRAFT' ? offered(order, references) : {}),
    ...(problems ? { problems } : {}),
    ...(inData ? { normalized: [...inData, ...normalizedLines] } : {}),
  };
}

/**
 * Available upgrades of a draft: the current form of its channel if it differs, and a newer version of its own form.
 */
function offered({ form, formVersion }: Order, references: Answered['references']): Partial<Order> {
  const { orderFormId } = references.channelId ?? {};
  const published = references.form?.version ?? 0;
  return {
    ...(orderFormId && orderFormId !== form ? { channelForm: orderFormId } : {}),
    ...(published > formVersion ? { newerFormVersion: published } : {}),
  };
}

interface Answered {
  order: Order;
  problems: OrderProblem[] | undefined;
  /** Paths are relative to the form data. */
  normalized?: NormalizedValue[] | undefined;
  /** Paths are relative to the order. */
  normalizedLines?: NormalizedValue[] | undefined;
  references: Pick<References, 'form' | 'channelId'>;
}

/**
 * A problem that blocks an order. `isExisting` marks problems of a change that the COMPLETE order already has, which do
 * not block it.
 */
export interface OrderProblem extends Problem {
  isExisting?: true;
}

/** Whether the order is still validated. */
export const isOpen = ({ status }: Pick<Order, 'status'>): boolean => status === 'DRAFT' || status === 'PENDING';

/** The parts of an order that are validated. */
type Checked = Pick<Order, 'id' | 'client' | 'formData' | 'products' | 'status' | 'user'> &
  Partial<Pick<Order, 'waivers'>>;

/**
 * Validates an order: all problems that are not waived (design 6), with JSON pointers into the order. `known` contains
 * the problems of the form data if the caller already has them.
 */
export async function orderProblems(
  order: Checked,
  { form, context }: OrderForm,
  viewer: Viewer,
  known?: DataProblem[],
): Promise<Problem[]> {
  const client = order.client ? [] : [{ path: '/client', value: null, message: 'Missing required field: Client' }];
  const dataProblems = known ?? (await formDataProblems(order, { form, context }, viewer));
  const fields = unwaivedProblems(dataProblems.map(withOrderPath), order.waivers ?? []);
  return [...client, ...fields, ...(await lineProblems(order, viewer)).map(({ problem }) => problem)];
}

/** The problems of an order's form data, with paths within them. */
export async function formDataProblems(
  order: Pick<Order, 'status' | 'formData'>,
  { form, context }: OrderForm,
  viewer: Viewer,
): Promise<DataProblem[]> {
  const input = { data: order.formData, as: 'stored' as const };
  return (await fillForm(form, input, context, optionAccess(viewer, order))).problems;
}

/**
 * The answers of an order that stay valid although their option is inactive, or although the viewer cannot read the
 * record: those of a submitted order (design 7).
 */
export const optionAccess = (
  viewer: Viewer,
  { status, formData }: Pick<Order, 'status' | 'formData'>,
): OptionAccess => ({
  viewer,
  retained: status === 'DRAFT' ? {} : formData,
});

/**
 * Validates the lines with the product access of the order's user (design 6), or with the viewer's if that user is
 * gone.
 */
export async function lineProblems(
  { id, products: lines, user }: Pick<Order, 'id' | 'products' | 'user'>,
  viewer: Viewer,
): Promise<{ line: Order['products'][number]; problem: Problem }[]> {
  const needsUserAccess = user !== viewer.user.id && lines.some(({ linkedTo }) => !linkedTo);
  const orderer = (needsUserAccess && (await ownerViewer(viewer, user, id))) || viewer;
  const products = await lineProducts(lines.map(({ product }) => product));
  const budget = newLineBudget();
  return lines.flatMap((line, index) => {
    const product = products.get(line.product);
    const path = `/products/${index}`;
    if (!product || !(line.linkedTo || may(orderer, 'read', 'Product', product))) {
      const message = 'This product cannot be ordered';
      return [{ line, problem: { path: `${path}/product`, value: line.product, message } }];
    }
    const lineDataProblems = validateLineData(product.lineSchema, line.data, budget);
    return lineDataProblems.map((each) => ({ line, problem: { ...each, path: `${path}/data${each.path}` } }));
  });
}

/** The amount of an order: from its form and from its lines by their products. */
export async function amountOf(form: FillResult['amount'], lines: Order['products']): Promise<Order['amount']> {
  const products = await lineProducts(lines.map(({ product }) => product));
  return orderAmount(
    form,
    lines.map(({ product, data }) => lineAmount(products.get(product)?.lineSchema, data)),
  );
}

/**
 * The 422 error with every problem, in the words of spec 8; for a change it also lists existing problems, which do not
 * block it.
 */
export function validationError(fields: Problem[], existingProblems: Problem[] = []): ApiError {
  const existing = existingProblems.length > 0 ? { existingProblems } : {};
  return new ApiError('GS_VALIDATION_REJECTED', { reason: fields[0]?.message, details: { fields, ...existing } });
}

/** Throws GS_VALIDATION_REJECTED when a write changes read-only values that only the form itself may set (design 7). */
export function assertReadonlyUnchanged({ locked }: Pick<FillResult, 'locked'>): void {
  if (locked.length > 0) throw validationError(locked.map(withOrderPath));
}

/** A form data problem with its path relative to the order. */
export const withOrderPath = (problem: DataProblem): Problem => ({ ...problem, path: `/formData${problem.path}` });
