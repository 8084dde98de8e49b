import type { Chain, Expression, SyntaxNode } from '#grammar/index.ts';
import type { ConditionStep } from './execution-path.ts';
import type { Explanation, Iteration } from './explanation.ts';
import { isExpression } from './expressions.ts';
import { isSeenChange } from './nouns.ts';
import { allBelow, isCondition } from './variables.ts';

/**
 * The condition inside a user-defined helper that ends a chain. Undefined if the helper was called more than once,
 * because a trace does not distinguish the calls.
 */
export function questionOfHelper(telling: Explanation, node: Chain, turn: Iteration): ConditionStep | undefined {
  const last = node.tails.at(-1);
  const define = allBelow(telling.outline, telling.outline.script).find(
    (each) => each.type === 'define' && last?.type === 'ornament' && each.name.name === last.name,
  );
  if (define?.type !== 'define') return undefined;
  const uses =
    telling.result?.trace?.filter(({ from, to }) => from === define.body.from && to === define.body.to) ?? [];
  const test = questionIn(define.body);
  if (uses.length !== 1 || !test) return undefined;
  const before = node.tails.slice(0, -1);
  const argument = before.some(isSeenChange) ? { ...node, tails: before } : node.base;
  return { test, turn: { loops: [], rows: [], input: { node: argument, turn } } };
}

/** The value of a block is its last statement. */
function questionIn(node: SyntaxNode | undefined): Expression | undefined {
  if (node?.type === 'block') return questionIn(node.statements.at(-1));
  return node && isExpression(node) && isCondition(node) ? node : undefined;
}
