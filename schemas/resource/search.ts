import type { Resource } from './resource.ts';

/** A field of another record that a search names: `client.name`, by the reference that leads there. */
export interface NamedField {
  path: string;
  reference: string;
  field: string;
  /** The title of the other record's resource. */
  type: string;
}

/** The fields of other records among those that a resource's records are found by. */
export function namedFields({ search, schema }: Pick<Resource, 'search' | 'schema'>): NamedField[] {
  return search.flatMap((path) => {
    const [reference = '', field] = path.split('.');
    const type = schema.properties[reference]?.['x-ref'];
    return field !== undefined && type !== undefined ? [{ path, reference, field, type }] : [];
  });
}

/** The fields of a record itself that its words follow from: those that are searched, and the references of others. */
export const wordSources = ({ search }: Pick<Resource, 'search'>): string[] => [
  ...new Set(search.map((path) => path.split('.')[0] ?? path)),
];
