import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { JsonMap, Product } from '#schemas/generated/types.ts';
import { signedIn } from '../../engine/access/signed-in.ts';
import { allowedFilter, loadReadable, type Viewer } from '../../engine/access/viewer.ts';
import { registerEmbedded } from '../../engine/resource/routes/nested.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { assertReferencesExist } from '../../engine/resource/rules/references.ts';
import { idParams, problemList } from '../../engine/resource/schemas/body-schema.ts';
import type { Documentation } from '../../engine/resource/schemas/documentation.ts';
import { storeOf } from '../../engine/store/store.ts';
import { ApiError, invalidRequest, notFound, type Problem } from '../../platform/errors/catalogue.ts';
import { idPattern } from '../../platform/errors/schema-messages.ts';
import { accessRules, updateAccessKeys } from './access-rules.ts';
import {
  applyLineDefaults,
  assertLineSchema,
  combinedSchemaOf,
  lineSchemaErrors,
  lineSchemaProblems,
  normalizeLine,
  validateLineData,
} from './line-schema.ts';
import { gzippedModule, validatorHash, validatorUrl } from './line-validators.ts';

/**
 * Hooks of products: the schema must compile, parents must not form a cycle, and responses contain the combined schema.
 */
export const products: ResourceHooks<Product> = {
  async beforeWrite({ changes, current }) {
    if (changes.schema) assertLineSchema(changes.schema);
    if (changes.includedProducts) await assertIncludesOthers(current?.id, changes.includedProducts);
    if (changes.parent) await assertPlace(current?.id, changes.parent);
    if (changes.schema || changes.parent) await assertFitsAbove({ schema: {}, parent: null, ...current, ...changes });
    return changes;
  },
  async afterWrite(record, { action, current }) {
    if (action !== 'delete') await updateAccessKeys(record, current);
  },
  async onRead(records) {
    // Lists leave the schemas out, so there is nothing to combine.
    if (records.every((record) => !Object.hasOwn(record, 'schema'))) return records;
    const parents = await loadAncestors(records);
    return records.map((record) => {
      const combinedSchema = combinedSchemaOf(record, parents);
      return { ...record, combinedSchema, lineValidator: validatorUrl(record.id, combinedSchema) };
    });
  },
};

/** Loads all ancestors of products by id, with one query per level. */
async function loadAncestors(
  records: Pick<Product, 'parent'>[],
): Promise<Map<string, { parent: string | null; schema: JsonMap }>> {
  const found = new Map<string, { parent: string | null; schema: JsonMap }>();
  let parentIds = records.map(({ parent }) => parent).filter((id): id is string => id !== null);
  while (parentIds.length > 0) {
    const level = await storeOf('Product').find({ filter: { _id: { $in: [...new Set(parentIds)] } } });
    for (const { id, parent, schema } of level) found.set(id, { parent, schema });
    parentIds = level.map(({ parent }) => parent).filter((id): id is string => id !== null && !found.has(id));
  }
  return found;
}

/** The combined schema of a product and its ancestors, which its lines must match. */
const lineSchemaOf = async (product: Pick<Product, 'schema' | 'parent'>): Promise<JsonMap> =>
  combinedSchemaOf(product, await loadAncestors([product]));

/** Why a valid schema is invalid together with its ancestors' schemas; empty when it is not. */
function combinedSchemaProblems(combined: JsonMap): Problem[] {
  // Problems in the ancestors' own schemas are not reported here.
  const [fault] = lineSchemaErrors(combined);
  return fault ? [{ path: '/schema', message: `Combined with its parent products: ${fault.message}` }] : [];
}

async function assertFitsAbove(product: Pick<Product, 'schema' | 'parent'>): Promise<void> {
  if (product.parent === null) return;
  const problems = combinedSchemaProblems(await lineSchemaOf(product));
  if (problems.length > 0) throw invalidRequest('body', problems);
}

/** Throws REQUEST_SCHEMA_INVALID for each included product that is this one or includes it (cycle detection). */
async function assertIncludesOthers(id: string | undefined, included: Product['includedProducts']): Promise<void> {
  if (id === undefined) return;
  const problems: Problem[] = [];
  for (const [index, { productId }] of included.entries()) {
    const path = productId === id ? [] : await inclusionPath(productId, id);
    if (!path) continue;
    const through = path.length > 0 ? `, as it would through ${path.join(', ')}` : '';
    const message = `A product cannot include itself${through}`;
    problems.push({ path: `/includedProducts/${index}/productId`, value: productId, message });
  }
  if (problems.length > 0) throw invalidRequest('body', problems);
}

/** The names of the products through which one includes another; null when it does not (breadth-first search). */
async function inclusionPath(from: string, target: string): Promise<string[] | null> {
  const paths = new Map<string, string[]>([[from, []]]);
  for (let level = [from]; level.length > 0; ) {
    const next: string[] = [];
    for (const { id, name, includedProducts } of await storeOf('Product').find({ filter: { _id: { $in: level } } })) {
      const path = [...(paths.get(id) ?? []), name];
      for (const { productId } of includedProducts) {
        if (productId === target) return path;
        if (paths.has(productId)) continue;
        paths.set(productId, path);
        next.push(productId);
      }
    }
    level = next;
  }
  return null;
}

/** Each level costs a query and another schema for every line. */
const maxDepth = 10;

async function assertPlace(id: string | undefined, parent: string): Promise<void> {
  const above = await loadAncestors([{ parent }]);
  const reject = (message: string) => invalidRequest('body', [{ path: '/parent', value: parent, message }]);
  if (id !== undefined && above.has(id)) throw reject('A product cannot be below itself');
  if (above.size > maxDepth) throw reject(`At most ${maxDepth} levels of products`);
}

/** Registers the product routes besides the generated ones (design 3). */
export async function productRoutes(app: FastifyInstance): Promise<void> {
  await productCheckRoute(app);
  await productValidatorRoute(app);
  registerEmbedded(app, {
    name: 'AccessRule',
    declaration: accessRules,
    above: { name: 'Product', declaration: products },
  });
}

const map = { type: 'object', additionalProperties: true };

const checkBody = {
  type: 'object',
  properties: {
    schema: { ...map, title: 'Line schema' },
    parent: { type: ['string', 'null'], pattern: idPattern, title: 'Parent', default: null },
    data: { ...map, title: 'Data of a line', 'x-plain-keys': true },
  },
  required: ['schema'],
  additionalProperties: false,
};

const checkDocumentation: Documentation = {
  body: checkBody,
  summary: 'Validate the schema of a Product and the data of a line without saving',
  description:
    'Requires permission to update products. Problems of the schema have paths below /schema, those of the data below /data. The data defaults to the initial data of a new line.',
  tag: 'products',
  answer: {
    type: 'object',
    properties: {
      schema: { ...map, description: 'The combined schema of a line: those of the ancestor products and this one' },
      data: { ...map, description: 'The data as a line would store it' },
      problems: problemList('The value at that path'),
    },
    required: ['problems'],
    additionalProperties: false,
  },
  errors: ['MISSING_ABILITY', 'DATABASE_VALIDATION_ERROR'],
};

interface CheckRequest {
  schema: JsonMap;
  parent?: string | null;
  data?: JsonMap;
}

/** Result of a check, without `schema` and `data` when the schema is invalid. */
interface CheckedLine {
  schema?: JsonMap;
  data?: JsonMap;
  problems: Problem[];
}

/**
 * POST /api/products/check: validates a product's line schema and the data of a line without saving (design 3 and 6).
 */
async function productCheckRoute(app: FastifyInstance): Promise<void> {
  app.post<{ Body: CheckRequest }>(
    '/api/products/check',
    { schema: { body: checkBody }, config: { documentation: checkDocumentation } },
    async (request): Promise<CheckedLine> => {
      const viewer = signedIn(request);
      allowedFilter(viewer, 'update', 'Product');
      const { schema, parent = null, data } = request.body;
      const faults = lineSchemaProblems(schema);
      if (faults.length > 0) return { problems: at('/schema', faults) };
      await assertReferencesExist(viewer, 'Product', { parent });
      const combined = await lineSchemaOf({ schema, parent });
      const combinedFaults = combinedSchemaProblems(combined);
      return combinedFaults.length > 0 ? { problems: combinedFaults } : checkLine(combined, data);
    },
  );
}

function checkLine(schema: JsonMap, sent: JsonMap | undefined): CheckedLine {
  const { data } = normalizeLine(schema, sent ?? applyLineDefaults(schema, {}));
  return { schema, data, problems: at('/data', validateLineData(schema, data)) };
}

const at = (place: string, problems: Problem[]): Problem[] =>
  problems.map((each) => ({ ...each, path: place + each.path }));

const mediaType = 'application/javascript';

const validatorQuery = {
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

const validatorDocumentation: Documentation = {
  tag: 'products',
  summary: 'Get the line validator of a Product as a JavaScript module',
  description:
    'Precompiled from the combined schema, for browsers whose content security policy forbids code generation. RESOURCE_INOPERABLE if the schema takes too long to compile.',
  query: validatorQuery,
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
async function productValidatorRoute(app: FastifyInstance): Promise<void> {
  const querystring = { type: 'object', properties: validatorQuery, additionalProperties: false };
  app.get<ValidatorRequest>(
    '/api/products/:id/validator',
    { schema: { params: idParams('id'), querystring }, config: { documentation: validatorDocumentation } },
    async (request, reply) => {
      const { params, query } = request;
      const schema = await lineSchemaOf(await productFor(signedIn(request), params.id, query.order));
      if (query.schema !== undefined && query.schema !== validatorHash(schema)) throw notFound('Product', params.id);
      const gzip = await gzippedModule(schema);
      if (!gzip)
        throw new ApiError('RESOURCE_INOPERABLE', {
          reason: 'The schema of this product is not available as a module for browsers',
          details: { resourceType: 'Product', resourceId: params.id },
        });
      reply.headers({
        'Cache-Control': query.schema === undefined ? 'private, no-cache' : 'private, max-age=31536000, immutable',
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
