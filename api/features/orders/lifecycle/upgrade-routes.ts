import type { FastifyInstance } from 'fastify';
import type { UpgradeSummary } from '#schemas/changes/upgrade/upgrade.ts';
import { formPlace } from '#schemas/changes/words/form-place.ts';
import { labelOfPath } from '#schemas/changes/words/place.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { Order } from '#schemas/generated/types.ts';
import { signedIn } from '../../../engine/access/signed-in.ts';
import { assertMay, loadReadable, type Viewer } from '../../../engine/access/viewer.ts';
import { assertRevision } from '../../../engine/resource/records/records.ts';
import { documentationOf } from '../../../engine/resource/routes/documentation.ts';
import { ifMatchRevision } from '../../../engine/resource/routes/routes.ts';
import { toResponse } from '../../../engine/resource/rules/serializer.ts';
import { idParams, type JsonSchema } from '../../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../../engine/resource/schemas/documentation.ts';
import { resource } from '../../../engine/store/model.ts';
import { ApiError, invalidRecord, maxProblems } from '../../../platform/errors/catalogue.ts';
import { idPattern } from '../../../platform/errors/schema-messages.ts';
import { fillForm } from '../../forms/fill.ts';
import { migrateFormData } from '../editing/fill-order.ts';
import type { OrderWrite } from '../editing/order-write.ts';
import { type ResolvedOrder, resolveOrder } from '../editing/resolve-order.ts';
import { writeOrder } from './write-order.ts';

const orders = resource('Order');
const url = '/api/orders/:id/upgrade';
const formId = { type: 'string', pattern: idPattern };

const body: JsonSchema = {
  type: 'object',
  properties: {
    form: { ...formId, description: 'The id of another form. Defaults to the form of the order.' },
    formVersion: { type: 'integer', minimum: 1, description: 'The form version of the preview.' },
    drops: {
      type: 'array',
      items: { type: 'string', maxLength: 1_000 },
      description: 'The paths of all values that the preview lists as dropped. Confirms that they may be dropped.',
    },
  },
  required: ['formVersion', 'drops'],
  additionalProperties: false,
};

/**
 * GET and POST /api/orders/{id}/upgrade: previews and applies the upgrade of a DRAFT to the published version of its
 * form, or to another form (design 6 and 7).
 */
export async function upgradeRoutes(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { id: string }; Querystring: { form?: string } }>(
    url,
    {
      schema: {
        params: idParams('id'),
        querystring: { type: 'object', properties: { form: formId }, additionalProperties: false },
      },
      config: { documentation: documented.offer, isHeavy: () => true },
    },
    async (request) => previewUpgrade(signedIn(request), request.params.id, request.query.form),
  );

  app.post<{ Params: { id: string }; Body: UpgradeBody }>(
    url,
    { schema: { params: idParams('id'), body }, config: { documentation: documented.take } },
    async (request, reply) => {
      const viewer = signedIn(request);
      const revision = ifMatchRevision(request);
      const order = await upgradeOrder(viewer, request.params.id, { body: request.body, revision });
      return reply.header('ETag', `"${order.revision}"`).send(toResponse(orders, order, viewer));
    },
  );
}

const text = { type: 'string' };

const list = (properties: Record<string, JsonSchema>, optional: string[] = []): JsonSchema => ({
  type: 'array',
  items: {
    type: 'object',
    properties,
    required: Object.keys(properties).filter((name) => !optional.includes(name)),
    additionalProperties: false,
  },
});

const offer: JsonSchema = {
  type: 'object',
  properties: {
    form: text,
    formVersion: { type: 'integer', description: 'The published version.' },
    note: { type: 'string', description: 'The release note of that version by its author; empty for another form.' },
    moved: list({ from: text, to: text }),
    renamed: list({ label: text, from: text, to: text }),
    dropped: list(
      {
        path: { type: 'string', description: 'The current path in the order.' },
        label: text,
        text: { type: 'string', description: 'The display value; dots for a password.' },
        becomes: { type: 'string', description: 'The value that replaces it.' },
      },
      ['becomes'],
    ),
    added: list({
      label: text,
      text: { type: 'string', description: 'The initial value of the new field; a dash if it is empty.' },
    }),
    questions: list({ path: text, label: text, message: text }),
    unchanged: { type: 'integer', description: 'The number of unchanged values.' },
  },
  required: ['form', 'formVersion', 'note', 'moved', 'renamed', 'dropped', 'added', 'questions', 'unchanged'],
  additionalProperties: false,
};

/** OpenAPI documentation of the routes. */
const documented = {
  offer: {
    tag: orders.path,
    summary: 'Preview the upgrade of a DRAFT to the published version of its form',
    operationId: 'previewOrderUpgrade',
    description:
      'Returns the values that would move or be dropped, and the questions that would need an answer. `form` selects the published version of another form. Changes nothing.',
    query: { form: formId },
    answer: offer,
    errors: [
      'REQUEST_DENIED',
      'MISSING_ABILITY',
      'MISSING_PERMISSION',
      'RESOURCE_NOT_FOUND',
      'RESOURCE_INOPERABLE',
      'DATABASE_VALIDATION_ERROR',
    ],
  },
  take: {
    ...documentationOf(orders, 'update', ['RESOURCE_INOPERABLE']),
    summary: 'Upgrade a DRAFT to the published version of its form, or of another form',
    description:
      'Moves values along with their widgets, matched by stable ids. The dropped values must be exactly those in `drops`. Creates a version of the order: restoring the previous version also restores the earlier form. Returns the order.',
  },
} satisfies Record<string, Documentation>;

/** Preview of an upgrade: what the published form version would do to a draft. */
interface UpgradePreview extends UpgradeSummary {
  form: string;
  /** The published version. */
  formVersion: number;
  note: string;
  /** Problems that the draft would have after the upgrade and does not have now. */
  questions: { path: string; label: string; message: string }[];
}

interface UpgradeBody {
  form?: string;
  formVersion: number;
  /** The paths of all dropped values, as offered; the user has agreed to them. */
  drops: string[];
}

/**
 * Previews the upgrade of a draft to the published version of its form or of another form. Throws REQUEST_DENIED for an
 * order that is no DRAFT.
 */
async function previewUpgrade(viewer: Viewer, id: string, form?: string): Promise<UpgradePreview> {
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
async function upgradeOrder(
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
