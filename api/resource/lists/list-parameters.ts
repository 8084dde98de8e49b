import type { Resource } from '#schemas/resource/resource.ts';
import type { JsonSchema } from '../schemas/body-schema.ts';
import { filterableFields, operatorsOf, servedFilters } from './filters.ts';
import { isParameter, parameters } from './parameters.ts';
import { answeredFields } from './visible-resource.ts';

/** The query parameters of a list in both dialects: its filters by field name, then what all lists know (design 3). */
export function listParameters(resource: Resource, queryKeys: string[]): Record<string, JsonSchema> {
  const known = { ...resource, fields: answeredFields(resource) };
  const common = Object.entries(parameters).map(([key, { schema }]) => [key, schema(known)]);
  return {
    ...filterParameters(known),
    ...Object.fromEntries(queryKeys.map((key) => [key, { type: 'string', description: 'A condition of its own.' }])),
    ...Object.fromEntries(common),
  };
}

/** The same without what says which page is asked for: CSV holds all of them. */
export function csvParameters(resource: Resource, queryKeys: string[]): Record<string, JsonSchema> {
  const all = Object.entries(listParameters(resource, queryKeys));
  return Object.fromEntries(all.filter(([key]) => !(isParameter(key) && parameters[key].isPlace)));
}

const words = {
  from: 'this or later',
  to: 'this or earlier',
  is: 'empty or any',
};

function filterParameters(resource: Resource): Record<string, JsonSchema> {
  const entries = filterableFields(servedFilters(resource)).flatMap((field) => [
    [field.name, { type: 'string', description: `${field.label}: a value or a comma list.` }],
    ...operatorsOf(field).map((each) => [
      `${field.name}.${each}`,
      { type: 'string', description: `${field.label}: ${words[each]}.` },
    ]),
  ]);
  return Object.fromEntries(entries);
}
