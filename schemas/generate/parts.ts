import type { Property, ResourceVocabulary } from '../generated/vocabulary.ts';
import { baseProperties } from '../resource/resource.ts';

/** Ids of rows that a caller may give (design 7). */
const rowKey: Property = { type: 'string', title: 'Id', pattern: '^[a-z0-9]{16}$', 'x-default': 'rowKey' };

/** The schemas with every `x-part` replaced by the properties of the resource whose records are kept there. */
export function withParts(schemas: ResourceVocabulary[]): ResourceVocabulary[] {
  const parts = new Map(schemas.map((schema) => [schema.title, schema]));
  return schemas.map((schema) => ({
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, expanded(property, parts)]),
    ),
  }));
}

function expanded(property: Property, parts: Map<string, ResourceVocabulary>): Property {
  const part = parts.get(property.items?.['x-part'] ?? '');
  return part ? { ...property, items: itemOf(part) } : property;
}

/** A kept record: the resource's own fields between those that every record has. */
function itemOf(part: ResourceVocabulary): Property {
  const base: Record<string, Property> = part['x-store']?.within?.rowKeys ? { id: rowKey } : baseProperties;
  const always = Object.entries(part.properties).filter(
    ([, { readOnly, default: fallback }]) => readOnly || fallback !== undefined,
  );
  return {
    type: 'object',
    properties: { ...base, ...part.properties },
    required: [...new Set([...Object.keys(base), ...(part.required ?? []), ...always.map(([name]) => name)])],
    additionalProperties: false,
  };
}

/** What a schema says of nesting that other schemas, or its own fields, do not bear out. */
export function nestingProblems(schema: ResourceVocabulary, all: ResourceVocabulary[]): string[] {
  const { under, within } = schema['x-store'] ?? {};
  const titled = (title: string) => all.find((each) => each.title === title);
  const place = `schemas/${schema.title}/x-store`;
  const unknown = Object.values(schema.properties)
    .map(({ items }) => items?.['x-part'])
    .filter((part) => part !== undefined && !titled(part)?.['x-store']?.within);
  return [
    ...unknown.map((part) => `schemas/${schema.title}: x-part ${part} is no schema with x-store/within`),
    ...(under && !titled(under.resource) ? [`${place}/under/resource: no schema is titled ${under.resource}`] : []),
    ...(under && !schema.properties[under.field]?.readOnly
      ? [`${place}/under/field: ${under.field} must be a field that is readOnly`]
      : []),
    ...(within && titled(within.resource)?.properties[within.field]?.items?.['x-part'] !== schema.title
      ? [`${place}/within: ${within.resource}.${within.field} has no items {"x-part": "${schema.title}"}`]
      : []),
  ];
}
