import { subject } from '@casl/ability';
import { screenOperations } from '#schemas/resource/back-office.ts';
import type { Operation } from '#schemas/resource/resource.ts';
import { resourceAt } from '../generate/catalogue.ts';
import { isFor } from './admission.ts';
import type { Session } from './session.ts';

/** react-admin's actions and those of our own screens: the ability's action, and the route that a resource must offer. */
const actions: Record<string, { verb: string; operation?: Operation } | undefined> = {
  list: { verb: 'read', operation: 'list' },
  show: { verb: 'read' },
  export: { verb: 'read', operation: 'list' },
  edit: { verb: 'update', operation: 'update' },
  create: { verb: 'create', operation: 'create' },
  delete: { verb: 'delete', operation: 'delete' },
  moderate: { verb: 'moderate' },
  proxy: { verb: 'proxy' },
};

export interface Asked {
  action: string;
  /** The resource's path, which is react-admin's name for it. */
  resource: string;
  /** Without one: whether there may be any that it can be done to. */
  record?: Record<string, unknown> | undefined;
}

/** Whether somebody may do that, by the ability and the roles that a resource is kept to. Throws for an unknown action. */
export function mayDo({ user, ability }: Session, { action, resource: path, record }: Asked): boolean {
  const asked = actions[action];
  if (!asked) throw new Error(`${path}: no action ${action}; known: ${Object.keys(actions).join(', ')}`);
  const { verb, operation } = asked;
  const resource = resourceAt(path);
  if (!resource || (operation && !screenOperations(resource).includes(operation))) return false;
  return (
    isFor(resource, user.roles) && ability.can(verb, record ? subject(resource.name, { ...record }) : resource.name)
  );
}
