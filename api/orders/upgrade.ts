import type { Upgrade } from '#schemas/changes/upgrade/upgrade.ts';
import { formPlace } from '#schemas/changes/words/form-place.ts';
import { labelOf } from '#schemas/changes/words/place.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { Order } from '#schemas/generated/types.ts';
import { keptWaivers } from '#schemas/orders/waivers.ts';
import { assertMay, type Viewer } from '../access/viewer.ts';
import { ApiError, mostProblems, unfit } from '../errors/catalogue.ts';
import { fillForm } from '../forms/fill.ts';
import { assertRevision } from '../resource/records/service.ts';
import { carriedTo, type OnOtherForm, wouldDrop } from './carry.ts';
import { answered, problemsOf } from './check.ts';
import { OrderInHand } from './order-in-hand.ts';
import type { Placed } from './placed.ts';

/** What taking the published version of a form would do to a draft, before anybody agrees. */
export interface UpgradeOffer extends Upgrade {
  form: string;
  /** The version that is published. */
  formVersion: number;
  note: string;
  /** What would refuse the draft then and does not now. */
  questions: { path: string; label: string; message: string }[];
}

export interface UpgradeBody {
  form?: string;
  formVersion: number;
  /** The paths of all that is dropped, as they were offered. */
  drops: string[];
}

/** What a draft comes to on what is published of its form, or of another one. Throws REQUEST_DENIED for what is no DRAFT. */
export async function offerUpgrade(viewer: Viewer, id: string, form?: string): Promise<UpgradeOffer> {
  const taken = await OrderInHand.take(viewer, id);
  const { placed, other, before } = await onPublished(taken, form);
  const { filled, upgrade } = other;
  const now = await fillForm(before.form.form, { data: taken.order.formData, as: 'stored' }, before.form.context);
  const isKnown = (path: string, message: string) =>
    now.problems.some((problem) => problem.path === path && problem.message === message);
  const place = formPlace(placed.form.form);
  const questions = filled.problems.filter(({ path, message }) => !isKnown(path, message)).slice(0, mostProblems);
  return {
    form: placed.order.form,
    formVersion: placed.order.formVersion,
    note: (placed.order.form === taken.order.form && placed.references.form?.note) || '',
    ...upgrade,
    dropped: upgrade.dropped.map((each) => ({ ...each, path: `/formData${each.path}` })),
    questions: questions.map(({ path, message }) => ({
      path: `/formData${path}`,
      label: labelOf(place, keysOf(path)),
      message,
    })),
  };
}

/**
 * Puts a draft on what is published of its form, or of another one; answers the order. It is a version as any other: restoring
 * the one before brings the form back, too. Throws DATABASE_VALIDATION_ERROR where that is not the version, or drops other
 * values, than was agreed to.
 */
export async function upgradeOrder(
  viewer: Viewer,
  id: string,
  { body, revision }: { body: UpgradeBody; revision: number | undefined },
): Promise<Order> {
  const taken = await OrderInHand.take(viewer, id);
  assertRevision('Order', taken.order, revision);
  const { placed, other } = await onPublished(taken, body.form);
  const { order, form, references } = placed;
  const { formVersion } = order;
  if (formVersion !== body.formVersion)
    throw unfit([
      { path: '/formVersion', value: body.formVersion, message: `Version ${formVersion} is published now` },
    ]);
  assertAgreed(body.drops, other.upgrade);
  const formData = other.filled.data;
  const wanted = { ...order, formData, ...keptWaivers(taken.order, { formData }) };
  const stored = await taken.store({ order: wanted, form, body: {}, transition: undefined, upgraded: formVersion });
  const problems = await problemsOf(stored, form, viewer, other.filled.problems);
  return answered({ order: stored, problems, references });
}

/** The order on the published version of a form, with what that makes of its data. */
async function onPublished(
  taken: OrderInHand,
  form: string = taken.order.form,
): Promise<{ placed: Placed; before: Placed; other: OnOtherForm }> {
  const { order, viewer } = taken;
  assertMay(viewer, 'update', 'Order', order);
  if (order.status !== 'DRAFT')
    throw new ApiError('REQUEST_DENIED', {
      reason: `Only a DRAFT is put on another version of its form, this order is ${order.status}`,
      details: { status: order.status },
    });
  const before = await taken.placed();
  const placed = await taken.onPublished(form);
  if (placed.order.form === order.form && placed.order.formVersion === order.formVersion)
    throw new ApiError('REQUEST_DENIED', {
      reason: `This order is filled on version ${order.formVersion} of its form, which is what is published`,
    });
  return { placed, before, other: await carriedTo(placed.form, before.form, order.formData) };
}

/** What is agreed to is just what is dropped: neither is there more, nor was anything else meant. */
function assertAgreed(drops: readonly string[], { dropped }: Upgrade): void {
  const agreed = new Set(drops);
  const others = dropped.filter(({ path }) => !agreed.delete(`/formData${path}`));
  if (others.length > 0) throw wouldDrop(others);
  if (agreed.size > 0) throw unfit([...agreed].map((path) => ({ path, message: 'This would not be dropped' })));
}
