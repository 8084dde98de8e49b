import type { Field, Operation, Resource, Role } from './resource.ts';

/** An entry of the back-office's menu, with the roles that see it. */
export interface MenuItem {
  path: string;
  label: string;
  roles: Role[];
  group: MenuGroup;
}

/** The groups of the back-office's menu, in display order. */
export const menuGroups = ['Work', 'People', 'Catalogue', 'Forms', 'Data', 'System'] as const;

/** A group of the back-office's menu. */
export type MenuGroup = (typeof menuGroups)[number];

/** The dashboard page: it belongs to no resource, and is for roles that see the whole menu. It is first in its group. */
export const dashboardPage: MenuItem = {
  path: 'dashboard',
  label: 'Dashboard',
  roles: ['ADMIN', 'DEVELOPER'],
  group: 'Work',
};

/** The page with the system status, for operators. It is last in its group. */
export const statusPage: MenuItem = { path: 'status', label: 'Status', roles: ['ADMIN'], group: 'System' };

/**
 * The menu of the back-office in order (spec 2, 'Admin submenu'), from `x-admin`. A resource whose schema has no
 * `x-admin` comes last; one with `x-admin` but without `menu` is not in the menu.
 */
export function menuOf(resources: Resource[]): (MenuItem & { resource: Resource })[] {
  return resources
    .filter((resource) => hasScreens(resource) && placeOf(resource) !== undefined)
    .sort((one, other) => (placeOf(one) ?? 0) - (placeOf(other) ?? 0))
    .map((resource) => ({
      path: resource.path,
      label: resource.label,
      roles: rolesOf(resource),
      group: resource.schema['x-admin']?.group ?? 'Data',
      resource,
    }));
}

/** Whether the resource has list and record pages in the back-office. */
export function hasScreens({ operations, schema }: Resource): boolean {
  return operations.includes('list') && schema['x-admin']?.hidden !== true;
}

/** The operations that the back-office offers for the records. */
export const screenOperations = ({ operations, schema }: Resource): Operation[] =>
  schema['x-admin']?.operations ?? operations;

/** The roles that see the resource in the back-office (spec 6); by default those with access to it. */
export function rolesOf({ schema }: Resource): Role[] {
  const granted = Object.keys(schema['x-access'] ?? {});
  const roles: Role[] = ['ADMIN', 'DEVELOPER', 'AGENCY_ADMIN', 'AGENCY_USER'];
  return schema['x-admin']?.roles ?? roles.filter((role) => role === 'ADMIN' || granted.includes(role));
}

const placeOf = ({ schema }: Resource) => (schema['x-admin'] ? schema['x-admin'].menu : Number.MAX_SAFE_INTEGER);

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
