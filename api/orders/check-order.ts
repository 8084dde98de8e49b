import { misfits } from '#schemas/forms/misfits.ts';
import type { Order } from '#schemas/generated/types.ts';
import { stageOf } from '#schemas/orders/order-stage.ts';
import { asWaived, openWaivers, type Waiver } from '#schemas/orders/waivers.ts';
import { may, type Viewer, viewerNow } from '../access/viewer.ts';
import { ApiError, unfit } from '../errors/catalogue.ts';
import { markExisting, stateBeforeChange } from './booked-order.ts';
import { isOpen, type OrderForm, type OrderProblem, orderForm, problemsOf, rejected } from './check.ts';
import { contextFor, type FilledWrite } from './fill-order.ts';
import type { OrderWrite } from './order-write.ts';
import type { References } from './references.ts';
import { countedRefusal } from './refusal-counts.ts';

/** A write that nothing refuses any more. */
export interface CheckedWrite extends FilledWrite {
  /** What would refuse the order as it is then; none of a closed one. */
  problems: OrderProblem[] | undefined;
  /** What an order action is about. */
  rejections: Pick<Waiver, 'path' | 'message'>[];
}

/** Rejections of one request, as its schema has it. */
const mostWaivers = 200;

/**
 * Checks an order as a write leaves it. A transition that is checked is refused with every problem that it brings; a request for a
 * bypass asks to waive them. Throws GS_VALIDATION_REJECTED, and REQUEST_DENIED for a request that nothing is the matter with.
 */
export async function checkOrder(write: FilledWrite): Promise<CheckedWrite> {
  const { order, filled, transition, log, current } = write;
  const { form } = write.resolved;
  const rejections = rejectionsOf(write);
  if (!filled || (transition ? !transition.isChecked : !isOpen(order)))
    return { ...write, rejections, problems: await problemsAfter(write, order) };
  const problems = await problemsOfWrite(write);
  const introduced = problems.filter(({ isExisting }) => !isExisting);
  if (transition?.effects.includes('askWaivers')) return await askWaivers(write, introduced);
  if (transition && introduced.length > 0) {
    const existing = problems.filter(({ isExisting }) => isExisting);
    throw countedRefusal({ order: current, form: form.form, problems: introduced, existing, log });
  }
  // In another status its scripts may say something else.
  const isKnown = isOpen(order) && (!transition || !form.form.asks.has('order'));
  return { ...write, rejections, problems: isKnown ? problems : await problemsAfter(write, order) };
}

/** What refuses an order as a write leaves it. */
export async function problemsOfWrite(write: FilledWrite): Promise<OrderProblem[]> {
  const { order, filled, viewer, resolved } = write;
  const form = { ...resolved.form, context: contextFor(write, resolved.form) };
  return await marked(write, form, await problemsOf(order, form, viewer, filled?.problems));
}

/** What an action decides about: what it grants, or all that was asked for. */
function rejectionsOf({ action, current, order }: FilledWrite): Waiver[] {
  const open = openWaivers(current);
  if (action?.kind === 'VALIDATION_BYPASS_REJECTED') return open;
  if (action?.kind !== 'VALIDATION_BYPASS_APPROVED') return [];
  const isGranted = ({ path, message }: Waiver) =>
    order.waivers.some((each) => each.isGranted && each.path === path && each.message === message);
  return open.filter(isGranted);
}

/** A request names all that refuses the order; what no waiver covers refuses the request (design 6). */
async function askWaivers(write: FilledWrite, problems: OrderProblem[]): Promise<CheckedWrite> {
  const { order, action, viewer } = write;
  const { form } = write.resolved;
  if (problems.length === 0)
    throw new ApiError('REQUEST_DENIED', { reason: 'Nothing refuses this order: send it for approval' });
  if (problems.length > mostWaivers)
    throw new ApiError('REQUEST_DENIED', { reason: `At most ${mostWaivers} rejections are waived` });
  const unfitting = new Set(misfits(form.form, order.formData, form.context).map((path) => `/formData${path}`));
  const firm = problems.filter(({ path }) => !path.startsWith('/formData') || unfitting.has(path));
  if (firm.length > 0) throw rejected(firm);
  await assertModerator(action?.moderator ?? null, order, viewer);
  const rejections = problems.map(({ path, message }) => ({ path, message }));
  const granted = order.waivers.filter(({ isGranted }) => isGranted);
  const asked = { ...order, ...asWaived([...granted, ...rejections.map((each) => ({ ...each, isGranted: false }))]) };
  return { ...write, order: asked, rejections, problems: await problemsAfter(write, asked) };
}

/** Whom a request names decides about it: another one, who may moderate the order. */
async function assertModerator(id: string | null, order: Order, viewer: Viewer): Promise<void> {
  if (id === null) return;
  const moderator = id === viewer.user.id ? null : await viewerNow(id);
  if (moderator && may(moderator, 'moderate', 'Order', order)) return;
  throw unfit([{ path: '/moderator', value: id, message: 'Must be another person who moderates this order' }]);
}

/** What would refuse the order once it is written. */
async function problemsAfter(write: FilledWrite, order: Order): Promise<OrderProblem[] | undefined> {
  if (!isOpen(order)) return undefined;
  const form = orderForm(order, write.resolved.references);
  return await marked(write, form, await problemsOf(order, form, write.viewer));
}

/** The problems of a change, with those marked that the booked order has by itself. */
async function marked(write: FilledWrite, form: OrderForm, problems: OrderProblem[]): Promise<OrderProblem[]> {
  if (problems.length === 0) return problems;
  const { current, order, transition, viewer, log } = write;
  const isBegun = stageOf(current) === 'COMPLETE' && transition?.bringsData;
  const booked = isBegun ? current : await stateBeforeChange(current, log);
  return booked ? await markExisting(problems, { order, booked, form, viewer }) : problems;
}

/** What would refuse a stored order now. */
export async function problemsNow(
  order: Order,
  { viewer, log }: Pick<OrderWrite, 'viewer' | 'log'>,
  references: References,
): Promise<OrderProblem[] | undefined> {
  if (!isOpen(order)) return undefined;
  const form = orderForm(order, references);
  const problems = await problemsOf(order, form, viewer);
  const booked = problems.length > 0 ? await stateBeforeChange(order, log) : null;
  return booked ? await markExisting(problems, { order, booked, form, viewer }) : problems;
}
