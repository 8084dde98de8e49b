import type { Resource, Role } from '#schemas/resource/resource.ts';

/** Who has the resource in the back-office (spec 6); one that says nothing of it is for who may reach it at all. */
export function rolesOf({ schema }: Resource): Role[] {
  const granted = Object.keys(schema['x-access'] ?? {});
  const roles: Role[] = ['ADMIN', 'DEVELOPER', 'AGENCY_ADMIN', 'AGENCY_USER'];
  return schema['x-admin']?.roles ?? roles.filter((role) => role === 'ADMIN' || granted.includes(role));
}

/** Whether a person with these roles has anything to do in the back-office. */
export function hasBackOffice(resources: Resource[], roles: readonly Role[]): boolean {
  return resources.some((resource) => isFor(resource, roles));
}

/**
 * The resources in the menu of a person with these roles, in its order. One whose schema says nothing of the
 * back-office comes last; one that does and names no place is reached from elsewhere.
 */
export function menuFor(resources: Resource[], roles: readonly Role[]): Resource[] {
  return resources
    .filter((resource) => placeOf(resource) !== undefined && isFor(resource, roles))
    .sort((one, other) => (placeOf(one) ?? 0) - (placeOf(other) ?? 0));
}

/** Whether a person with these roles has this resource in the back-office. */
export function isFor(resource: Resource, roles: readonly Role[]): boolean {
  return rolesOf(resource).some((role) => roles.includes(role));
}

const placeOf = ({ schema }: Resource) => (schema['x-admin'] ? schema['x-admin'].menu : Number.MAX_SAFE_INTEGER);
