import { subject } from '@casl/ability';
import type { Session } from '../../provider/session.ts';
import { type EntityNode, top } from './entity-nodes.ts';

/**
 * Whether the user may move an entity away from its parent. Needs update access to both; only an ADMIN may move one at
 * the top of the tree (design 4).
 */
export function mayLeave(session: Session, nodes: Map<string, EntityNode>, id: string): boolean {
  const node = nodes.get(id);
  if (!node) return false;
  return isAdmin(session) || (mayChange(session, node) && mayChange(session, nodes.get(node.parent ?? '')));
}

/** A move of the entity `id` below the line `to`. */
export interface Move {
  id: string;
  to: string;
}

/**
 * Whether the user may make this move. The target is another entity or the top, but not the current parent, the entity
 * itself, a descendant or a client entity.
 */
export function mayTake(session: Session, nodes: Map<string, EntityNode>, { id, to }: Move): boolean {
  const node = nodes.get(id);
  if (!node || !mayLeave(session, nodes, id)) return false;
  if (to === top) return isAdmin(session) && node.parent !== null;
  const goal = nodes.get(to);
  const isPlace = goal && goal.subType !== 'client' && goal.id !== node.parent && !goal.treeScope.includes(id);
  return isPlace === true && mayChange(session, goal);
}

export const isAdmin = ({ user }: Session): boolean => user.roles.includes('ADMIN');

const mayChange = ({ ability }: Session, node: EntityNode | undefined) =>
  node !== undefined && ability.can('update', subject('Entity', { id: node.id, treeScope: node.treeScope }));
