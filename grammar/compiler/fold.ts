import type { Arithmetic, StatementValue } from '../syntax/tree.ts';
import { FAST_OPERATORS } from '../values/numbers.ts';

/**
 * Constant folding: computes the number that an expression of literals evaluates to. Returns undefined if it contains
 * anything else, or if only a run can compute it or charge for it.
 */
export function fold(node: StatementValue): number | undefined {
  const value = foldAny(node);
  return value !== undefined && Number.isFinite(value) ? value : undefined;
}

function foldAny(node: StatementValue): number | undefined {
  switch (node.type) {
    case 'number':
      return node.value;
    case 'group':
      return fold(node.value);
    case 'negate': {
      const operand = fold(node.operand);
      return operand === undefined ? undefined : -operand;
    }
    case 'arithmetic':
      return foldRun(node);
    default:
      return undefined;
  }
}

function foldRun({ operands, operators }: Arithmetic): number | undefined {
  return operands.map(fold).reduce((left, right, index) => {
    const symbol = operators[index - 1]?.symbol;
    return left === undefined || right === undefined || symbol === undefined
      ? undefined
      : FAST_OPERATORS[symbol](left, right);
  });
}
