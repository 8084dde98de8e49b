import type { Resource } from '#schemas/resource/resource.ts';
import type { JsonSchema } from '../schemas/body-schema.ts';
import { columnsOf } from './columns.ts';
import { filterableFields } from './filters.ts';
import { type commonKeys, type pageKeys, placeKeys, populatedNames, type simpleKeys, sortableNames } from './query.ts';
import { answeredFields } from './visible-resource.ts';

/** The query parameters of a list in both dialects: its filters by field name, then what all lists know (design 3). */
export function listParameters(resource: Resource, queryKeys: string[]): Record<string, JsonSchema> {
  const known = { ...resource, fields: answeredFields(resource) };
  const filters = filterableFields(known).map(({ name, label }) => [name, filter(label)]);
  return {
    ...Object.fromEntries(filters),
    ...Object.fromEntries(queryKeys.map((key) => [key, { type: 'string', description: 'A condition of its own.' }])),
    ...paged(known),
    ...simple,
    ...common(known),
  };
}

/** The same without what says which page is asked for: CSV holds all of them. */
export function csvParameters(resource: Resource, queryKeys: string[]): Record<string, JsonSchema> {
  const placing: readonly string[] = placeKeys;
  const all = Object.entries(listParameters(resource, queryKeys));
  return Object.fromEntries(all.filter(([key]) => !placing.includes(key)));
}

/** Which references a record is asked to hold as records. */
export function populateParameter({ fields }: Resource): JsonSchema {
  const names = fields.flatMap(populatedNames);
  return {
    type: 'string',
    description:
      names.length > 0
        ? `References to answer as records, in a comma list of: ${names.join(', ')}.`
        : 'This resource refers to nothing.',
  };
}

const filter = (label: string): JsonSchema => ({ type: 'string', description: `${label}: a value or a comma list.` });

const paged = (resource: Resource): Record<(typeof pageKeys)[number], JsonSchema> => ({
  page: { type: 'integer', minimum: 1, default: 1 },
  limit: { type: 'integer', minimum: 1, maximum: 200, default: 20 },
  after,
  search: { type: 'string', description: `Beginnings of words in: ${resource.search.join(', ')}.` },
  populate: populateParameter(resource),
});

/** Where a list goes on. */
export const after: JsonSchema = {
  type: 'string',
  description: 'The `next` of the page before, of the same filters and sort: in the place of page, however deep.',
};

const simple: Record<(typeof simpleKeys)[number], JsonSchema> = {
  range: {
    type: 'string',
    description:
      "react-admin's dialect: [first, last], with at most 1,000 rows. Can not be mixed with page, limit or filters.",
    examples: ['[0,24]'],
  },
  filter: {
    type: 'string',
    description: "react-admin's dialect: an object in JSON by field name; q is search, id may be a list.",
    examples: ['{"q":"bread"}'],
  },
};

const common = (resource: Resource): Record<(typeof commonKeys)[number], JsonSchema> => ({
  sort: {
    type: 'string',
    description: `Fields in a comma list, falling with a -, of: ${sortableNames(resource).join(', ')}. In react-admin's dialect JSON such as ["name","ASC"].`,
    examples: [resource.sort],
  },
  columns: {
    type: 'string',
    description: `What rows hold, beside id and revision, in a comma list of: ${columnsOf(resource)
      .map(({ name }) => name)
      .join(', ')}. An object stands for all that it holds.`,
    examples: [resource.columns.join(',')],
  },
});
