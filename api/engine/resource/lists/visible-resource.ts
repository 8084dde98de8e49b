import type { Property } from '#schemas/generated/vocabulary.ts';
import type { Field, Resource } from '#schemas/resource/resource.ts';
import { hasRole, type Viewer } from '../../access/viewer.ts';
import type { MapColumns } from '../rules/declaration.ts';

/** A resource limited to the fields that one list request may use. */
export interface VisibleResource extends Resource {
  /** Hint for the error about an unknown column, filter or sort. */
  hint?: string;
  /** Whether the columns of its free-form map are served without a limit. */
  hasServedColumns?: boolean;
}

interface VisibilityOptions {
  resource: Resource;
  mapColumns: MapColumns | undefined;
  viewer: Viewer;
  /** The filters of the request by key, from either dialect. */
  filters: Record<string, unknown[]>;
}

/**
 * Field-level access for lists: removes the fields that this viewer may not see, so that no filter, sort or column can
 * reveal them, and replaces a free-form map by its columns.
 */
export async function visibleResource({
  resource,
  mapColumns,
  viewer,
  filters,
}: VisibilityOptions): Promise<VisibleResource> {
  const isVisible = ({ property: { 'x-visible-to': roles } }: Field) => !roles || hasRole(viewer, ...roles);
  const visible = responseFields(resource).filter(isVisible);
  if (!mapColumns) return { ...resource, fields: visible };
  const { map, of, hint, isServed = false } = mapColumns;
  return {
    ...resource,
    hint,
    hasServedColumns: isServed,
    fields: [...visible.filter(({ name }) => name !== map), ...(await of(filters, viewer))],
  };
}

/** An error message with the resource's hint. */
export const withHint = ({ hint }: VisibleResource, message: string): string =>
  hint ? `${message}. ${hint}` : message;

/** The fields that the API returns at all, without hidden ones inside them. */
export function responseFields({ fields, schema }: Resource): Field[] {
  const hidden = schema['x-store']?.hidden ?? [];
  const shown = fields.filter(({ name, property }) => !property.writeOnly && !hidden.includes(name));
  return shown.map((field) => ({ ...field, property: withoutHidden(field.property, below(hidden, field.name)) }));
}

const below = (paths: string[], name: string): string[] =>
  paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));

function withoutHidden(property: Property, hidden: string[]): Property {
  if (hidden.length === 0) return property;
  if (property.items) return { ...property, items: withoutHidden(property.items, hidden) };
  const shown = Object.entries(property.properties ?? {}).filter(([name]) => !hidden.includes(name));
  return {
    ...property,
    properties: Object.fromEntries(shown.map(([name, each]) => [name, withoutHidden(each, below(hidden, name))])),
  };
}
