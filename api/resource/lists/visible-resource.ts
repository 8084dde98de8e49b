import type { Property } from '#schemas/generated/vocabulary.ts';
import type { Field, Resource } from '#schemas/resource/resource.ts';
import { hasRole, type Viewer } from '../../access/viewer.ts';
import type { MapColumns } from '../rules/declaration.ts';

/** A resource as one list request may ask about it. */
export interface VisibleResource extends Resource {
  /** What whoever names an unknown column, filter or sort may have left out. */
  hint?: string;
}

interface Asking {
  resource: Resource;
  mapColumns: MapColumns | undefined;
  viewer: Viewer;
  /** The filters of the request by their keys, of either dialect. */
  filters: Record<string, unknown[]>;
}

/**
 * Takes out of a resource what this viewer never gets, so that no filter, sort or column can tell of it either, and puts
 * the columns of a free map in the map's place.
 */
export async function visibleTo({ resource, mapColumns, viewer, filters }: Asking): Promise<VisibleResource> {
  const isSeen = ({ property: { 'x-visible-to': roles } }: Field) => !roles || hasRole(viewer, ...roles);
  const seen = answeredFields(resource).filter(isSeen);
  if (!mapColumns) return { ...resource, fields: seen };
  const { map, of, hint } = mapColumns;
  return { ...resource, hint, fields: [...seen.filter(({ name }) => name !== map), ...(await of(filters, viewer))] };
}

/** A refusal with what the resource has to say about names that it does not know. */
export const hinted = ({ hint }: VisibleResource, message: string): string => (hint ? `${message}. ${hint}` : message);

/** The fields that are answered at all, without what is hidden inside them. */
export function answeredFields({ fields, schema }: Resource): Field[] {
  const hidden = schema['x-store']?.hidden ?? [];
  const shown = fields.filter(({ name, property }) => !property.writeOnly && !hidden.includes(name));
  return shown.map((field) => ({ ...field, property: pruned(field.property, below(hidden, field.name)) }));
}

const below = (paths: string[], name: string): string[] =>
  paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));

function pruned(property: Property, hidden: string[]): Property {
  if (hidden.length === 0) return property;
  if (property.items) return { ...property, items: pruned(property.items, hidden) };
  const shown = Object.entries(property.properties ?? {}).filter(([name]) => !hidden.includes(name));
  return {
    ...property,
    properties: Object.fromEntries(shown.map(([name, each]) => [name, pruned(each, below(hidden, name))])),
  };
}
