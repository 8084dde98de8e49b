import type { FastifyBaseLogger } from 'fastify';
import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Order, OrderVersion } from '#schemas/generated/types.ts';
import { isChange } from '#schemas/orders/is-change.ts';
import type { Viewer } from '../access/viewer.ts';
import { ApiError, type Problem } from '../errors/catalogue.ts';
import { fillForm } from '../forms/fill.ts';
import { store } from '../store/store.ts';
import { inOrder, lineProblems, type OrderForm, type OrderProblem, orderForm } from './check.ts';
import { referencesOf } from './references.ts';
import { newestFirst, stateAt } from './versions.ts';

/** The COMPLETE order as it was before the change that waits (design 6); null where none waits. */
export async function stateBeforeChange(order: Order, log?: FastifyBaseLogger): Promise<Order | null> {
  const opening = isChange(order) ? await openingOf(order) : undefined;
  return opening ? await stateAt(order, opening.orderRevision - 1, log) : null;
}

/** The version that began the change. An approval that was undone leads from COMPLETE to PENDING as well, and began none. */
async function openingOf({ id }: Order): Promise<OrderVersion | undefined> {
  const moves = {
    order: id,
    'extra.from': 'COMPLETE',
    'extra.to': 'PENDING',
    'extra.action': { $ne: 'undoApproval' },
  };
  const [opening] = await store('OrderVersion').find({ filter: moves, sort: newestFirst, limit: 1 });
  return opening;
}

/** The order as it waited before it was approved. Throws REQUEST_DENIED where no approval is noted. */
export async function stateBeforeApproval(order: Order, log?: FastifyBaseLogger): Promise<Order> {
  if (!order.approval) throw new ApiError('REQUEST_DENIED', { reason: 'There is no approval to undo' });
  return { ...(await stateAt(order, order.approval.orderRevision - 1, log)), approval: null };
}

interface Change {
  order: Order;
  /** The COMPLETE order that it is a change of. */
  booked: Order;
  form: OrderForm;
  viewer: Viewer;
}

/**
 * The problems of a change, with those marked that the booked order has today by itself: the same rule refuses the same place, and
 * nothing that the rule reads was changed (design 6, 'Changes of a COMPLETE order'). They refuse nothing.
 */
export async function markExisting(problems: OrderProblem[], change: Change): Promise<OrderProblem[]> {
  if (problems.length === 0) return problems;
  const existing = new Set([...(await existingInForm(change)), ...(await existingInLines(change))].map(keyOf));
  return problems.map((problem) => (existing.has(keyOf(problem)) ? { ...problem, isExisting: true } : problem));
}

const keyOf = ({ path, message }: Problem) => `${path} ${message}`;

async function existingInForm({ order, booked, form }: Change): Promise<Problem[]> {
  const { client, user, channel } = orderForm(booked, await referencesOf(booked)).context;
  const asked = {
    data: order.formData,
    as: 'stored',
    booked: { data: booked.formData, client, user, channel },
  } as const;
  const { problems, existing = [] } = await fillForm(form.form, asked, form.context);
  return problems.filter((_, index) => existing.includes(index)).map(inOrder);
}

/** A line is refused by its product and its own data: both are the same where neither the line nor who orders it was changed. */
async function existingInLines({ order, booked, viewer }: Change): Promise<Problem[]> {
  const before = new Map(booked.products.map((line) => [line.id, line]));
  const unchanged = new Set(
    order.user === booked.user ? order.products.filter((line) => isEqual(before.get(line.id), line)) : [],
  );
  const found = await lineProblems(order, viewer);
  return found.filter(({ line }) => unchanged.has(line)).map(({ problem }) => problem);
}
