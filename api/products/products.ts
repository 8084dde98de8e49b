import type { JsonMap, Product } from '#schemas/generated/types.ts';
import { invalidRequest } from '../errors/catalogue.ts';
import type { Declaration } from '../resource/rules/declaration.ts';
import { store } from '../store/store.ts';
import { combinedSchemaOf } from './combined-schema.ts';
import { assertLineSchema } from './line-schema.ts';
import { settleAccess } from './settle-access.ts';

/** Products: a schema that compiles, parents without a circle, and the combined schema of each answer. */
export const products: Declaration<Product> = {
  async beforeWrite({ changes, current }) {
    if (changes.schema) assertLineSchema(changes.schema);
    if (changes.includedProducts) assertIncludesOthers(current?.id, changes.includedProducts);
    if (changes.parent) await assertPlace(current?.id, changes.parent);
    return changes;
  },
  async afterWrite(record, { action, current }) {
    if (action !== 'delete') await settleAccess(record, current);
  },
  async onRead(records) {
    // A list leaves the schemas out: then there is nothing to combine.
    if (records.every((record) => !Object.hasOwn(record, 'schema'))) return records;
    const parents = await ancestorsOf(records);
    return records.map((record) => ({ ...record, combinedSchema: combinedSchemaOf(record, parents) }));
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

function assertIncludesOthers(id: string | undefined, included: Product['includedProducts']): void {
  const message = 'A product can not include itself';
  const problems = included.flatMap(({ productId }, index) =>
    productId === id ? [{ path: `/includedProducts/${index}/productId`, value: productId, message }] : [],
  );
  if (problems.length > 0) throw invalidRequest('body', problems);
}

/** Each level is a query and a schema more for every line. */
const deepest = 10;

async function assertPlace(id: string | undefined, parent: string): Promise<void> {
  const above = await ancestorsOf([{ parent }]);
  const refuse = (message: string) => invalidRequest('body', [{ path: '/parent', value: parent, message }]);
  if (id !== undefined && above.has(id)) throw refuse('A product can not be below itself');
  if (above.size > deepest) throw refuse(`Products may be at most ${deepest} deep`);
}
