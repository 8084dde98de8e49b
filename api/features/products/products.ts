import type { FastifyInstance } from 'fastify';
import type { JsonMap, Product } from '#schemas/generated/types.ts';
import { registerEmbedded } from '../../engine/resource/routes/nested.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { storeOf } from '../../engine/store/store.ts';
import { invalidRequest, type Problem } from '../../platform/errors/catalogue.ts';
import { accessRules, updateAccessKeys } from './access-rules.ts';
import { productCheckRoute } from './check.ts';
import { assertLineSchema, combinedSchemaOf, lineSchemaErrors } from './line-schema.ts';
import { validatorUrl } from './line-validators.ts';
import { productValidatorRoute } from './validator-route.ts';

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
export const lineSchemaOf = async (product: Pick<Product, 'schema' | 'parent'>): Promise<JsonMap> =>
  combinedSchemaOf(product, await loadAncestors([product]));

/** Why a valid schema is invalid together with its ancestors' schemas; empty when it is not. */
export function combinedSchemaProblems(combined: JsonMap): Problem[] {
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
