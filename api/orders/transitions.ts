import type { Order } from '#schemas/generated/types.ts';
import { type OrderRights, type Status, type Transition, transitions } from '#schemas/orders/transitions.ts';
import { hasRole, may, type Viewer } from '../access/viewer.ts';
import { ApiError, invalidRequest } from '../errors/catalogue.ts';

/** What the viewer is to this order. */
export function rightsOn(order: Order, viewer: Viewer): OrderRights {
  return {
    canUpdate: may(viewer, 'update', 'Order', order),
    canModerate: may(viewer, 'moderate', 'Order', order),
    canDelete: may(viewer, 'delete', 'Order', order),
    isOwner: order.user === viewer.user.id,
    isAdmin: hasRole(viewer, 'ADMIN'),
  };
}

/** The transition between two states. Throws REQUEST_DENIED naming both when there is none. */
export function transitionOf(from: Status, to: Status): Transition {
  const found = transitions[from][to];
  if (found) return found;
  throw new ApiError('REQUEST_DENIED', {
    reason: `An order can not go from ${from} to ${to}`,
    details: { from, to, allowed: Object.keys(transitions[from]) },
  });
}

interface Needs {
  order: Order;
  body: { reason?: string; changeNotes?: string; cancelationReason?: Order['cancelationReason'] };
  isOwner: boolean;
}

/** Throws REQUEST_SCHEMA_INVALID when the save lacks what the transition asks for. */
export function assertNeeds({ needs }: Transition, { order, body, isOwner }: Needs): void {
  const checks = {
    cancelationReason: () => body.cancelationReason ?? order.cancelationReason,
    changeNotes: () => body.changeNotes?.trim(),
    'moderator reason': () => isOwner || body.reason?.trim(),
  } satisfies Record<NonNullable<Transition['needs']>, () => unknown>;
  if (!needs || checks[needs]()) return;
  const field = needs === 'moderator reason' ? 'reason' : needs;
  throw invalidRequest('body', [{ path: `/${field}`, message: `Missing required field: ${labels[field]}` }]);
}

const labels = { reason: 'Reason', changeNotes: 'Change notes', cancelationReason: 'Cancelation reason' };
