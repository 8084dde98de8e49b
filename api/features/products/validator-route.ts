import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Product } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { idParams } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { storeOf } from '../../engine/store/store.ts';
import { ApiError, notFound } from '../../platform/errors/catalogue.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import { gzippedModule, validatorHash } from './line-validators.ts';
import { lineSchemaOf } from './products.ts';

const mediaType = 'application/javascript';

const query = {
  schema: {
    type: 'string',
    pattern: '^[\\w-]{43}$',
    description: 'The hash of the compiled schema, as in `lineValidator` of the product. Any other value is 404.',
  },
  order: {
    type: 'string',
    pattern: idPattern,
    description:
      'The id of an order with a line of the product, for callers who can read the order but not the product.',
  },
};

const documentation: Documentation = {
  tag: 'products',
  summary: 'Get the line validator of a Product as a JavaScript module',
  description:
    'Precompiled from the combined schema, for browsers whose content security policy forbids code generation. RESOURCE_INOPERABLE if the schema takes too long to compile.',
  query,
  otherAnswers: { [mediaType]: { type: 'string' } },
  errors: ['MISSING_ABILITY', 'RESOURCE_NOT_FOUND', 'RESOURCE_INOPERABLE'],
};

interface ValidatorRequest {
  Params: { id: string };
  Querystring: { schema?: string; order?: string };
}

/**
 * GET /api/products/{id}/validator: the precompiled line validator. With the schema's hash in the URL it never changes
 * and is cached permanently (immutable).
 */
export async function productValidatorRoute(app: FastifyInstance): Promise<void> {
  const querystring = { type: 'object', properties: query, additionalProperties: false };
  app.get<ValidatorRequest>(
    '/api/products/:id/validator',
    { schema: { params: idParams('id'), querystring }, config: { documentation } },
    async (request, reply) => {
      const { params, query: requestQuery } = request;
      const schema = await lineSchemaOf(await productFor(signedIn(request), params.id, requestQuery.order));
      if (requestQuery.schema !== undefined && requestQuery.schema !== validatorHash(schema))
        throw notFound('Product', params.id);
      const gzip = await gzippedModule(schema);
      if (!gzip)
        throw new ApiError('RESOURCE_INOPERABLE', {
          reason: 'The schema of this product is not available as a module for browsers',
          details: { resourceType: 'Product', resourceId: params.id },
        });
      reply.headers({
        'Cache-Control':
          requestQuery.schema === undefined ? 'private, no-cache' : 'private, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
        'X-Content-Type-Options': 'nosniff',
      });
      reply.type(`${mediaType}; charset=utf-8`);
      if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(gunzipSync(gzip));
      return reply.header('Content-Encoding', 'gzip').send(gzip);
    },
  );
}

/** The product, if the viewer may read it or an order with a line of it. Throws RESOURCE_NOT_FOUND otherwise. */
async function productFor(viewer: Viewer, id: string, orderId: string | undefined): Promise<Product> {
  if (orderId === undefined) return await loadReadable(viewer, 'Product', id);
  const { products } = await loadReadable(viewer, 'Order', orderId);
  const isOrdered = products.some(({ product }) => product === id);
  const found = isOrdered ? await storeOf('Product').findOne({ _id: id }) : null;
  if (!found) throw notFound('Product', id);
  return found;
}
