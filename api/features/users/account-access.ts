import { mayChangeSignInMethods } from '#schemas/access/account-rights.ts';
import { assertInPerson } from '../../engine/access/actor.ts';
import type { PartWrite } from '../../engine/resource/records/records.ts';
import { missingPermission } from '../../platform/errors/catalogue.ts';

/**
 * Throws MISSING_PERMISSION unless it is the viewer's own account or the viewer is an ADMIN (design 4), and
 * REQUEST_DENIED during impersonation.
 */
export function assertMayEditAccount<Name extends 'EmailAddress' | 'AuthProvider'>(
  name: Name,
  { viewer, action, parent, current }: Pick<PartWrite<Name>, 'viewer' | 'action' | 'parent' | 'current'>,
): void {
  if (!mayChangeSignInMethods(viewer.user, parent)) throw missingPermission(action, name, current?.id ?? null);
  assertInPerson(viewer);
}
