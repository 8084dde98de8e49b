import type { Filled } from '#schemas/forms/fill.ts';
import type { Problem as DataProblem, FormContext, Normalized } from '#schemas/forms/form.ts';
import type { Order } from '#schemas/generated/types.ts';
import { lineAmount, orderAmount } from '#schemas/orders/line-amount.ts';
import { orderInScripts } from '#schemas/orders/order-in-scripts.ts';
import { withoutWaived } from '#schemas/orders/waivers.ts';
import { may, type Viewer, viewerNow } from '../access/viewer.ts';
import { now } from '../clock/clock.ts';
import { ApiError, type Problem } from '../errors/catalogue.ts';
import { fillForm } from '../forms/fill.ts';
import type { FormOfVersion } from '../forms/read-forms.ts';
import { newRowId } from '../forms/row-id.ts';
import { checkLineData, lineBudget } from '../products/line-schema.ts';
import { lineProducts } from './lines.ts';
import type { References } from './references.ts';

/** A form as it is checked, with what its scripts may read. */
export interface OrderForm {
  form: FormOfVersion;
  context: FormContext;
}

/** The version of its form that an order is filled on, and what its scripts read as $client, $user, $channel and $order. */
export function orderForm(
  order: Pick<
    Order,
    'form' | 'formVersion' | 'client' | 'user' | 'channelId' | 'status' | 'submissionDate' | 'changeDate'
  >,
  { read: form, client, user, channelId: channel }: References,
): OrderForm {
  if (!form) throw formGone(order);
  const submitted = order.changeDate ?? order.submissionDate;
  return {
    form,
    context: {
      // From submission on a valid order must not turn invalid while it waits (design 6).
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

/** The refusal of what can not be done without the form. */
export const formGone = (order: Pick<Order, 'form'>) =>
  new ApiError('RESOURCE_INOPERABLE', {
    reason: 'The form of this order is gone',
    details: { resourceType: 'Form', resourceId: order.form },
  });

/**
 * The order with what is answered beside it: what would refuse it now, what a save has changed of the data that came, and what
 * form or version of it is offered to a DRAFT.
 */
export function answered({ order, problems, normalized, normalizedLines = [], references }: Answered): Order {
  const inData = normalized?.map((each) => ({ ...each, path: `/formData${each.path}` }));
  return {
    ...order,
    ...(order.status === 'DRAFT' ? offered(order, references) : {}),
    ...(problems ? { problems } : {}),
    ...(inData ? { normalized: [...inData, ...normalizedLines] } : {}),
  };
}

/** What a draft could be put on: another form that its channel orders on now, a newer version of its own. */
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
  /** By paths into the form data. */
  normalized?: Normalized[] | undefined;
  /** By paths into the order. */
  normalizedLines?: Normalized[] | undefined;
  references: Pick<References, 'form' | 'channelId'>;
}

/** What refuses an order; of a change also what the COMPLETE order has by itself, which refuses nothing. */
export interface OrderProblem extends Problem {
  isExisting?: true;
}

/** Whether something could still refuse the order. */
export const isOpen = ({ status }: Pick<Order, 'status'>): boolean => status === 'DRAFT' || status === 'PENDING';

/** What of an order is checked. */
type Checked = Pick<Order, 'client' | 'formData' | 'products' | 'user'> & Partial<Pick<Order, 'waivers'>>;

/** All that would refuse the order now and is not waived (design 6), by JSON pointers into it; `known` is what refuses its data, where that is known. */
export async function problemsOf(
  order: Checked,
  { form, context }: OrderForm,
  viewer: Viewer,
  known?: DataProblem[],
): Promise<Problem[]> {
  const client = order.client ? [] : [{ path: '/client', value: null, message: 'Missing required field: Client' }];
  const refused = known ?? (await fillForm(form, { data: order.formData, as: 'stored' }, context)).problems;
  const fields = withoutWaived(refused.map(inOrder), order.waivers ?? []);
  return [...client, ...fields, ...(await lineProblems(order, viewer)).map(({ problem }) => problem)];
}

/** Lines are checked with the product access of the order's user (design 6), of one who is not there any more with the viewer's. */
export async function lineProblems(
  { products: lines, user }: Pick<Order, 'products' | 'user'>,
  viewer: Viewer,
): Promise<{ line: Order['products'][number]; problem: Problem }[]> {
  const isAsked = user !== viewer.user.id && lines.some(({ linkedTo }) => !linkedTo);
  const orderer = (isAsked && (await viewerNow(user))) || viewer;
  const products = await lineProducts(lines.map(({ product }) => product));
  const budget = lineBudget();
  return lines.flatMap((line, index) => {
    const product = products.get(line.product);
    const path = `/products/${index}`;
    if (!product || !(line.linkedTo || may(orderer, 'read', 'Product', product))) {
      const message = 'This product can not be ordered';
      return [{ line, problem: { path: `${path}/product`, value: line.product, message } }];
    }
    const found = checkLineData(product.lineSchema, line.data, budget);
    return found.map((each) => ({ line, problem: { ...each, path: `${path}/data${each.path}` } }));
  });
}

/** What of an order counts as money: what its form says, and its lines by their products (`amount` of the order). */
export async function amountOf(form: Filled['amount'], lines: Order['products']): Promise<Order['amount']> {
  const products = await lineProducts(lines.map(({ product }) => product));
  return orderAmount(
    form,
    lines.map(({ product, data }) => lineAmount(products.get(product)?.lineSchema, data)),
  );
}

/** 422 with every problem, in the words of spec 8; of a change with those beside them that refuse nothing. */
export function rejected(fields: Problem[], existingProblems: Problem[] = []): ApiError {
  const existing = existingProblems.length > 0 ? { existingProblems } : {};
  return new ApiError('GS_VALIDATION_REJECTED', { reason: fields[0]?.message, details: { fields, ...existing } });
}

/** Throws GS_VALIDATION_REJECTED when data were changed where only the form itself may set them (design 7). */
export function assertReadonlyKept({ locked }: Pick<Filled, 'locked'>): void {
  if (locked.length > 0) throw rejected(locked.map(inOrder));
}

/** A problem of the form's data by its path into the order. */
export const inOrder = (problem: DataProblem): Problem => ({ ...problem, path: `/formData${problem.path}` });
