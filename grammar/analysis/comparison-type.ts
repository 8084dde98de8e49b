import type { ComparisonOperator, Expression } from '../syntax/tree.ts';
import { mismatchOf } from '../values/equality.ts';
import type { Kind } from '../values/kind.ts';
import { kindOfType, type StaticType } from './static-type.ts';

/** What a warning says: 'Expected …, got …'. */
export interface Mismatch {
  readonly expected: string;
  readonly got: string;
}

/** A side of a comparison, and what is known of its values: their kind, and that of the items of a list. */
export interface Side {
  readonly node: Expression;
  readonly kind: Kind | null;
  readonly items: Kind | null;
}

export function sideOf(node: Expression, type: StaticType): Side {
  const items = typeof type === 'object' && 'list' in type ? kindOfType(type.list) : null;
  return { node, kind: kindOfType(type), items };
}

/** What a comparison of two kinds warns of, as a run would for values of these kinds; null when they fit or are not known. */
export function comparisonMismatch(operator: ComparisonOperator, left: Side, right: Side): Mismatch | null {
  switch (operator) {
    case '==':
    case '!=':
      return isNothing(left.node) || isNothing(right.node) ? null : unlike(left.kind, right.kind);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return unordered(left.kind, right.kind) ?? unlike(left.kind, right.kind);
    case 'includes':
    case 'not includes':
      return unfitWhole(left.kind, right.kind, true) ?? dateAmongTexts(left, right);
    case 'in':
    case 'not in':
      return unfitWhole(right.kind, left.kind, true) ?? dateAmongTexts(right, left);
    case 'matches':
    case 'not matches':
      return unfitWhole(left.kind, right.kind, false);
  }
}

/** Two of one kind that has no order. */
function unordered(a: Kind | null, b: Kind | null): Mismatch | null {
  return a !== null && a === b && !ORDERED.has(a) ? mismatchOf(a, a) : null;
}

const ORDERED: ReadonlySet<Kind> = new Set<Kind>(['number', 'text', 'date', 'duration']);

function unlike(a: Kind | null, b: Kind | null): Mismatch | null {
  return a === null || b === null || a === b ? null : mismatchOf(a, b);
}

function unfitWhole(whole: Kind | null, part: Kind | null, takesLists: boolean): Mismatch | null {
  if (whole === null || (whole === 'list' && takesLists)) return null;
  if (whole !== 'text') return { expected: takesLists ? 'a list' : 'a text', got: whole };
  return part === null || part === 'text' ? null : { expected: 'a text', got: part };
}

/** A date is in no list of texts, and no text in a list of dates. */
function dateAmongTexts({ items }: Side, { kind }: Side): Mismatch | null {
  return (items === 'text' && kind === 'date') || (items === 'date' && kind === 'text') ? unlike(kind, items) : null;
}

/** `$a == nothing` asks whether there is a value. */
function isNothing(node: Expression): boolean {
  return node.type === 'constant' && node.value === null;
}
