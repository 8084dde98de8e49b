import type { Order } from '#schemas/generated/types.ts';
import { actionFields, noteAction, transitionsBy } from '#schemas/orders/bypass.ts';
import { changedFields, type FieldError, forbiddenFields } from '#schemas/orders/field-errors.ts';
import { openNotes } from '#schemas/orders/field-notes.ts';
import { type OrderStage, stageOf } from '#schemas/orders/order-stage.ts';
import { allows, type OrderRights, orderRightsOf, permittedInWords } from '#schemas/orders/rights.ts';
import {
  changeOf,
  isPermitted,
  missingInputs,
  type NoteKind,
  type OrderStatus,
  type Transition,
  type TransitionInputs,
  transitionsFrom,
} from '#schemas/orders/transitions.ts';
import { openWaivers } from '#schemas/orders/waivers.ts';
import { isOwnAccount } from '../../../engine/access/actor.ts';
import { allowedFilter, assertMay, may, type Viewer, viewerNow } from '../../../engine/access/viewer.ts';
import { assertRevision } from '../../../engine/resource/records/records.ts';
import { now } from '../../../platform/clock/clock.ts';
import { ApiError, invalidRecord, invalidRequest, missingPermission } from '../../../platform/errors/catalogue.ts';
import type { AuthorisedWrite, OrderActionInput, OrderWrite } from './order-write.ts';

/** The viewer's permissions on this order. */
export const orderPermissions = (order: Order, viewer: Viewer): OrderRights =>
  orderRightsOf(order, {
    user: viewer.user,
    can: (action) => may(viewer, action, 'Order', order),
    isOneself: (id) => isOwnAccount(viewer, id),
    now: now(),
  });

/** Size limit in bytes for the actions of one order, because they are read together with the order. */
const maxActionBytes = 1_000_000;

/** Permissions assumed for a new order until its place in the tree is known; `assertMayCreate` checks the real ones. */
const provisionalRights: OrderRights = {
  canUpdate: true,
  canModerate: true,
  canDelete: false,
  isOwner: true,
  isAdmin: false,
  isRequester: false,
  isApprover: false,
  isAutosaver: true,
};

/**
 * Step 1 of a write: field-level access (the table of order fields) and the state transition. Throws MISSING_ABILITY,
 * MISSING_PERMISSION, RESOURCE_CONFLICT for a stale revision, REQUEST_DENIED for what the state does not allow, and
 * REQUEST_SCHEMA_INVALID for missing fields that the transition requires. Each rejection names the property, the state
 * and who is allowed.
 */
export function authorizeWrite(write: OrderWrite): AuthorisedWrite {
  const { viewer, current, body, revision, action } = write;
  const time = now();
  if (write.isNew) {
    allowedFilter(viewer, 'create', 'Order');
    if (body.status && body.status !== 'DRAFT')
      throw new ApiError('REQUEST_DENIED', {
        reason: `A new order starts as DRAFT, not as ${body.status}`,
        details: { from: null, to: body.status },
      });
    assertFields(write, { stage: 'CREATE', rights: provisionalRights, transition: undefined });
    return { ...write, rights: provisionalRights, transition: undefined, time };
  }
  const rights = orderPermissions(current, viewer);
  if (action) return { ...authoriseAction({ ...write, action }, rights), time };
  const to = body.status ?? current.status;
  assertMayUpdate(viewer, current, { rights, to });
  assertRevision('Order', current, revision);
  const requestedTransition = to === current.status ? undefined : transitionOf(current, to, rights);
  const transition = write.isTrial ? changeOf(current, rights) : requestedTransition;
  assertFields(write, { stage: stageOf(current), rights, transition });
  if (transition && !write.isTrial) assertNeeds(transition, body);
  return { ...write, rights, transition, time };
}

/** Throws MISSING_PERMISSION when the viewer may not create an order at this place or with these properties. */
export function assertMayCreate({ viewer, body, current }: OrderWrite, resolvedOrder: Order): void {
  // Check the fields first: the place depends on whom the order is for.
  const rights = { ...provisionalRights, canModerate: may(viewer, 'moderate', 'Order', resolvedOrder) };
  assertFields({ body, current }, { stage: 'CREATE', rights, transition: undefined });
  assertMay(viewer, 'create', 'Order', resolvedOrder);
}

function authoriseAction(
  write: OrderWrite & { action: OrderActionInput },
  rights: OrderRights,
): Omit<AuthorisedWrite, 'time'> {
  const { current, action, revision } = write;
  const stage = stageOf(current);
  assertRevision('Order', current, revision);
  const kind = action.kind;
  const isNote = kind === 'NOTE' || kind === 'NOTE_RESOLVED';
  const transition = isNote ? undefined : actionTransition(kind, current, rights);
  if (!transition && !rights.canUpdate && !rights.canModerate) throw missingPermission('update', 'Order', current.id);
  assertActionFields(action, transition);
  const body: Partial<Order> = { ...action.changes, ...(action.reason ? { reason: action.reason } : {}) };
  if (kind === 'NOTE_RESOLVED') assertMayResolve(current, action.resolves, rights);
  else assertNeeds(transition ?? noteAction, { ...action, ...action.changes });
  const { guard } = transition ?? {};
  if (guard && !guard.isMet(current)) throw new ApiError('REQUEST_DENIED', { reason: guard.rejectionText });
  if (Buffer.byteLength(JSON.stringify(current.actions)) > maxActionBytes)
    throw new ApiError('REQUEST_DENIED', { reason: 'At most 1 MB of OrderAction in an Order' });
  if (action.changes) assertFields({ current, body: action.changes }, { stage, rights, transition, below: '/changes' });
  if (!action.approve) return { ...write, body, rights, transition };
  // Approve together with the bypass: waive the requested rejections and complete the order.
  return { ...write, body, rights, transition: transitionOf(current, 'COMPLETE', rights) };
}

/**
 * Throws REQUEST_SCHEMA_INVALID without a note, MISSING_PERMISSION unless the viewer is the order's user or a moderator,
 * DATABASE_VALIDATION_ERROR unless the note is pinned to a field and still open.
 */
function assertMayResolve(order: Order, note: string | undefined, rights: OrderRights): void {
  const path = '/resolves';
  if (!note) throw invalidRequest('body', [{ path, message: 'Missing required field: Resolved note' }]);
  if (!allows(rights, 'ownerOrModerator'))
    throw missingPermission('update', 'Order', order.id, {
      reason: `A note can only be resolved by ${permittedInWords.ownerOrModerator}`,
    });
  if (openNotes(order).some(({ id }) => id === note)) return;
  throw invalidRecord([
    { path, value: note, message: 'No open note of this order that is pinned to a field has this id' },
  ]);
}

/** Throws DATABASE_VALIDATION_ERROR unless this user may decide about the order, other than about their own bypass request. */
export async function assertMayDecide(user: string, order: Order): Promise<void> {
  const decider = await viewerNow(user);
  const isOpen = openWaivers(order).length > 0;
  if (decider && allows(orderPermissions(order, decider), isOpen ? 'otherModerator' : 'moderator')) return;
  throw invalidRecord([
    { path: '/assignedTo', value: user, message: 'Must be a moderator who may decide about this order' },
  ]);
}

/** Throws REQUEST_DENIED with the paths of the fields that this kind of action does not accept. */
function assertActionFields({ kind, ...input }: OrderActionInput, transition: Transition | undefined): void {
  const known: readonly string[] = actionFields[kind];
  const accepted = transition?.carriesData ? known : known.filter((field) => field !== 'changes');
  const fields = Object.keys(input).filter((field) => !accepted.includes(field));
  if (fields.length === 0) return;
  const takers = (field: string) =>
    Object.entries(actionFields).flatMap(([each, takes]: [string, readonly string[]]) =>
      takes.includes(field) ? [each] : [],
    );
  const words = (field: string) =>
    known.includes(field)
      ? 'Only the request to change a COMPLETE order can contain data'
      : `${kind} does not have this field; only ${takers(field).join(', ')} has it`;
  const rejected = fields.map((field) => ({ path: `/${field}`, message: words(field) }));
  throw new ApiError('REQUEST_DENIED', { reason: rejected[0]?.message ?? '', details: { fields: rejected } });
}

interface FieldCheck {
  stage: OrderStage;
  rights: OrderRights;
  transition: Transition | undefined;
  /** JSON pointer prefix of the properties in the request. */
  below?: string;
}

/** Throws for all properties of a body that the table of order fields rejects. */
function assertFields({ body, current }: Pick<OrderWrite, 'body' | 'current'>, check: FieldCheck): void {
  const fields = changedFields(body, current);
  const rejected = forbiddenFields({ ...check, fields, isAutosave: body.autosave === true });
  if (rejected.length > 0) throw rejectionError(current, check, rejected);
}

/**
 * One error for several rejected properties. It is MISSING_PERMISSION only when the state allows each of them to someone
 * else.
 */
function rejectionError({ id, status }: Order, { stage, below = '' }: FieldCheck, rejected: FieldError[]): ApiError {
  const fields = rejected.map(({ field, message }) => ({ path: `${below}/${field}`, message }));
  const reason = fields[0]?.message;
  if (rejected.every(({ why }) => why === 'unknown')) return invalidRequest('body', fields);
  if (rejected.every(({ why }) => why === 'others'))
    return missingPermission('update', 'Order', stage === 'CREATE' ? null : id, {
      ...(reason ? { reason } : {}),
      status,
      fields,
    });
  return new ApiError('REQUEST_DENIED', { ...(reason ? { reason } : {}), details: { status, fields } });
}

/**
 * Throws MISSING_ABILITY or MISSING_PERMISSION when the viewer may not update the order. If a status was requested, the
 * error says who may set it.
 */
function assertMayUpdate(viewer: Viewer, order: Order, { rights, to }: { rights: OrderRights; to: OrderStatus }): void {
  if (rights.canUpdate) return;
  allowedFilter(viewer, 'update', 'Order');
  const others = to === order.status ? [] : transitionsFrom(stageOf(order), to);
  throw others.length > 0 ? forOthers(order, others) : missingPermission('update', 'Order', order.id);
}

/** The error for a transition that only others may make: it names both states and who is allowed. */
function forOthers({ id, status: from }: Pick<Order, 'id' | 'status'>, found: readonly Transition[]): ApiError {
  const to = found[0]?.to ?? null;
  return missingPermission('update', 'Order', id, {
    reason: `An order can be changed from ${from} to ${to} only by ${whoseInWords(found)}`,
    from,
    to,
  });
}

const whoseInWords = (found: readonly Transition[]): string =>
  [...new Set(found.map(({ permission }) => permittedInWords[permission]))].join(' or ');

/** The transitions from a stage and who may make them, in words: 'to PENDING by users who can update it'. */
function transitionsText(from: OrderStage): string {
  const transitions = transitionsFrom(from).filter(({ to }) => to !== null);
  const targets = [...new Set(transitions.map(({ to }) => to))];
  return targets
    .map((each) => `to ${each} by ${whoseInWords(transitions.filter(({ to }) => to === each))}`)
    .join(' or ');
}

/**
 * Finds the transition to another status with these permissions. Throws REQUEST_DENIED with both states when there is
 * none, MISSING_PERMISSION when only others may make it.
 */
function transitionOf(order: Order, to: OrderStatus, rights: OrderRights): Transition {
  const { status: from } = order;
  const stage = stageOf(order);
  const found = transitionsFrom(stage, to);
  if (found.length === 0) {
    const allowed = [...new Set(transitionsFrom(stage).flatMap((each) => each.to ?? []))];
    throw new ApiError('REQUEST_DENIED', {
      reason: `An order cannot be changed from ${from} to ${to}; it can be changed ${transitionsText(stage)}`,
      details: { from, to, allowed },
    });
  }
  const permitted = found.find((each) => isPermitted(each, rights));
  if (!permitted) throw forOthers(order, found);
  return permitted;
}

/**
 * Finds the transition that an action makes. Throws REQUEST_DENIED with both states when there is none,
 * MISSING_PERMISSION when only others may make it.
 */
function actionTransition(
  kind: Exclude<OrderActionInput['kind'], NoteKind>,
  order: Order,
  rights: OrderRights,
): Transition {
  const [found] = transitionsBy(kind, stageOf(order));
  if (found && allows(rights, found.permission)) return found;
  if (found) throw forOthers(order, [found]);
  const { status: from } = order;
  const transitionsOfKind = transitionsBy(kind);
  const ways = transitionsOfKind.map(
    (each) => `a ${each.from.join(' or ')} order, by ${permittedInWords[each.permission]}`,
  );
  const to = transitionsOfKind[0]?.to ?? null;
  throw new ApiError('REQUEST_DENIED', {
    reason: `${kind} cannot change an order from ${from} to ${to}; it requires ${ways.join(', or ')}`,
    details: { from, to, allowed: transitionsOfKind.flatMap((each) => each.from) },
  });
}

/** Throws REQUEST_DENIED when an order in its state cannot be deleted, or not any more. */
export function assertDeletable(order: Order): void {
  const { status } = order;
  const [transition] = transitionsFrom(stageOf(order), null);
  if (transition?.guard?.isMet(order)) return;
  const reason = transition?.guard?.rejectionText ?? `A ${status} order cannot be deleted`;
  throw new ApiError('REQUEST_DENIED', { reason, details: { status } });
}

/** Throws REQUEST_SCHEMA_INVALID with every field that the transition requires and the write lacks. */
function assertNeeds(transition: Pick<Transition, 'inputs'>, answers: TransitionInputs): void {
  const missing = missingInputs(transition, answers);
  if (missing.length === 0) return;
  throw invalidRequest(
    'body',
    missing.map(({ field, label }) => ({ path: `/${field}`, message: `Missing required field: ${label}` })),
  );
}
