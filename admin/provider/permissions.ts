import { subject } from '@casl/ability';
import {
  dashboardPage,
  hasScreens,
  type MenuGroup,
  type MenuItem,
  menuGroups,
  menuOf,
  rolesOf,
  screenOperations,
  statusPage,
} from '#schemas/resource/back-office.ts';
import type { Operation, Resource, Role } from '#schemas/resource/resource.ts';
import { resourceAt } from '../generate/catalogue.ts';
import { type Session, useSession } from './session.ts';

/**
 * Maps react-admin's actions, and our own, to the ability's action and the API operation that the resource must have.
 */
const actions: Record<string, { verb: string; operation?: Operation } | undefined> = {
  list: { verb: 'read', operation: 'list' },
  show: { verb: 'read' },
  export: { verb: 'read', operation: 'list' },
  edit: { verb: 'update', operation: 'update' },
  create: { verb: 'create', operation: 'create' },
  // Also where records are created in the portal only, such as orders.
  import: { verb: 'create' },
  delete: { verb: 'delete', operation: 'delete' },
  moderate: { verb: 'moderate' },
  proxy: { verb: 'proxy' },
};

/** The part of a session that decides what is permitted. */
type SessionRights = Pick<Session, 'ability'> & { user: Pick<Session['user'], 'roles'> };

/** A permission to check. */
interface PermissionQuery {
  action: string;
  /** The resource's path, which is its name in react-admin. */
  resource: string;
  /** Without a record: whether the action is allowed on any. */
  record?: Record<string, unknown> | undefined;
}

/**
 * Permission check: the ability allows the action, and the resource is visible to the user's roles. Throws an Error for
 * an unknown action.
 */
export function isPermitted(
  { user, ability }: SessionRights,
  { action, resource: path, record }: PermissionQuery,
): boolean {
  const rule = actions[action];
  if (!rule) throw new Error(`${path}: no action ${action}; known: ${Object.keys(actions).join(', ')}`);
  const { verb, operation } = rule;
  const resource = resourceAt(path);
  if (!resource || (operation && !screenOperations(resource).includes(operation))) return false;
  return (
    isResourceVisible(resource, user.roles) &&
    ability.can(verb, record ? subject(resource.name, { ...record }) : resource.name)
  );
}

/** The resources that have a page that creates a record, which the user may use. */
export function creatableResources(resources: Resource[], session: SessionRights): Resource[] {
  return resources.filter(
    (resource) => hasScreens(resource) && isPermitted(session, { action: 'create', resource: resource.path }),
  );
}

/** Whether a user with these roles may use the back-office at all. */
export function canUseBackOffice(resources: Resource[], roles: readonly Role[]): boolean {
  return resources.some((resource) => isResourceVisible(resource, roles));
}

/**
 * Returns the menu of a user with these roles, in groups: the dashboard first, the resources in menu order, and the
 * status page last. Items without a resource are pages of their own.
 */
export function menuGroupsFor(
  resources: Resource[],
  roles: readonly Role[],
): { group: MenuGroup; items: (MenuItem & { resource?: Resource })[] }[] {
  const items = [dashboardPage, ...menuOf(resources), statusPage];
  const shown = items.filter((item) => item.roles.some((role) => roles.includes(role)));
  return menuGroups
    .map((group) => ({ group, items: shown.filter((item) => item.group === group) }))
    .filter((each) => each.items.length > 0);
}

/** Whether the back-office shows this resource to a user with these roles. */
function isResourceVisible(resource: Resource, roles: readonly Role[]): boolean {
  return rolesOf(resource).some((role) => roles.includes(role));
}

/**
 * Returns a permission check for a record, or for any record of a resource. Denies everything while the session loads.
 * (react-admin's useCanAccess falls back to the current record, even for another resource.)
 */
export function usePermissionCheck(): (permission: PermissionQuery) => boolean {
  const session = useSession();
  return (permission) => session !== undefined && isPermitted(session, permission);
}
