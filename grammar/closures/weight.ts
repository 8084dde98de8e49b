import { forEachChild } from '../syntax/children.ts';
import type { Node, Statement } from '../syntax/tree.ts';

/**
 * The steps that a statement costs beside those of the blocks inside it: one, and one more for each 32 nodes of its own, so
 * that a budget of steps bounds the time whatever the statements look like.
 */
export function weightOf(statement: Statement): number {
  let nodes = 0;
  const count = (node: Node): void => {
    if (node.type === 'block') return;
    nodes += 1 + parts(node);
    forEachChild(node, count);
  };
  forEachChild(statement, count);
  return 1 + Math.floor((nodes + parts(statement)) / NODES_PER_STEP);
}

const NODES_PER_STEP = 32;

/** What a node holds that is no node of its own. */
function parts(node: Node): number {
  if (node.type === 'chain') return node.tails.length;
  if (node.type === 'take') return node.items.length;
  return node.type === 'path' ? node.keys.length : 0;
}
