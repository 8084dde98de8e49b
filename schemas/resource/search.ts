import type { Resource } from './resource.ts';

/** A field of a referenced record, such as `client.name`, with the reference to follow. */
export interface ReferencedField {
  path: string;
  reference: string;
  field: string;
  /** The title of the other record's resource. */
  type: string;
}

type Naming = Pick<Resource, 'search' | 'schema'>;

/** The fields of referenced records that are searched or copied, each once. */
export function referencedFields(resource: Naming): ReferencedField[] {
  const { properties } = resource.schema;
  return pathsOf(resource).flatMap((path) => {
    const [reference = '', field] = path.split('.');
    const type = properties[reference]?.['x-ref'];
    return field !== undefined && type !== undefined ? [{ path, reference, field, type }] : [];
  });
}

/** The properties that copy a text of a referenced record (x-copy), with its path. */
export const copiedProperties = ({ schema }: Pick<Resource, 'schema'>): [name: string, path: string][] =>
  Object.entries(schema.properties).flatMap(([name, { 'x-copy': path }]): [string, string][] =>
    path === undefined ? [] : [[name, path]],
  );

/**
 * The record's own fields that search words, copies and the path in the tree depend on: searched fields, references to
 * other records, and treeScope.
 */
export const wordSources = (resource: Naming): string[] => [
  ...new Set(pathsOf(resource).map((path) => path.split('.')[0] ?? path)),
  ...(resource.schema['x-store']?.treePath ? ['treeScope'] : []),
];

const pathsOf = (resource: Naming): string[] => [
  ...new Set([...resource.search, ...copiedProperties(resource).map(([, path]) => path)]),
];
