import { subject } from '@casl/ability';
import type { Session } from '../../provider/session.ts';
import { type EntityNode, top } from './entity-nodes.ts';

/** Whether somebody may take an entity away from where it is: both may be changed; the top of the tree is an ADMIN's (design 4). */
export function mayLeave(session: Session, nodes: Map<string, EntityNode>, id: string): boolean {
  const node = nodes.get(id);
  if (!node) return false;
  return isAdmin(session) || (mayChange(session, node) && mayChange(session, nodes.get(node.parent ?? '')));
}

/** An entity, and the line of the tree that it goes below. */
export interface Move {
  id: string;
  to: string;
}

/** Whether it may go to another place, an entity or the top: neither where it is, nor below itself or a client. */
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
