import type { Resource } from '#schemas/resource/resource.ts';
import type { JsonSchema } from '../schemas/body-schema.ts';
import { filterableFields, operatorsOf, servedFilters } from './filters.ts';
import { isParameter, parameters } from './parameters.ts';
import { answeredFields } from './visible-resource.ts';

/** The query keys of a list that name no field, each with what is said of it. */
export type OwnKeys = Record<string, string>;

/** The query parameters of a list in both dialects: its filters by field name, then what all lists know (design 3). */
export function listParameters(resource: Resource, queryKeys: OwnKeys): Record<string, JsonSchema> {
  const known = { ...resource, fields: answeredFields(resource) };
  const common = Object.entries(parameters).map(([key, { schema }]) => [key, schema(known)]);
  return {
    ...filterParameters(known),
    ...Object.fromEntries(
      Object.entries(queryKeys).map(([key, description]) => [key, { type: 'string', description }]),
    ),
    ...Object.fromEntries(common),
  };
}

/** The same without what says which page is asked for: CSV holds all of them. */
export function csvParameters(resource: Resource, queryKeys: OwnKeys): Record<string, JsonSchema> {
  const all = Object.entries(listParameters(resource, queryKeys));
  return Object.fromEntries(all.filter(([key]) => !(isParameter(key) && parameters[key].isPlace)));
}

const words = {
  from: 'this or later',
  to: 'this or earlier',
  is: 'empty or any',
};

/** Those of them that are filters. */
export function filterParameters(resource: Resource): Record<string, JsonSchema> {
  const entries = filterableFields(servedFilters(resource)).flatMap((field) => [
    [field.name, { type: 'string', description: `${field.label}: a value or a comma list.` }],
    ...operatorsOf(field).map((each) => [
      `${field.name}.${each}`,
      { type: 'string', description: `${field.label}: ${words[each]}.` },
    ]),
  ]);
  return Object.fromEntries(entries);
}
