import { children } from '../syntax/children.ts';
import type { Node, Statement } from '../syntax/tree.ts';

/**
 * The steps that a statement costs beside those of the blocks inside it: one, and one more for each 32 nodes of its own, so
 * that a budget of steps bounds the time whatever the statements look like.
 */
export function weightOf(statement: Statement): number {
  return 1 + Math.floor(ownNodes(statement) / NODES_PER_STEP);
}

const NODES_PER_STEP = 32;

function ownNodes(node: Node): number {
  return children(node).reduce(
    (count, child) => count + (child.type === 'block' ? 0 : 1 + ownNodes(child)),
    tails(node),
  );
}

function tails(node: Node): number {
  if (node.type === 'chain') return node.tails.length;
  if (node.type === 'take') return node.items.length;
  return node.type === 'path' ? node.keys.length : 0;
}
