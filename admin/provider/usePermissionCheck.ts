import { isPermitted, type PermissionQuery } from './permissions.ts';
import { useSession } from './useSession.ts';

/**
 * Returns a permission check for a record, or for any record of a resource. Denies everything while the session loads.
 * (react-admin's useCanAccess falls back to the current record, even for another resource.)
 */
export function usePermissionCheck(): (permission: PermissionQuery) => boolean {
  const session = useSession();
  return (permission) => session !== undefined && isPermitted(session, permission);
}
