import type { Faker } from '@faker-js/faker';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import type { LineProduct, OrderLine } from '../../orders/lines/lines.ts';
import type { FormName } from '../agency/channels.ts';
import { rowId } from '../agency/seeded.ts';
import type { Buyer, Market } from './market.ts';

const groups: Record<FormName, string[]> = {
  radio: ['Radio', 'Digital', 'Production'],
  website: ['Web', 'Production'],
};

/**
 * Generates up to three lines of products that suit the form and that the buyer may order, with their included
 * products.
 */
export function demoLines(
  random: Faker,
  { buyer, form, market }: { buyer: Buyer; form: FormName; market: Market },
): OrderLine[] {
  const fitting = buyer.products.filter(({ group }) => group && groups[form].includes(group));
  const chosen = random.helpers.arrayElements(fitting, { min: 0, max: Math.min(3, fitting.length) });
  return chosen.flatMap((product) => {
    const line = lineOf(random, product);
    const included = product.includedProducts.flatMap(({ productId, min }) => {
      const each = market.products.get(productId);
      return each ? Array.from({ length: min }, () => ({ ...lineOf(random, each), linkedTo: line.id })) : [];
    });
    return [line, ...included];
  });
}

function lineOf(random: Faker, product: LineProduct): OrderLine {
  return { id: rowId(random), product: product.id, key: product.key, data: varied(random, product) };
}

interface Field {
  default?: unknown;
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
}

const fields = new Map<string, [string, Field][]>();

/** Returns a product's defaults with random variations that its schema allows. */
function varied(random: Faker, { id, lineSchema }: LineProduct): JsonMap {
  const own = fields.get(id) ?? Object.entries(fieldsOf(lineSchema));
  fields.set(id, own);
  return Object.fromEntries(
    own.flatMap(([key, field]) => (field.default === undefined ? [] : [[key, variant(random, field)]])),
  );
}

function variant(random: Faker, field: Field): unknown {
  const value = field.default;
  if (field.enum) return random.helpers.arrayElement(field.enum);
  if (typeof value === 'boolean') return random.datatype.boolean();
  if (typeof value !== 'number') return value;
  const { minimum = 0, maximum = value } = field;
  const near = Math.round(value * random.helpers.arrayElement([0.5, 0.8, 1, 1, 1.2, 1.5, 2]));
  return Math.min(maximum, Math.max(minimum, near));
}

/** Merges the fields of a line schema; definitions by a product and its parent both apply. */
function fieldsOf(schema: JsonMap): Record<string, Field> {
  const parts: unknown[] = Array.isArray(schema.allOf) ? schema.allOf : [schema];
  const found: Record<string, Field> = {};
  for (const part of parts) {
    const properties = isRecord(part) && isRecord(part.properties) ? part.properties : {};
    for (const [key, field] of Object.entries(properties))
      found[key] = { ...found[key], ...(isRecord(field) ? field : {}) };
  }
  return found;
}
