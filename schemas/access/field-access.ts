import type { User } from '../generated/types.ts';
import type { Property } from '../generated/vocabulary.ts';

/** Field-level access: whether somebody with these roles may write a property. `x-update` limits it to some roles. */
export function mayWriteField({ 'x-update': only }: Property, roles: User['roles']): boolean {
  return !only || only.some((role) => roles.includes(role));
}
