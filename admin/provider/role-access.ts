import { menuOf, rolesOf } from '#schemas/resource/back-office.ts';
import type { Resource, Role } from '#schemas/resource/resource.ts';

/** Whether a user with these roles may use the back-office at all. */
export function canUseBackOffice(resources: Resource[], roles: readonly Role[]): boolean {
  return resources.some((resource) => isResourceVisible(resource, roles));
}

/** Returns the resources in the menu of a user with these roles, in menu order. */
export function menuResources(resources: Resource[], roles: readonly Role[]): Resource[] {
  return menuOf(resources)
    .map(({ resource }) => resource)
    .filter((resource) => isResourceVisible(resource, roles));
}

/** Whether the back-office shows this resource to a user with these roles. */
export function isResourceVisible(resource: Resource, roles: readonly Role[]): boolean {
  return rolesOf(resource).some((role) => roles.includes(role));
}
