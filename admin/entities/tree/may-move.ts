import { subject } from '@casl/ability';
import type { Session } from '../../provider/session.ts';
import { type EntityNode, treeRootId } from './entity-nodes.ts';

/**
 * Whether the user may move an entity away from its parent. Needs update access to both; only an ADMIN may move one at
 * the top of the tree (design 4).
 */
export function canMoveEntity(session: Session, nodes: Map<string, EntityNode>, id: string): boolean {
  const node = nodes.get(id);
  if (!node) return false;
  return isAdminSession(session) || (mayChange(session, node) && mayChange(session, nodes.get(node.parent ?? '')));
}

/** A move of the entity `id` below the line `to`. */
export interface EntityMove {
  id: string;
  to: string;
}

/**
 * Whether the user may make this move. The target is another entity or the top, but not the current parent, the entity
 * itself, a descendant or a client entity.
 */
export function canMoveEntityTo(session: Session, nodes: Map<string, EntityNode>, { id, to }: EntityMove): boolean {
  const node = nodes.get(id);
  if (!node || !canMoveEntity(session, nodes, id)) return false;
  if (to === treeRootId) return isAdminSession(session) && node.parent !== null;
  const goal = nodes.get(to);
  const isPlace = goal && goal.subType !== 'client' && goal.id !== node.parent && !goal.treeScope.includes(id);
  return isPlace === true && mayChange(session, goal);
}

export const isAdminSession = ({ user }: Session): boolean => user.roles.includes('ADMIN');

const mayChange = ({ ability }: Session, node: EntityNode | undefined) =>
  node !== undefined && ability.can('update', subject('Entity', { id: node.id, treeScope: node.treeScope }));
