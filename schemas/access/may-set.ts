import type { User } from '../generated/types.ts';
import type { Property } from '../generated/vocabulary.ts';

/** Whether somebody with these roles may set a property: some are for some roles alone (x-update). */
export function maySet({ 'x-update': only }: Property, roles: User['roles']): boolean {
  return !only || only.some((role) => roles.includes(role));
}
