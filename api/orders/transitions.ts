import { isEqual } from '#schemas/forms/is-equal.ts';
import type { Order, OrderAction } from '#schemas/generated/types.ts';
import { mayChangeData } from '#schemas/orders/may-change-data.ts';
import { type Answers, missingNeeds } from '#schemas/orders/needs.ts';
import { type OrderRights, permittedInWords } from '#schemas/orders/rights.ts';
import { isPermitted, type Status, type Transition, transitionsFrom } from '#schemas/orders/transitions.ts';
import { lastRequest } from '#schemas/orders/waivers.ts';
import { isOneself } from '../access/actor.ts';
import { allowedFilter, hasRole, may, type Viewer } from '../access/viewer.ts';
import { ApiError, invalidRequest, missingPermission } from '../errors/catalogue.ts';

/** What the viewer is to this order. */
export function rightsOn(order: Order, viewer: Viewer): OrderRights {
  return {
    canUpdate: may(viewer, 'update', 'Order', order),
    canModerate: may(viewer, 'moderate', 'Order', order),
    canDelete: may(viewer, 'delete', 'Order', order),
    isOwner: order.user === viewer.user.id,
    isAdmin: hasRole(viewer, 'ADMIN'),
    isRequester: hasAsked(viewer, lastRequest(order)),
  };
}

/**
 * Throws MISSING_ABILITY or MISSING_PERMISSION where the viewer may not change the order; a state that it was to go to is named
 * with whom that is for.
 */
export function assertMayUpdate(
  viewer: Viewer,
  order: Order,
  { rights, to }: { rights: OrderRights; to: Status },
): void {
  if (rights.canUpdate) return;
  allowedFilter(viewer, 'update', 'Order');
  const others = to === order.status ? [] : transitionsFrom(order.status, to);
  throw others.length > 0 ? forOthers(order, others) : missingPermission('update', 'Order', order.id);
}

/** The refusal of a transition that others make: it names both states and whose it is. */
export function forOthers({ id, status: from }: Pick<Order, 'id' | 'status'>, found: Transition[]): ApiError {
  const to = found[0]?.to ?? null;
  return missingPermission('update', 'Order', id, {
    reason: `An order goes from ${from} to ${to} by ${whoseInWords(found)}`,
    from,
    to,
  });
}

const whoseInWords = (found: readonly Transition[]): string =>
  [...new Set(found.map(({ permission }) => permittedInWords[permission]))].join(' or ');

/** Where orders go from a state, and by whom: 'to PENDING by whoever may update it'. */
function waysFrom(from: Status): string {
  const ways = transitionsFrom(from).filter(({ to }) => to !== null);
  const targets = [...new Set(ways.map(({ to }) => to))];
  return targets.map((each) => `to ${each} by ${whoseInWords(ways.filter(({ to }) => to === each))}`).join(', ');
}

/**
 * The transition to another state that somebody with these rights makes. Throws REQUEST_DENIED naming both states when there
 * is none, MISSING_PERMISSION when it is for others.
 */
export function transitionOf(order: Pick<Order, 'id' | 'status'>, to: Status, rights: OrderRights): Transition {
  const from = order.status;
  const found = transitionsFrom(from, to);
  if (found.length === 0) {
    const allowed = [...new Set(transitionsFrom(from).flatMap((each) => each.to ?? []))];
    throw new ApiError('REQUEST_DENIED', {
      reason: `An order can not go from ${from} to ${to}; from ${from} it goes ${waysFrom(from)}`,
      details: { from, to, allowed },
    });
  }
  const permitted = found.find((each) => isPermitted(each, rights));
  if (!permitted) throw forOthers(order, found);
  return permitted;
}

/** Throws REQUEST_DENIED for an order that is not deleted in its state, or no more. */
export function assertDeletable(order: Order): void {
  const { status } = order;
  const [transition] = transitionsFrom(status, null);
  if (transition?.guard?.holds(order)) return;
  const reason = transition?.guard?.refusal ?? `An order that is ${status} can not be deleted`;
  throw new ApiError('REQUEST_DENIED', { reason, details: { status } });
}

/** Throws REQUEST_SCHEMA_INVALID with every field that the transition asks for and the save lacks. */
export function assertNeeds(transition: Pick<Transition, 'needs'>, order: Order, body: Answers): void {
  const cancelationReason = body.cancelationReason ?? order.cancelationReason;
  const missing = missingNeeds(transition, { ...body, cancelationReason });
  if (missing.length === 0) return;
  throw invalidRequest(
    'body',
    missing.map(({ field, label }) => ({ path: `/${field}`, message: `Missing required field: ${label}` })),
  );
}

const dataFields = ['client', 'form', 'user', 'channelId', 'formData', 'products'] as const;

/** Data change in DRAFT by whoever may update, in PENDING by moderators, else only by a transition that brings them. */
export function assertMayChangeData(
  current: Order,
  { body, rights, to }: { body: Partial<Order>; rights: OrderRights; to: Order['status'] },
): void {
  const changed = dataFields.filter((field) => body[field] !== undefined && !isEqual(body[field], current[field]));
  if (body.autosave && current.status !== 'DRAFT')
    throw new ApiError('REQUEST_DENIED', {
      reason: `Only a DRAFT is saved automatically, this order is ${current.status}`,
    });
  if (changed.length === 0 || mayChangeData(current, rights)) return;
  if (current.status === 'PENDING') throw missingPermission('update', 'Order', current.id);
  if (transitionsFrom(current.status, to).some(({ bringsData }) => bringsData)) return;
  throw new ApiError('REQUEST_DENIED', {
    reason: `The data of an order that is ${current.status} can not be changed`,
    details: { status: current.status, changed },
  });
}

/** Whoever asked for a bypass, or was really there then, is not who decides about it, for whomever. */
const hasAsked = (viewer: Viewer, request: OrderAction | undefined): boolean =>
  isOneself(viewer, request?.user) || isOneself(viewer, request?.actor?.id);
