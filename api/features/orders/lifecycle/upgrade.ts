import type { UpgradeSummary } from '#schemas/changes/upgrade/upgrade.ts';
import { formPlace } from '#schemas/changes/words/form-place.ts';
import { labelOfPath } from '#schemas/changes/words/place.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { Order } from '#schemas/generated/types.ts';
import { assertMay, loadReadable, type Viewer } from '../../../engine/access/viewer.ts';
import { assertRevision } from '../../../engine/resource/records/records.ts';
import { ApiError, invalidRecord, maxProblems } from '../../../platform/errors/catalogue.ts';
import { fillForm } from '../../forms/fill.ts';
import { migrateFormData } from '../editing/fill-order.ts';
import type { OrderWrite } from '../editing/order-write.ts';
import { type ResolvedOrder, resolveOrder } from '../editing/resolve-order.ts';
import { writeOrder } from './write-order.ts';

/** Preview of an upgrade: what the published form version would do to a draft. */
export interface UpgradePreview extends UpgradeSummary {
  form: string;
  /** The published version. */
  formVersion: number;
  note: string;
  /** Problems that the draft would have after the upgrade and does not have now. */
  questions: { path: string; label: string; message: string }[];
}

export interface UpgradeBody {
  form?: string;
  formVersion: number;
  /** The paths of all dropped values, as offered; the user has agreed to them. */
  drops: string[];
}

/**
 * Previews the upgrade of a draft to the published version of its form or of another form. Throws REQUEST_DENIED for an
 * order that is no DRAFT.
 */
export async function previewUpgrade(viewer: Viewer, id: string, form?: string): Promise<UpgradePreview> {
  const current = await loadReadable(viewer, 'Order', id);
  const { published, before } = await onPublished({ viewer, current, body: {} }, form);
  const { filled, upgrade } = await migrateFormData(published.form, before.form, current.formData);
  const now = await fillForm(before.form.form, { data: current.formData, as: 'stored' }, before.form.context);
  const isKnown = (path: string, message: string) =>
    now.problems.some((problem) => problem.path === path && problem.message === message);
  const place = formPlace(published.form.form);
  const questions = filled.problems.filter(({ path, message }) => !isKnown(path, message)).slice(0, maxProblems);
  return {
    form: published.order.form,
    formVersion: published.order.formVersion,
    note: (published.order.form === current.form && published.references.form?.note) || '',
    ...upgrade,
    dropped: upgrade.dropped.map((each) => ({ ...each, path: `/formData${each.path}` })),
    questions: questions.map(({ path, message }) => ({
      path: `/formData${path}`,
      label: labelOfPath(place, keysOf(path)),
      message,
    })),
  };
}

/**
 * Upgrades a draft to the published version of its form or of another form and returns the order. The upgrade is a
 * normal version of the order: restoring the previous one restores the form as well. Throws DATABASE_VALIDATION_ERROR
 * when another version is published, or other values would be dropped, than the user agreed to.
 */
export async function upgradeOrder(
  viewer: Viewer,
  id: string,
  { body: { form, formVersion, drops: agreedDrops }, revision }: { body: UpgradeBody; revision: number | undefined },
): Promise<Order> {
  const current = await loadReadable(viewer, 'Order', id);
  assertRevision('Order', current, revision);
  const write = { viewer, current, body: {}, revision };
  const { published } = await onPublished(write, form);
  const version = published.order.formVersion;
  if (version !== formVersion)
    throw invalidRecord([
      { path: '/formVersion', value: formVersion, message: `The published version is now ${version}` },
    ]);
  const body = form === undefined ? {} : { form };
  return await writeOrder({ ...write, body, filledOn: 'published', upgradedTo: version, agreedDrops });
}

/** A draft as it is, and as it would be on the published version of a form. */
async function onPublished(
  write: OrderWrite,
  form: string = write.current.form,
): Promise<{ published: ResolvedOrder; before: ResolvedOrder }> {
  const { current: order, viewer } = write;
  assertMay(viewer, 'update', 'Order', order);
  if (order.status !== 'DRAFT')
    throw new ApiError('REQUEST_DENIED', {
      reason: `Only a DRAFT can be upgraded to another version of its form; this order is ${order.status}`,
      details: { status: order.status },
    });
  const before = await resolveOrder(write);
  const published = await resolveOrder({ ...write, body: { form }, filledOn: 'published' });
  if (published.order.form === order.form && published.order.formVersion === order.formVersion)
    throw new ApiError('REQUEST_DENIED', {
      reason: `This order already uses the published version ${order.formVersion} of its form`,
    });
  return { published, before };
}
