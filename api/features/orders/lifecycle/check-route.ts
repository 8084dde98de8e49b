import type { FastifyInstance } from 'fastify';
import type { Order } from '#schemas/generated/types.ts';
import { dataFields } from '#schemas/orders/order-fields.ts';
import { signedIn } from '../../../engine/access/signed-in.ts';
import { documentationOf, ifMatch } from '../../../engine/resource/routes/documentation.ts';
import { ifMatchRevision } from '../../../engine/resource/routes/routes.ts';
import { toResponse } from '../../../engine/resource/rules/serializer.ts';
import { createBody, idParams, type JsonSchema, updateBody } from '../../../engine/resource/schemas/body-schema.ts';
import { type Documentation, schemaRef } from '../../../engine/resource/schemas/documentation.ts';
import { recordSchema } from '../../../engine/resource/schemas/record-schema.ts';
import { resource } from '../../../engine/store/model.ts';
import { dryRunNewOrder, dryRunOrder } from './write-order.ts';

const orders = resource('Order');

/** JSON Schema of a body with the order's data fields and the other named fields. */
export const changesBody = (...others: string[]): JsonSchema => bodyOf(updateBody(orders), [...dataFields, ...others]);

/** The part of a body's schema with the named properties. */
function bodyOf({ properties }: JsonSchema, names: readonly string[]): JsonSchema {
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(Object(properties)).filter(([name]) => names.includes(name))),
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

/**
 * POST /api/orders/preview: the order that a POST without data would create, without storing it, and its form. The
 * portal shows it until something is typed, so that starting an order leaves no empty draft.
 */
export async function newOrderPreviewRoute(app: FastifyInstance): Promise<void> {
  app.post<{ Body: Pick<Order, 'channelId' | 'client'> }>(
    '/api/orders/preview',
    {
      schema: { body: { ...bodyOf(createBody(orders), ['channelId', 'client']), required: ['channelId'] } },
      config: { documentation: previewDocumentation, isHeavy: () => true },
    },
    async (request) => {
      const viewer = signedIn(request);
      const { order, form, client } = await dryRunNewOrder({ viewer, body: request.body, log: request.log });
      return {
        order: {
          ...toResponse(orders, order, viewer),
          client: client && toResponse(resource('Client'), client, viewer),
          user: toResponse(resource('User'), viewer.user, viewer),
        },
        form: toResponse(resource('Form'), form, viewer),
      };
    },
  );
}

const previewDocumentation: Documentation = {
  ...documentationOf(orders, 'create', ['RESOURCE_INOPERABLE']),
  summary: 'Preview a new Order without creating it',
  description:
    "Dry run: returns the order that POST /api/orders would create for this channel and client, on the channel's form and with its initial values, and the form. Client and user are populated. The order has no id, reference code or revision yet.",
  status: 200,
  headers: {},
  answerHeaders: {},
  answer: {
    type: 'object',
    properties: { order: { type: 'object', additionalProperties: true }, form: schemaRef('Form') },
    required: ['order', 'form'],
    additionalProperties: false,
  },
};

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
