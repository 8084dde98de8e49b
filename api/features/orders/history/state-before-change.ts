import type { FastifyBaseLogger } from 'fastify';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Order, OrderVersion } from '#schemas/generated/types.ts';
import { isPendingChange } from '#schemas/orders/is-pending-change.ts';
import type { Viewer } from '../../../engine/access/viewer.ts';
import { storeOf } from '../../../engine/store/store.ts';
import { ApiError, type Problem } from '../../../platform/errors/catalogue.ts';
import { fillForm } from '../../forms/fill.ts';
import { lineProblems, type OrderForm, type OrderProblem, orderForm, withOrderPath } from '../lines/order-problems.ts';
import { loadReferences } from '../lines/references.ts';
import { newestFirst, reconstructState } from './versions.ts';

/** The COMPLETE order as it was before the pending change (design 6). Null when no change is pending. */
export async function stateBeforeChange(order: Order, log?: FastifyBaseLogger): Promise<Order | null> {
  const opening = isPendingChange(order) ? await openingOf(order) : undefined;
  return opening ? await reconstructState(order, opening.orderRevision - 1, log) : null;
}

/**
 * The version that started the change. Undoing an approval also leads from COMPLETE to PENDING, but starts no change.
 */
async function openingOf({ id }: Order): Promise<OrderVersion | undefined> {
  const moves = {
    order: id,
    'extra.from': 'COMPLETE',
    'extra.to': 'PENDING',
    'extra.action': { $ne: 'undoApproval' },
  };
  const [opening] = await storeOf('OrderVersion').find({ filter: moves, sort: newestFirst, limit: 1 });
  return opening;
}

/** The order as it was before its approval. Throws REQUEST_DENIED when there is no approval. */
export async function stateBeforeApproval(order: Order, log?: FastifyBaseLogger): Promise<Order> {
  if (!order.approval) throw new ApiError('REQUEST_DENIED', { reason: 'There is no approval to undo' });
  return { ...(await reconstructState(order, order.approval.orderRevision - 1, log)), approval: null };
}

interface Change {
  order: Order;
  /** The COMPLETE order being changed. */
  booked: Order;
  form: OrderForm;
  viewer: Viewer;
}

/**
 * Marks the problems of a change that the booked order already has: the same rule rejects the same place, and nothing
 * the rule reads was changed (design 6, 'Changes of a COMPLETE order'). Marked problems do not block the change.
 */
export async function markExistingProblems(problems: OrderProblem[], change: Change): Promise<OrderProblem[]> {
  if (problems.length === 0) return problems;
  const existing = new Set([...(await existingInForm(change)), ...(await existingInLines(change))].map(keyOf));
  return problems.map((problem) => (existing.has(keyOf(problem)) ? { ...problem, isExisting: true } : problem));
}

const keyOf = ({ path, message }: Problem) => `${path} ${message}`;

async function existingInForm({ order, booked, form }: Change): Promise<Problem[]> {
  const { client, user, channel } = orderForm(booked, await loadReferences(booked)).context;
  const input = {
    data: order.formData,
    as: 'stored',
    booked: { data: booked.formData, client, user, channel },
  } as const;
  const { problems, existing = [] } = await fillForm(form.form, input, form.context);
  return problems.filter((_, index) => existing.includes(index)).map(withOrderPath);
}

/**
 * A line's problems depend on its product, its data and the order's user, so they existed before when none of these
 * changed.
 */
async function existingInLines({ order, booked, viewer }: Change): Promise<Problem[]> {
  const before = new Map(booked.products.map((line) => [line.id, line]));
  const unchanged = new Set(
    order.user === booked.user ? order.products.filter((line) => isEqual(before.get(line.id), line)) : [],
  );
  const found = await lineProblems(order, viewer);
  return found.filter(({ line }) => unchanged.has(line)).map(({ problem }) => problem);
}
