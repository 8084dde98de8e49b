import type { Operation, Resource, Role } from './resource.ts';

/** One line of the back-office's menu, with who has it. */
export interface MenuItem {
  path: string;
  label: string;
  roles: Role[];
}

/** What goes on, at one look: of no resource, and for who has all of the menu. */
export const dashboard: MenuItem = { path: 'dashboard', label: 'Dashboard', roles: ['ADMIN', 'DEVELOPER'] };

/** How the product itself is, for who looks after it. */
export const status: MenuItem = { path: 'status', label: 'Status', roles: ['ADMIN'] };

/**
 * The menu of the back-office in its order (spec 2, 'Admin submenu'), as x-admin says it. A resource whose schema says
 * nothing of the back-office comes last; one that does and names no place is reached from elsewhere.
 */
export function menuOf(resources: Resource[]): (MenuItem & { resource: Resource })[] {
  return resources
    .filter((resource) => hasScreens(resource) && placeOf(resource) !== undefined)
    .sort((one, other) => (placeOf(one) ?? 0) - (placeOf(other) ?? 0))
    .map((resource) => ({ path: resource.path, label: resource.label, roles: rolesOf(resource), resource }));
}

/** Whether the resource has a list and pages of its own there. */
export function hasScreens({ operations, schema }: Resource): boolean {
  return operations.includes('list') && schema['x-admin']?.hidden !== true;
}

/** What can be done with the records there. */
export const screenOperations = ({ operations, schema }: Resource): Operation[] =>
  schema['x-admin']?.operations ?? operations;

/** Who has the resource there (spec 6); one that says nothing of it is for who may reach it at all. */
export function rolesOf({ schema }: Resource): Role[] {
  const granted = Object.keys(schema['x-access'] ?? {});
  const roles: Role[] = ['ADMIN', 'DEVELOPER', 'AGENCY_ADMIN', 'AGENCY_USER'];
  return schema['x-admin']?.roles ?? roles.filter((role) => role === 'ADMIN' || granted.includes(role));
}

const placeOf = ({ schema }: Resource) => (schema['x-admin'] ? schema['x-admin'].menu : Number.MAX_SAFE_INTEGER);
