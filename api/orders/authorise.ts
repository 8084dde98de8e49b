import type { Order } from '#schemas/generated/types.ts';
import { actionFields, note, transitionsBy } from '#schemas/orders/bypass.ts';
import { type FieldRefusal, refusedFields, writtenFields } from '#schemas/orders/field-refusals.ts';
import { type Answers, missingNeeds } from '#schemas/orders/needs.ts';
import { type OrderStage, stageOf } from '#schemas/orders/order-stage.ts';
import { allows, type OrderRights, orderRightsOf, permittedInWords } from '#schemas/orders/rights.ts';
import { changeOf, isPermitted, type Status, type Transition, transitionsFrom } from '#schemas/orders/transitions.ts';
import { isOneself } from '../access/actor.ts';
import { allowedFilter, assertMay, may, type Viewer } from '../access/viewer.ts';
import { now } from '../clock/clock.ts';
import { ApiError, invalidRequest, missingPermission } from '../errors/catalogue.ts';
import { assertRevision } from '../resource/records/service.ts';
import type { ActionBody, AuthorisedWrite, OrderWrite } from './order-write.ts';

/** What the viewer is to this order. */
export const rightsOn = (order: Order, viewer: Viewer): OrderRights =>
  orderRightsOf(order, {
    user: viewer.user,
    can: (action) => may(viewer, action, 'Order', order),
    isOneself: (id) => isOneself(viewer, id),
    now: now(),
  });

/** Bytes of the actions of one order, which is read with all of them. */
const mostActionBytes = 1_000_000;

/** Of a new order only what nobody may set is known before it is known where it stands (`assertMayCreate`). */
const beforePlacing: OrderRights = {
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
 * The first step of a write: who may write which property in which state (the table of fields), and which transition that makes.
 * Throws MISSING_ABILITY, MISSING_PERMISSION, RESOURCE_CONFLICT for a stale revision, REQUEST_DENIED for what the state does not
 * allow, REQUEST_SCHEMA_INVALID for what the transition needs and the write lacks. Each refusal names property, state and whose it is.
 */
export function authorise(write: OrderWrite): AuthorisedWrite {
  const { viewer, current, body, revision, action } = write;
  const time = now();
  if (write.isNew) {
    allowedFilter(viewer, 'create', 'Order');
    if (body.status && body.status !== 'DRAFT')
      throw new ApiError('REQUEST_DENIED', {
        reason: `A new order starts as DRAFT, not as ${body.status}`,
        details: { from: null, to: body.status },
      });
    assertFields(write, { stage: 'CREATE', rights: beforePlacing, transition: undefined });
    return { ...write, rights: beforePlacing, transition: undefined, time };
  }
  const rights = rightsOn(current, viewer);
  if (action) return { ...authoriseAction({ ...write, action }, rights), time };
  const to = body.status ?? current.status;
  assertMayUpdate(viewer, current, { rights, to });
  assertRevision('Order', current, revision);
  const asked = to === current.status ? undefined : transitionOf(current, to, rights);
  const transition = write.isTrial ? changeOf(current, rights) : asked;
  assertFields(write, { stage: stageOf(current), rights, transition });
  if (transition && !write.isTrial) assertNeeds(transition, body);
  return { ...write, rights, transition, time };
}

/** Throws MISSING_PERMISSION where the viewer may not make a new order where it stands, or not with these properties. */
export function assertMayCreate({ viewer, body, current }: OrderWrite, placed: Order): void {
  // Whom an order is for is refused before where it stands, which follows from it.
  const rights = { ...beforePlacing, canModerate: may(viewer, 'moderate', 'Order', placed) };
  assertFields({ body, current }, { stage: 'CREATE', rights, transition: undefined });
  assertMay(viewer, 'create', 'Order', placed);
}

function authoriseAction(
  write: OrderWrite & { action: ActionBody },
  rights: OrderRights,
): Omit<AuthorisedWrite, 'time'> {
  const { current, action, revision } = write;
  const stage = stageOf(current);
  assertRevision('Order', current, revision);
  const kind = action.kind;
  const transition = kind === 'NOTE' ? undefined : actionTransition(kind, current, rights);
  if (!transition && !rights.canUpdate && !rights.canModerate) throw missingPermission('update', 'Order', current.id);
  assertActionFields(action, transition);
  const body: Partial<Order> = { ...action.changes, ...(action.reason ? { reason: action.reason } : {}) };
  assertNeeds(transition ?? note, { ...action, ...action.changes });
  const { guard } = transition ?? {};
  if (guard && !guard.holds(current)) throw new ApiError('REQUEST_DENIED', { reason: guard.refusal });
  if (Buffer.byteLength(JSON.stringify(current.actions)) > mostActionBytes)
    throw new ApiError('REQUEST_DENIED', { reason: 'One Order has at most 1 MB of OrderAction' });
  if (action.changes) assertFields({ current, body: action.changes }, { stage, rights, transition, below: '/changes' });
  if (!action.approve) return { ...write, body, rights, transition };
  // One decision: what was asked for is waived, and the order is approved.
  return { ...write, body, rights, transition: transitionOf(current, 'COMPLETE', rights) };
}

/** What an order action says beside what its kind takes is refused with its path. */
function assertActionFields({ kind, ...said }: ActionBody, transition: Transition | undefined): void {
  const known: readonly string[] = actionFields[kind];
  const fields = Object.keys(said).filter(
    (field) => !known.includes(field) || (field === 'changes' && !transition?.bringsData),
  );
  if (fields.length === 0) return;
  const takers = (field: string) =>
    Object.entries(actionFields).flatMap(([each, takes]: [string, readonly string[]]) =>
      takes.includes(field) ? [each] : [],
    );
  const words = (field: string) =>
    known.includes(field)
      ? 'Only a request for a change of a COMPLETE order brings data along'
      : `${kind} does not take this; it belongs to ${takers(field).join(', ')}`;
  const refused = fields.map((field) => ({ path: `/${field}`, message: words(field) }));
  throw new ApiError('REQUEST_DENIED', { reason: refused[0]?.message ?? '', details: { fields: refused } });
}

interface Judged {
  stage: OrderStage;
  rights: OrderRights;
  transition: Transition | undefined;
  /** Where in the request the properties stand. */
  below?: string;
}

/** Throws for the properties of a body that the table of fields refuses, all of them at once. */
function assertFields({ body, current }: Pick<OrderWrite, 'body' | 'current'>, judged: Judged): void {
  const fields = writtenFields(body, current);
  const refused = refusedFields({ ...judged, fields, isAutosave: body.autosave === true });
  if (refused.length > 0) throw refusal(current, judged, refused);
}

/** One refusal of several properties: by the rights of others only where the state allows each of them to somebody. */
function refusal({ id, status }: Order, { stage, below = '' }: Judged, refused: FieldRefusal[]): ApiError {
  const fields = refused.map(({ field, message }) => ({ path: `${below}/${field}`, message }));
  const reason = fields[0]?.message;
  if (refused.every(({ why }) => why === 'unknown')) return invalidRequest('body', fields);
  if (refused.every(({ why }) => why === 'others'))
    return missingPermission('update', 'Order', stage === 'CREATE' ? null : id, {
      ...(reason ? { reason } : {}),
      status,
      fields,
    });
  return new ApiError('REQUEST_DENIED', { ...(reason ? { reason } : {}), details: { status, fields } });
}

/**
 * Throws MISSING_ABILITY or MISSING_PERMISSION where the viewer may not change the order; a state that it was to go to is named
 * with whom that is for.
 */
function assertMayUpdate(viewer: Viewer, order: Order, { rights, to }: { rights: OrderRights; to: Status }): void {
  if (rights.canUpdate) return;
  allowedFilter(viewer, 'update', 'Order');
  const others = to === order.status ? [] : transitionsFrom(stageOf(order), to);
  throw others.length > 0 ? forOthers(order, others) : missingPermission('update', 'Order', order.id);
}

/** The refusal of a transition that others make: it names both states and whose it is. */
function forOthers({ id, status: from }: Pick<Order, 'id' | 'status'>, found: readonly Transition[]): ApiError {
  const to = found[0]?.to ?? null;
  return missingPermission('update', 'Order', id, {
    reason: `An order goes from ${from} to ${to} by ${whoseInWords(found)}`,
    from,
    to,
  });
}

const whoseInWords = (found: readonly Transition[]): string =>
  [...new Set(found.map(({ permission }) => permittedInWords[permission]))].join(' or ');

/** Where orders go from a stage, and by whom: 'to PENDING by whoever may update it'. */
function waysFrom(from: OrderStage): string {
  const ways = transitionsFrom(from).filter(({ to }) => to !== null);
  const targets = [...new Set(ways.map(({ to }) => to))];
  return targets.map((each) => `to ${each} by ${whoseInWords(ways.filter(({ to }) => to === each))}`).join(', ');
}

/**
 * The transition to another status that somebody with these rights makes. Throws REQUEST_DENIED naming both states when there
 * is none, MISSING_PERMISSION when it is for others.
 */
function transitionOf(order: Order, to: Status, rights: OrderRights): Transition {
  const { status: from } = order;
  const stage = stageOf(order);
  const found = transitionsFrom(stage, to);
  if (found.length === 0) {
    const allowed = [...new Set(transitionsFrom(stage).flatMap((each) => each.to ?? []))];
    throw new ApiError('REQUEST_DENIED', {
      reason: `An order can not go from ${from} to ${to}; from ${from} it goes ${waysFrom(stage)}`,
      details: { from, to, allowed },
    });
  }
  const permitted = found.find((each) => isPermitted(each, rights));
  if (!permitted) throw forOthers(order, found);
  return permitted;
}

/** The transition that an action makes. Throws REQUEST_DENIED naming both states where it makes none, MISSING_PERMISSION where it is for others. */
function actionTransition(kind: Exclude<ActionBody['kind'], 'NOTE'>, order: Order, rights: OrderRights): Transition {
  const [found] = transitionsBy(kind, stageOf(order));
  if (found && allows(rights, found.permission)) return found;
  if (found) throw forOthers(order, [found]);
  const { status: from } = order;
  const made = transitionsBy(kind);
  const ways = made.map((each) => `one that is ${each.from.join(' or ')}, by ${permittedInWords[each.permission]}`);
  const to = made[0]?.to ?? null;
  throw new ApiError('REQUEST_DENIED', {
    reason: `An order can not go from ${from} to ${to} by ${kind}, which is for ${ways.join(', or ')}`,
    details: { from, to, allowed: made.flatMap((each) => each.from) },
  });
}

/** Throws REQUEST_DENIED for an order that is not deleted in its state, or no more. */
export function assertDeletable(order: Order): void {
  const { status } = order;
  const [transition] = transitionsFrom(stageOf(order), null);
  if (transition?.guard?.holds(order)) return;
  const reason = transition?.guard?.refusal ?? `An order that is ${status} can not be deleted`;
  throw new ApiError('REQUEST_DENIED', { reason, details: { status } });
}

/** Throws REQUEST_SCHEMA_INVALID with every field that the transition asks for and the write lacks. */
function assertNeeds(transition: Pick<Transition, 'needs'>, answers: Answers): void {
  const missing = missingNeeds(transition, answers);
  if (missing.length === 0) return;
  throw invalidRequest(
    'body',
    missing.map(({ field, label }) => ({ path: `/${field}`, message: `Missing required field: ${label}` })),
  );
}
