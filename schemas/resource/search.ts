import type { Resource } from './resource.ts';

/** A field of another record that a schema names: `client.name`, by the reference that leads there. */
export interface NamedField {
  path: string;
  reference: string;
  field: string;
  /** The title of the other record's resource. */
  type: string;
}

type Naming = Pick<Resource, 'search' | 'schema'>;

/** The fields of other records among those that a resource's records are found by. */
export const namedFields = ({ search, schema }: Naming): NamedField[] =>
  search.flatMap((path) => namedBy(path, schema));

/** The fields that hold a text of another record, and which that is (x-copy). */
export const copiedFields = ({ schema }: Pick<Resource, 'schema'>): (NamedField & { name: string })[] =>
  Object.entries(schema.properties).flatMap(([name, { 'x-copy': path = '' }]) =>
    namedBy(path, schema).map((named) => ({ name, ...named })),
  );

/** The fields of a record itself that its words and copies follow from: those that are searched, and the references of others. */
export const wordSources = (resource: Naming): string[] => [
  ...new Set([...resource.search, ...copiedFields(resource).map(({ path }) => path)].map((path) => partsOf(path)[0])),
];

function namedBy(path: string, schema: Resource['schema']): NamedField[] {
  const [reference, field] = partsOf(path);
  const type = schema.properties[reference]?.['x-ref'];
  return field !== undefined && type !== undefined ? [{ path, reference, field, type }] : [];
}

function partsOf(path: string): [name: string, field?: string] {
  const [name = path, field] = path.split('.');
  return field === undefined ? [name] : [name, field];
}
