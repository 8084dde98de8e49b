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

/** The fields of other records that a resource's records are found by or copy, each once. */
export function namedFields(resource: Naming): NamedField[] {
  const { properties } = resource.schema;
  return pathsOf(resource).flatMap((path) => {
    const [reference = '', field] = path.split('.');
    const type = properties[reference]?.['x-ref'];
    return field !== undefined && type !== undefined ? [{ path, reference, field, type }] : [];
  });
}

/** The properties that copy a text of another record, each with the path of that (x-copy). */
export const copiesOf = ({ schema }: Pick<Resource, 'schema'>): [name: string, path: string][] =>
  Object.entries(schema.properties).flatMap(([name, { 'x-copy': path }]): [string, string][] =>
    path === undefined ? [] : [[name, path]],
  );

/** The fields of a record itself that its words and copies follow from: those that are searched, and the references of others. */
export const wordSources = (resource: Naming): string[] => [
  ...new Set(pathsOf(resource).map((path) => path.split('.')[0] ?? path)),
];

const pathsOf = (resource: Naming): string[] => [
  ...new Set([...resource.search, ...copiesOf(resource).map(([, path]) => path)]),
];
