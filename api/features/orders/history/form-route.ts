import type { FastifyInstance } from 'fastify';
import type { Form } from '#schemas/generated/types.ts';
import { signedIn } from '../../../engine/access/signed-in.ts';
import { loadReadable } from '../../../engine/access/viewer.ts';
import { toResponse } from '../../../engine/resource/rules/serializer.ts';
import { idParams } from '../../../engine/resource/schemas/body-schema.ts';
import { type Documentation, schemaRef } from '../../../engine/resource/schemas/documentation.ts';
import { resource } from '../../../engine/store/model.ts';
import { recordCache } from '../../../engine/store/record-cache.ts';
import { publishedVersion } from '../../forms/read-forms.ts';
import { missingFormError } from '../lines/order-problems.ts';
import { orderAtRevision } from './versions.ts';

const querystring = {
  type: 'object',
  properties: { revision: { type: 'string', pattern: '^[1-9][0-9]{0,8}$' } },
  additionalProperties: false,
};

const documentation: Documentation = {
  tag: resource('Order').path,
  summary: 'Get the form version of an Order',
  description:
    'Returns the form version that the order uses, or used at `revision`. Requires read access to the order only, even if its channel uses another form now.',
  query: { revision: { type: 'integer', minimum: 1 } },
  answer: schemaRef('Form'),
  errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND', 'RESOURCE_INOPERABLE'],
};

/**
 * GET /api/orders/{id}/form: the form version that the order is filled on, so that an old order always looks as it did
 * (design 7).
 */
export async function orderFormRoute(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { id: string }; Querystring: { revision?: string } }>(
    '/api/orders/:id/form',
    { schema: { params: idParams('id'), querystring }, config: { documentation } },
    async (request) => {
      const viewer = signedIn(request);
      const now = await loadReadable(viewer, 'Order', request.params.id);
      const { revision } = request.query;
      const order = revision ? await orderAtRevision(now, Number(revision), request.log) : now;
      const form = (await recordCache('Form', [order.form])).get(order.form);
      if (!form) throw missingFormError(order);
      const publishedForm = await asPublished(form, order.formVersion);
      return toResponse(resource('Form'), publishedForm, viewer);
    },
  );
}

async function asPublished(form: Form, number: number): Promise<Form> {
  if (number === form.version) return form;
  const { formSchema, note = '' } = await publishedVersion(form, number);
  return { ...form, version: number, formSchema, note };
}
