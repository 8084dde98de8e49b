import type { Field, Resource } from './resource.ts';

/** A part of a record's page. */
export interface Section {
  title?: string;
  description?: string;
  /** The tab that it stands in; one of none stands above the tabs. */
  tab?: string;
  fields: Field[];
  /** The same, as they stand side by side; else each is as wide as its kind needs. */
  rows?: Field[][];
}

/** Where what the layout does not name comes, and its tab where there are tabs. */
const rest = 'More';

/**
 * The sections in which x-admin.layout puts these fields, and a last one of those that it does not name; one of all of them
 * where there is no layout. Rows and sections of which no field is among them are left out.
 */
export function sectionsOf({ schema }: Resource, fields: Field[]): Section[] {
  const { layout } = schema['x-admin'] ?? {};
  if (!layout) return [{ fields }];
  const named = new Set(layout.flatMap(({ rows }) => rows.flat()));
  const declared = layout.map((section): Section => {
    const rows = section.rows
      .map((names) => names.flatMap((name) => fields.filter((field) => field.name === name)))
      .filter((row) => row.length > 0);
    return { ...section, rows, fields: rows.flat() };
  });
  const hasTabs = layout.some(({ tab }) => tab !== undefined);
  const others = fields.filter(({ name }) => !named.has(name));
  const last: Section = { title: rest, ...(hasTabs ? { tab: rest } : {}), fields: others };
  return [...declared, last].filter((section) => section.fields.length > 0);
}

/** The tab that a field stands in, if any. */
export const tabOf = (resource: Resource, name: string): string | undefined =>
  sectionsOf(resource, resource.fields).find(({ fields }) => fields.some((field) => field.name === name))?.tab;
