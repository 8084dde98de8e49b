import { forEachChild } from '../syntax/children.ts';
import type { Statement, SyntaxNode } from '../syntax/tree.ts';

/**
 * Computes the budget steps of a statement without its nested blocks: one, plus one for each 32 nodes, so that the step
 * budget bounds the run time whatever the statements look like.
 */
export function statementSteps(statement: Statement): number {
  let nodes = 0;
  const count = (node: SyntaxNode): void => {
    if (node.type === 'block') return;
    nodes += 1 + countParts(node);
    forEachChild(node, count);
  };
  forEachChild(statement, count);
  return 1 + Math.floor((nodes + countParts(statement)) / NODES_PER_STEP);
}

const NODES_PER_STEP = 32;

/** Parts of a node that are not nodes themselves. */
function countParts(node: SyntaxNode): number {
  if (node.type === 'chain') return node.tails.length;
  if (node.type === 'take') return node.items.length;
  return node.type === 'path' ? node.keys.length : 0;
}
