import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../../engine/access/signed-in.ts';
import { loadReadable, may } from '../../../engine/access/viewer.ts';
import { idParams } from '../../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../../engine/resource/schemas/documentation.ts';
import { resource } from '../../../engine/store/model.ts';
import { validatorUrl } from '../../products/line-validators.ts';
import { lineProducts } from './lines.ts';

const text = { type: 'string' };

const documentation: Documentation = {
  tag: resource('Order').path,
  summary: 'List the products of the lines of an Order, with their data schemas',
  description:
    'Requires read access to the order only: includes products that the caller cannot order, or that only another line includes (design 4).',
  answer: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        id: text,
        key: text,
        name: text,
        description: text,
        group: text,
        schema: {
          type: 'object',
          additionalProperties: true,
          description: 'The JSON Schema of the data of a line, combined from the product and its ancestors.',
        },
        lineValidator: {
          type: 'string',
          description: 'The URL of a JavaScript module that validates the data of a line against this schema.',
        },
        includedProducts: {
          type: 'array',
          items: {
            type: 'object',
            properties: { productId: text, name: text, min: { type: 'integer' } },
            required: ['productId', 'name', 'min'],
            additionalProperties: false,
          },
        },
      },
      required: ['id', 'key', 'name', 'schema', 'lineValidator', 'includedProducts'],
      additionalProperties: false,
    },
  },
  errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND'],
};

/**
 * GET /api/orders/{id}/products: the products of the order's lines, with the schemas that render and validate them, for
 * anyone who may read the order.
 */
export async function orderProductsRoute(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { id: string } }>(
    '/api/orders/:id/products',
    { schema: { params: idParams('id') }, config: { documentation } },
    async (request) => {
      const viewer = signedIn(request);
      const order = await loadReadable(viewer, 'Order', request.params.id);
      const products = await lineProducts([...new Set(order.products.map(({ product }) => product))]);
      const included = await lineProducts(
        [...products.values()].flatMap(({ includedProducts }) => includedProducts.map(({ productId }) => productId)),
      );
      return [...products.values()].map((product) => {
        const { id, key, name, description, group, lineSchema, includedProducts } = product;
        // Use the same URL for all orders if the viewer may read the product, so that the browser caches the module
        // once.
        const viaOrder = may(viewer, 'read', 'Product', product) ? undefined : order.id;
        return {
          id,
          key,
          name,
          description,
          group,
          schema: lineSchema,
          lineValidator: validatorUrl(id, lineSchema, viaOrder),
          includedProducts: includedProducts.flatMap(({ productId, min }) => {
            const each = included.get(productId);
            return each ? [{ productId, name: each.name, min }] : [];
          }),
        };
      });
    },
  );
}
