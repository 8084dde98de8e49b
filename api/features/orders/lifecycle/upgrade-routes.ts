import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../../engine/access/signed-in.ts';
import { documentationOf } from '../../../engine/resource/routes/documentation.ts';
import { ifMatchRevision } from '../../../engine/resource/routes/routes.ts';
import { toResponse } from '../../../engine/resource/rules/serializer.ts';
import { idParams, type JsonSchema } from '../../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../../engine/resource/schemas/documentation.ts';
import { resource } from '../../../engine/store/model.ts';
import { idPattern } from '../../../platform/errors/schema-messages.ts';
import { previewUpgrade, type UpgradeBody, upgradeOrder } from './upgrade.ts';

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
    questions: list({ path: text, label: text, message: text }),
    unchanged: { type: 'integer', description: 'The number of unchanged values.' },
  },
  required: ['form', 'formVersion', 'note', 'moved', 'renamed', 'dropped', 'questions', 'unchanged'],
  additionalProperties: false,
};

/** OpenAPI documentation of the routes. */
const documented = {
  offer: {
    tag: orders.path,
    summary: 'Preview the upgrade of a DRAFT to the published version of its form',
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
