import type { Resource } from '#schemas/resource/resource.ts';
import type { JsonSchema } from '../schemas/body-schema.ts';
import { anyKey, filterableFields, operatorsOf } from './filters.ts';
import { isParameter, listParameterTable } from './parameters.ts';
import { responseFields } from './visible-resource.ts';

/** Extra query keys of a list that are no fields, with their descriptions. */
export type ExtraQueryKeys = Record<string, string>;

/**
 * OpenAPI query parameters of a list in both dialects: filters by field name, then the common parameters (design 3).
 */
export function listParameters(resource: Resource, queryKeys: ExtraQueryKeys): Record<string, JsonSchema> {
  return parametersOf(resource, queryKeys, (key) => !listParameterTable[key].isExport);
}

function parametersOf(
  resource: Resource,
  queryKeys: ExtraQueryKeys,
  isOffered: (key: keyof typeof listParameterTable) => boolean,
): Record<string, JsonSchema> {
  const known = { ...resource, fields: responseFields(resource) };
  const common = Object.entries(listParameterTable).flatMap(([key, { schema }]) =>
    isParameter(key) && isOffered(key) ? [[key, schema(known)]] : [],
  );
  return {
    ...filterParameters(known),
    ...Object.fromEntries(
      Object.entries(queryKeys).map(([key, description]) => [key, { type: 'string', description }]),
    ),
    ...Object.fromEntries(common),
  };
}

/** The same without pagination parameters: an export contains all pages. */
export function exportParameters(resource: Resource, queryKeys: ExtraQueryKeys): Record<string, JsonSchema> {
  return parametersOf(resource, queryKeys, (key) => !listParameterTable[key].isPagination);
}

const words = {
  from: 'this or later',
  to: 'this or earlier',
  is: 'empty or any',
  not: 'none of these values',
  contains: 'contains one of these texts',
};

/** The query parameters that are filters. */
export function filterParameters(resource: Resource): Record<string, JsonSchema> {
  const entries = filterableFields(resource).flatMap((field) => [
    [field.name, { type: 'string', description: `${field.label}: a value or a comma-separated list.` }],
    ...operatorsOf(field).map((each) => [
      `${field.name}.${each}`,
      { type: 'string', description: `${field.label}: ${words[each]}.` },
    ]),
  ]);
  return { ...Object.fromEntries(entries), [anyKey]: { type: 'string', description: anyDescription } };
}

const anyDescription =
  'Groups of filters, of which one must match, as a JSON list of objects: [{"status":"DRAFT"},{"amount":{"from":5000}}].';
