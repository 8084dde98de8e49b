import type { Property, ResourceVocabulary } from '../generated/vocabulary.ts';
import { baseProperties } from '../resource/resource.ts';
import type { Problem, Written } from './problem.ts';

/** Ids of rows that a caller may give (design 7). */
const rowKey: Property = { type: 'string', title: 'Id', pattern: '^[a-z0-9]{16}$', 'x-default': 'rowKey' };

/** The schemas with every `x-part` replaced by the properties of the resource whose records are kept there. */
export function withParts(written: Written[]): Written[] {
  const parts = new Map(written.map(({ schema }) => [schema.title, schema]));
  return written.map(({ file, schema }) => {
    const entries = Object.entries(schema.properties).map(([name, property]) => [name, expanded(property, parts)]);
    return { file, schema: { ...schema, properties: Object.fromEntries(entries) } };
  });
}

/** A list's items that were made of a part's schema, so that who writes them down need not write that out again. */
const madeOf = new WeakMap<object, ResourceVocabulary>();

/** The part that a list's items were made of, if they were. */
export const partBehind = (items: object): ResourceVocabulary | undefined => madeOf.get(items);

function expanded(property: Property, parts: Map<string, ResourceVocabulary>): Property {
  const part = parts.get(property.items?.['x-part'] ?? '');
  if (!part) return property;
  const items = itemOf(part);
  madeOf.set(items, part);
  return { ...property, items };
}

/** What a kept record has beside the resource's own fields. */
export const baseOf = (part: ResourceVocabulary): Record<string, Property> =>
  part['x-store']?.within?.rowKeys ? { id: rowKey } : baseProperties;

/** A kept record: the resource's own fields between those that every record has. */
function itemOf(part: ResourceVocabulary): Property {
  const always = Object.entries(part.properties).filter(
    ([, { readOnly, default: fallback, 'x-extra': isExtra }]) => (readOnly && !isExtra) || fallback !== undefined,
  );
  return {
    type: 'object',
    properties: { ...baseOf(part), ...part.properties },
    required: [...new Set([...Object.keys(baseOf(part)), ...(part.required ?? []), ...always.map(([name]) => name)])],
    additionalProperties: false,
  };
}

/** What a schema says of nesting that other schemas, or its own fields, do not bear out. */
export function nestingProblems({ file, schema }: Written, written: Written[]): Problem[] {
  const { under, within } = schema['x-store'] ?? {};
  const titles = written.map((each) => each.schema.title);
  const titled = (title: string) => written.find((each) => each.schema.title === title)?.schema;
  const kept = titles.filter((title) => titled(title)?.['x-store']?.within);
  const problems: Problem[] = Object.entries(schema.properties).flatMap(([name, { items }]) => {
    const part = items?.['x-part'];
    if (part === undefined || kept.includes(part)) return [];
    const fault = 'is the title of no schema with x-store/within';
    return [{ file, key: `properties/${name}/items/x-part`, value: part, fault, words: kept }];
  });
  const above = under ?? within;
  if (above && !titled(above.resource)) {
    const key = `x-store/${under ? 'under' : 'within'}/resource`;
    return [...problems, { file, key, value: above.resource, fault: 'is the title of no schema', words: titles }];
  }
  if (under && !schema.properties[under.field]?.readOnly) {
    const words = Object.keys(schema.properties).filter((name) => schema.properties[name]?.readOnly);
    const fault = 'must be a field that is readOnly, since the path gives it';
    problems.push({ file, key: 'x-store/under/field', value: under.field, fault, words });
  }
  if (within && titled(within.resource)?.properties[within.field]?.items?.['x-part'] !== schema.title) {
    const fault = `is no list of ${within.resource} with items {"x-part": "${schema.title}"}`;
    problems.push({ file, key: 'x-store/within/field', value: within.field, fault });
  }
  return problems;
}
