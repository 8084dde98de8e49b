import type { FastifyInstance } from 'fastify';
import type { Order } from '#schemas/generated/types.ts';
import { dataFields } from '#schemas/orders/order-fields.ts';
import { signedIn } from '../../../engine/access/signed-in.ts';
import { documentationOf, ifMatch } from '../../../engine/resource/routes/documentation.ts';
import { ifMatchRevision } from '../../../engine/resource/routes/routes.ts';
import { idParams, type JsonSchema, updateBody } from '../../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../../engine/resource/schemas/documentation.ts';
import { recordSchema } from '../../../engine/resource/schemas/record-schema.ts';
import { resource } from '../../../engine/store/model.ts';
import { dryRunOrder } from './write-order.ts';

const orders = resource('Order');

/** JSON Schema of a body with the order's data fields and the other named fields. */
export function changesBody(...others: string[]): JsonSchema {
  const names: readonly string[] = [...dataFields, ...others];
  const properties: object = Object(updateBody(orders).properties);
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => names.includes(name))),
    additionalProperties: false,
  };
}

const shapes = recordSchema(orders).properties;

/** POST /api/orders/{id}/check: validates data without saving them (dry run) and returns the problems (design 6). */
export async function checkRoute(app: FastifyInstance): Promise<void> {
  app.post<{ Params: { id: string }; Body: Partial<Order> }>(
    '/api/orders/:id/check',
    {
      schema: { params: idParams('id'), body: changesBody() },
      config: { documentation: checkDocumentation, isHeavy: () => true },
    },
    async (request) => {
      const { body, params, log } = request;
      const trial = { viewer: signedIn(request), id: params.id, body, revision: ifMatchRevision(request), log };
      const { problems = [], normalized = [] } = await dryRunOrder(trial);
      return { problems, normalized };
    },
  );
}

const checkDocumentation: Documentation = {
  ...documentationOf(orders, 'update', ['RESOURCE_INOPERABLE']),
  summary: 'Validate the data of an Order without saving it',
  description:
    'Dry run: returns the problems that would reject the submission of a DRAFT or the change of a COMPLETE order. `isExisting` marks problems that the COMPLETE order already has; they do not reject the change.',
  headers: ifMatch,
  answer: {
    type: 'object',
    properties: { problems: Object(shapes).problems, normalized: Object(shapes).normalized },
    required: ['problems', 'normalized'],
    additionalProperties: false,
  },
};
