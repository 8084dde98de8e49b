import type { JsonMap, Product } from '#schemas/generated/types.ts';
import { invalidRequest, type Problem } from '../errors/catalogue.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { store } from '../store/store.ts';
import { combinedSchemaOf } from './combined-schema.ts';
import { assertLineSchema, unusableFor } from './line-schema.ts';
import { validatorAddress } from './line-validators.ts';
import { settleAccess } from './settle-access.ts';

/** Products: a schema that compiles, parents without a circle, and the combined schema of each answer. */
export const products: Declaration<Product> = {
  async beforeWrite({ changes, current }) {
    if (changes.schema) assertLineSchema(changes.schema);
    if (changes.includedProducts) await assertIncludesOthers(current?.id, changes.includedProducts);
    if (changes.parent) await assertPlace(current?.id, changes.parent);
    if (changes.schema || changes.parent) await assertFitsAbove({ schema: {}, parent: null, ...current, ...changes });
    return changes;
  },
  async afterWrite(record, { action, current }) {
    if (action !== 'delete') await settleAccess(record, current);
  },
  async onRead(records) {
    // A list leaves the schemas out: then there is nothing to combine.
    if (records.every((record) => !Object.hasOwn(record, 'schema'))) return records;
    const parents = await ancestorsOf(records);
    return records.map((record) => {
      const combinedSchema = combinedSchemaOf(record, parents);
      return { ...record, combinedSchema, lineValidator: validatorAddress(record.id, combinedSchema) };
    });
  },
};

/** All products above these by id, one query for each level. */
export async function ancestorsOf(
  records: Pick<Product, 'parent'>[],
): Promise<Map<string, { parent: string | null; schema: JsonMap }>> {
  const found = new Map<string, { parent: string | null; schema: JsonMap }>();
  let wanted = records.map(({ parent }) => parent).filter((id): id is string => id !== null);
  while (wanted.length > 0) {
    const level = await store('Product').find({ filter: { _id: { $in: [...new Set(wanted)] } } });
    for (const { id, parent, schema } of level) found.set(id, { parent, schema });
    wanted = level.map(({ parent }) => parent).filter((id): id is string => id !== null && !found.has(id));
  }
  return found;
}

/** What its lines must fit: the schemas of the products above it and its own. */
export const lineSchemaOf = async (product: Pick<Product, 'schema' | 'parent'>): Promise<JsonMap> =>
  combinedSchemaOf(product, await ancestorsOf([product]));

/** Why a schema that is sound by itself is not with those above it; none where it is. */
export function faultsWithAbove(combined: JsonMap): Problem[] {
  // The words of those above are not this one's to mend.
  const [fault] = unusableFor(combined);
  return fault ? [{ path: '/schema', message: `With the products above it: ${fault.message}` }] : [];
}

async function assertFitsAbove(product: Pick<Product, 'schema' | 'parent'>): Promise<void> {
  if (product.parent === null) return;
  const problems = faultsWithAbove(await lineSchemaOf(product));
  if (problems.length > 0) throw invalidRequest('body', problems);
}

/** Throws REQUEST_SCHEMA_INVALID at each product that is this one, or includes it in its turn. */
async function assertIncludesOthers(id: string | undefined, included: Product['includedProducts']): Promise<void> {
  if (id === undefined) return;
  const problems: Problem[] = [];
  for (const [index, { productId }] of included.entries()) {
    const way = productId === id ? [] : await wayOfIncluding(productId, id);
    if (!way) continue;
    const through = way.length > 0 ? `, as it would by ${way.join(', ')}` : '';
    const message = `A product can not include itself${through}`;
    problems.push({ path: `/includedProducts/${index}/productId`, value: productId, message });
  }
  if (problems.length > 0) throw invalidRequest('body', problems);
}

/** The names of the products by which one includes another; null where it does not. */
async function wayOfIncluding(from: string, sought: string): Promise<string[] | null> {
  const ways = new Map<string, string[]>([[from, []]]);
  for (let level = [from]; level.length > 0; ) {
    const next: string[] = [];
    for (const { id, name, includedProducts } of await store('Product').find({ filter: { _id: { $in: level } } })) {
      const way = [...(ways.get(id) ?? []), name];
      for (const { productId } of includedProducts) {
        if (productId === sought) return way;
        if (ways.has(productId)) continue;
        ways.set(productId, way);
        next.push(productId);
      }
    }
    level = next;
  }
  return null;
}

/** Each level is a query and a schema more for every line. */
const deepest = 10;

async function assertPlace(id: string | undefined, parent: string): Promise<void> {
  const above = await ancestorsOf([{ parent }]);
  const refuse = (message: string) => invalidRequest('body', [{ path: '/parent', value: parent, message }]);
  if (id !== undefined && above.has(id)) throw refuse('A product can not be below itself');
  if (above.size > deepest) throw refuse(`Products may be at most ${deepest} deep`);
}
