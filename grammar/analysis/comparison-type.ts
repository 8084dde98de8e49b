import type { ComparisonOperator, Expression } from '../syntax/tree.ts';
import { comparisonMismatchArgs } from '../values/equality.ts';
import type { Kind } from '../values/kind.ts';
import { kindOfType, type StaticType } from './static-type.ts';

/** The arguments of a type mismatch warning: 'Expected …, got …'. */
export interface MismatchArgs {
  readonly expected: string;
  readonly got: string;
}

/**
 * One side of a comparison and what is statically known about its values: their kind, and the kind of the items if it
 * is a list.
 */
export interface Side {
  readonly node: Expression;
  readonly kind: Kind | null;
  readonly items: Kind | null;
}

/** Builds the side of a comparison from its expression and inferred type. */
export function sideOf(node: Expression, type: StaticType): Side {
  const items = typeof type === 'object' && 'list' in type ? kindOfType(type.list) : null;
  return { node, kind: kindOfType(type), items };
}

/**
 * Type check of a comparison: returns the warning that a run would give for values of these kinds, or null if they fit
 * or are unknown.
 */
export function comparisonMismatch(operator: ComparisonOperator, left: Side, right: Side): MismatchArgs | null {
  switch (operator) {
    case '==':
    case '!=':
      return isNothing(left.node) || isNothing(right.node) ? null : kindMismatch(left.kind, right.kind);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return orderMismatch(left.kind, right.kind) ?? kindMismatch(left.kind, right.kind);
    case 'includes':
    case 'not includes':
      return containerMismatch(left.kind, right.kind, true) ?? dateTextMismatch(left, right);
    case 'in':
    case 'not in':
      return containerMismatch(right.kind, left.kind, true) ?? dateTextMismatch(right, left);
    case 'matches':
    case 'not matches':
      return containerMismatch(left.kind, right.kind, false);
  }
}

/** Both sides have the same kind, and that kind has no order. */
function orderMismatch(a: Kind | null, b: Kind | null): MismatchArgs | null {
  return a !== null && a === b && !ORDERED.has(a) ? comparisonMismatchArgs(a, a) : null;
}

const ORDERED: ReadonlySet<Kind> = new Set<Kind>(['number', 'text', 'date', 'duration']);

function kindMismatch(a: Kind | null, b: Kind | null): MismatchArgs | null {
  return a === null || b === null || a === b ? null : comparisonMismatchArgs(a, b);
}

function containerMismatch(container: Kind | null, element: Kind | null, takesLists: boolean): MismatchArgs | null {
  if (container === null || (container === 'list' && takesLists)) return null;
  if (container !== 'text') return { expected: takesLists ? 'a list' : 'a text', got: container };
  return element === null || element === 'text' ? null : { expected: 'a text', got: element };
}

/** A list of texts never contains a date, and a list of dates never contains a text. */
function dateTextMismatch({ items }: Side, { kind }: Side): MismatchArgs | null {
  return (items === 'text' && kind === 'date') || (items === 'date' && kind === 'text')
    ? kindMismatch(kind, items)
    : null;
}

/** `$a == nothing` tests for a missing value, so it is not a mismatch. */
function isNothing(node: Expression): boolean {
  return node.type === 'constant' && node.value === null;
}
