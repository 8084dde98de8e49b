import type { Field, Resource } from './resource.ts';

/** A section of a record's page. */
export interface Section {
  title?: string;
  description?: string;
  /** The tab of the section; sections without a tab are shown above the tabs. */
  tab?: string;
  fields: Field[];
  /** The fields in rows, side by side. Without it each field is as wide as its kind needs. */
  rows?: Field[][];
}

/** The title, and the tab if there are tabs, of fields that the layout does not name. */
const restTitle = 'More';

/**
 * Arranges fields by x-admin.layout, with a last section for fields that it does not name. Without a layout there is
 * one section. Empty rows and sections are omitted.
 */
export function sectionsOf({ schema }: Resource, fields: Field[]): Section[] {
  const { layout } = schema['x-admin'] ?? {};
  if (!layout) return [{ fields }];
  const layoutNames = new Set(layout.flatMap(({ rows }) => rows.flat()));
  const declared = layout.map((section): Section => {
    const rows = section.rows
      .map((names) => names.flatMap((name) => fields.filter((field) => field.name === name)))
      .filter((row) => row.length > 0);
    return { ...section, rows, fields: rows.flat() };
  });
  const hasTabs = layout.some(({ tab }) => tab !== undefined);
  const others = fields.filter(({ name }) => !layoutNames.has(name));
  const last: Section = { title: restTitle, ...(hasTabs ? { tab: restTitle } : {}), fields: others };
  return [...declared, last].filter((section) => section.fields.length > 0);
}

/** The tab that shows a field, if any. */
export const tabOf = (resource: Resource, name: string): string | undefined =>
  sectionsOf(resource, resource.fields).find(({ fields }) => fields.some((field) => field.name === name))?.tab;
