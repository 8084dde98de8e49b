import { menuOf, rolesOf } from '#schemas/resource/back-office.ts';
import type { Resource, Role } from '#schemas/resource/resource.ts';

/** Whether a person with these roles has anything to do in the back-office. */
export function hasBackOffice(resources: Resource[], roles: readonly Role[]): boolean {
  return resources.some((resource) => isFor(resource, roles));
}

/** The resources in the menu of a person with these roles, in its order. */
export function menuFor(resources: Resource[], roles: readonly Role[]): Resource[] {
  return menuOf(resources)
    .map(({ resource }) => resource)
    .filter((resource) => isFor(resource, roles));
}

/** Whether a person with these roles has this resource in the back-office. */
export function isFor(resource: Resource, roles: readonly Role[]): boolean {
  return rolesOf(resource).some((role) => roles.includes(role));
}
