import { misfits } from '#schemas/forms/misfits.ts';
import type { Order, OrderAction } from '#schemas/generated/types.ts';
import { note, transitionBy } from '#schemas/orders/bypass.ts';
import { allows, permittedInWords } from '#schemas/orders/rights.ts';
import type { Transition } from '#schemas/orders/transitions.ts';
import { accepted, asWaived, openWaivers } from '#schemas/orders/waivers.ts';
import { may, type Viewer, viewerNow } from '../access/viewer.ts';
import { now } from '../clock/clock.ts';
import { ApiError, invalidRequest, missingPermission, type Problem, unfit } from '../errors/catalogue.ts';
import { fillForm } from '../forms/fill.ts';
import type { Keep } from '../resource/records/calls.ts';
import { asPart } from '../resource/records/parts.ts';
import { assertRevision } from '../resource/records/service.ts';
import { answered, isOpen, type OrderForm, orderForm, problemsOf, rejected } from './check.ts';
import { noticesOf } from './notices.ts';
import { contextFor, OrderInHand } from './order-in-hand.ts';
import { assertNeeds, forOthers } from './transitions.ts';

/** What somebody does with an order beside saving it (spec 4, design 6). */
export type ActionBody = Pick<OrderAction, 'kind'> &
  Partial<Pick<OrderAction, 'notes' | 'reason' | 'moderator' | 'rejections'>>;

interface Act {
  viewer: Viewer;
  id: string;
  body: ActionBody;
  /** The revision that the caller has seen. */
  revision: number | undefined;
  keep: Keep<Order>;
}

/** Bytes of the actions of one order, which is read with all of them. */
const mostBytes = 1_000_000;

/** Rejections of one request, as its schema has it. */
const mostWaivers = 200;

/**
 * Asks for a bypass of what the form's rules reject, decides about one, or notes something for the team; answers the order.
 * Throws REQUEST_DENIED in a state where that can not be done, MISSING_PERMISSION for somebody else's to do,
 * GS_VALIDATION_REJECTED with what no waiver covers.
 */
export async function act({ viewer, id, body, revision, keep }: Act): Promise<Order> {
  const taken = await OrderInHand.take(viewer, id);
  const { order, rights } = taken;
  assertRevision('Order', order, revision);
  const transition = body.kind === 'NOTE' ? undefined : transitionOf(body.kind, order);
  if (transition && !allows(rights, transition.permission)) throw forOthers(order, [transition]);
  if (!transition && !rights.canUpdate && !rights.canModerate) throw missingPermission('update', 'Order', order.id);
  assertNeeds(transition ?? note, order, body);
  const { guard } = transition ?? {};
  if (guard && !guard.holds(order)) throw new ApiError('REQUEST_DENIED', { reason: guard.refusal });
  if (Buffer.byteLength(JSON.stringify(order.actions)) > mostBytes)
    throw new ApiError('REQUEST_DENIED', { reason: 'One Order has at most 1 MB of OrderAction' });
  const { form, references } = await taken.placed();
  const effect = transition ? await effectOf({ viewer, order, body, transition, form }) : { rejections: [], made: {} };
  const action = asPart({
    kind: body.kind,
    orderRevision: order.revision + 1,
    user: viewer.user.id,
    actor: viewer.really ? { id: viewer.really.id, name: viewer.really.name } : null,
    moderator: body.moderator ?? null,
    ...(body.notes ? { notes: body.notes } : {}),
    ...(body.reason ? { reason: body.reason } : {}),
    rejections: effect.rejections.map(({ path, message }) => ({ path, message })),
  });
  const acted = { ...order, ...effect.made, actions: [...order.actions, action] };
  const problems = isOpen(acted) ? await problemsOf(acted, orderForm(acted, references), viewer) : undefined;
  const reason = body.reason ? { reason: body.reason } : {};
  const answer = (written: Order) => answered({ order: written, problems, references });
  const mails = await noticesOf(acted, { transition, viewer, reason: body.reason ?? body.notes });
  return answer(
    await taken.store({
      order: acted,
      form,
      body: reason,
      transition,
      mails,
      keep: (written) => keep(answer(written)),
    }),
  );
}

interface Asked {
  viewer: Viewer;
  order: Order;
  body: ActionBody;
  transition: Transition;
  form: OrderForm;
}

/** What an action makes of the order, and which rejections it is about. */
interface Effect {
  made: Partial<Order>;
  rejections: Pick<Problem, 'path' | 'message'>[];
}

async function effectOf(asked: Asked): Promise<Effect> {
  const { order, body, transition } = asked;
  if (transition.effects.includes('askWaivers')) return await askedFor(asked);
  const open = openWaivers(order);
  if (transition.effects.includes('dropWaivers'))
    return {
      made: {
        ...transition.sets?.(order, { now: now().toISOString(), reason: body.reason }),
        status: transition.to ?? order.status,
        ...asWaived([]),
      },
      rejections: open,
    };
  const granted = accepted(open, body.rejections);
  if (!granted)
    throw invalidRequest('body', [
      { path: '/rejections', message: 'Must be among the rejections that were asked for' },
    ]);
  const waivers = [
    ...order.waivers.filter(({ isGranted }) => isGranted),
    ...granted.map((waiver) => ({ ...waiver, isGranted: true })),
  ];
  return { made: asWaived(waivers), rejections: granted };
}

/** A request names all that refuses the order; what no waiver covers refuses the request (design 6). */
async function askedFor({ viewer, order, body, transition, form }: Asked): Promise<Effect> {
  const time = now();
  const context = contextFor(order, form, transition, time);
  const filled = await fillForm(form.form, { data: order.formData, as: 'stored', isSubmitted: true }, context);
  const formData = filled.submitted ?? order.formData;
  const sent = {
    ...order,
    ...transition.sets?.(order, { now: time.toISOString(), reason: body.reason }),
    formData,
    status: transition.to ?? order.status,
  };
  const rejections = await problemsOf(sent, form, viewer, filled.problems);
  if (rejections.length === 0)
    throw new ApiError('REQUEST_DENIED', { reason: 'Nothing refuses this order: send it for approval' });
  if (rejections.length > mostWaivers)
    throw new ApiError('REQUEST_DENIED', { reason: `At most ${mostWaivers} rejections are waived` });
  const unfitting = new Set(misfits(form.form, formData, context).map((path) => `/formData${path}`));
  const firm = rejections.filter(({ path }) => !path.startsWith('/formData') || unfitting.has(path));
  if (firm.length > 0) throw rejected(firm);
  await assertModerator(body.moderator ?? null, sent, viewer);
  const wanted = rejections.map(({ path, message }) => ({ path, message, isGranted: false }));
  const granted = order.waivers.filter(({ isGranted }) => isGranted);
  return { made: { ...sent, ...asWaived([...granted, ...wanted]) }, rejections };
}

/** Whom a request names decides about it: another one, who may moderate the order. */
async function assertModerator(id: string | null, order: Order, viewer: Viewer): Promise<void> {
  if (id === null) return;
  const moderator = id === viewer.user.id ? null : await viewerNow(id);
  if (moderator && may(moderator, 'moderate', 'Order', order)) return;
  throw unfit([{ path: '/moderator', value: id, message: 'Must be another person who moderates this order' }]);
}

/** The transition that an action makes from the order's state. Throws REQUEST_DENIED naming both states where it makes none. */
function transitionOf(kind: Exclude<ActionBody['kind'], 'NOTE'>, { status: from }: Order): Transition {
  const transition = transitionBy(kind);
  if (!transition) throw new ApiError('APPLICATION_ERROR');
  if (transition.from.includes(from)) return transition;
  const { to, permission } = transition;
  const [states, who] = [transition.from.join(' or '), permittedInWords[permission]];
  throw new ApiError('REQUEST_DENIED', {
    reason: `An order can not go from ${from} to ${to} by ${kind}, which is for one that is ${states}, by ${who}`,
    details: { from, to, allowed: transition.from },
  });
}
