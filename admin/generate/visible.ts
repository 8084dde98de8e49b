import type { Field, Role } from '#schemas/resource/resource.ts';

/** Whether the schema shows the field to a person with these roles. */
export function isForRoles({ property }: Field, roles: readonly Role[]): boolean {
  const only = property['x-visible-to'];
  return property['x-admin']?.widget !== 'hidden' && (!only || only.some((role) => roles.includes(role)));
}
