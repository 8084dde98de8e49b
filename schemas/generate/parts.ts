import type { Property, ResourceVocabulary } from '../generated/vocabulary.ts';
import { baseProperties } from '../resource/resource.ts';
import type { SchemaFile, SchemaFileProblem } from './problem.ts';

/** The property for row ids that a client may choose (design 7). */
const rowKey: Property = { type: 'string', title: 'Id', pattern: '^[a-z0-9]{16}$', 'x-default': 'rowKey' };

/** Expands every `x-part` to the properties of the resource that is embedded there. */
export function withParts(written: SchemaFile[]): SchemaFile[] {
  const parts = new Map(written.map(({ schema }) => [schema.title, schema]));
  return written.map(({ file, schema }) => {
    const entries = Object.entries(schema.properties).map(([name, property]) => [name, expandPart(property, parts)]);
    return { file, schema: { ...schema, properties: Object.fromEntries(entries) } };
  });
}

/** The part from which a list's items were expanded, so that generated code can refer to it instead of repeating it. */
const partsByItems = new WeakMap<object, ResourceVocabulary>();

/** The part from which a list's items were expanded, if any. */
export const partBehind = (items: object): ResourceVocabulary | undefined => partsByItems.get(items);

function expandPart(property: Property, parts: Map<string, ResourceVocabulary>): Property {
  const part = parts.get(property.items?.['x-part'] ?? '');
  if (!part) return property;
  const items = itemOf(part);
  partsByItems.set(items, part);
  return { ...property, items };
}

/** The base properties of an embedded record. */
export const baseOf = (part: ResourceVocabulary): Record<string, Property> =>
  part['x-store']?.within?.rowKeys ? { id: rowKey } : baseProperties;

/** The schema of an embedded record: base properties and the resource's own. */
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

/**
 * Validates nesting: the parent and the properties that `under`, `within` and `x-part` refer to must exist and match.
 */
export function nestingProblems({ file, schema }: SchemaFile, written: SchemaFile[]): SchemaFileProblem[] {
  const { under, within } = schema['x-store'] ?? {};
  const titles = written.map((each) => each.schema.title);
  const titled = (title: string) => written.find((each) => each.schema.title === title)?.schema;
  const embedded = titles.filter((title) => titled(title)?.['x-store']?.within);
  const problems: SchemaFileProblem[] = Object.entries(schema.properties).flatMap(([name, { items }]) => {
    const part = items?.['x-part'];
    if (part === undefined || embedded.includes(part)) return [];
    const fault = 'is not the title of a schema with x-store/within';
    return [{ file, key: `properties/${name}/items/x-part`, value: part, fault, words: embedded }];
  });
  const above = under ?? within;
  if (above && !titled(above.resource)) {
    const key = `x-store/${under ? 'under' : 'within'}/resource`;
    return [...problems, { file, key, value: above.resource, fault: 'is not the title of a schema', words: titles }];
  }
  if (under && !schema.properties[under.field]?.readOnly) {
    const words = Object.keys(schema.properties).filter((name) => schema.properties[name]?.readOnly);
    const fault = 'must be a readOnly field, because the path defines it';
    problems.push({ file, key: 'x-store/under/field', value: under.field, fault, words });
  }
  if (within && titled(within.resource)?.properties[within.field]?.items?.['x-part'] !== schema.title) {
    const fault = `is not a list of ${within.resource} with items {"x-part": "${schema.title}"}`;
    problems.push({ file, key: 'x-store/within/field', value: within.field, fault });
  }
  return problems;
}
