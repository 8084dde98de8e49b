import type { Fix } from '../diagnostics/finding.ts';
import type { Comparison, ComparisonOperator, Expression, Span, StatementValue } from '../syntax/tree.ts';
import { parseDate } from '../values/date-text.ts';
import { comparisonMismatchArgs } from '../values/equality.ts';
import type { Kind } from '../values/kind.ts';
import { UTC } from '../values/zone.ts';
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
interface Side {
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

/** Quick fixes for a comparison of two types that are never equal. */
export function comparisonFixes(source: string, { operator }: Comparison, a: Side, b: Side): readonly Fix[] {
  const dates = dateFixes(source, a, b);
  if (dates.length > 0) return dates;
  const isEquality = operator.symbol === '==' || operator.symbol === '!=';
  return [[a, b] as const, [b, a] as const].flatMap(([field, value]) => {
    const { from, to } = value.node;
    const literal = literalText(value.node);
    const replace = (text: string): Fix[] => [{ from, to, text }];
    if (field.kind === 'list' && value.kind !== 'list') {
      const isItem = field.items === value.kind && isEquality && field === a;
      if (isItem) return [{ ...spanOf(operator), text: operator.symbol === '==' ? 'includes' : 'not includes' }];
      return value.kind === 'number' && isPath(field.node)
        ? [{ from: field.node.to, to: field.node.to, text: ':length' }]
        : [];
    }
    if (literal === null) return [];
    if (field.kind === 'boolean' && isEquality)
      return BOOLEANS.has(literal) ? replace(BOOLEANS.get(literal) ?? '') : [];
    if (field.kind === 'number' && value.kind === 'text')
      return /^-?\d+(?:\.\d+)?$/.test(literal) ? replace(literal) : [];
    if (field.kind === 'duration' && value.kind === 'number') return replace(`${source.slice(from, to)} days`);
    if (field.kind !== 'text' || value.kind !== 'number' || !isPath(field.node)) return [];
    if (isEquality) return replace(`"${source.slice(from, to)}"`);
    return [{ from: field.node.to, to: field.node.to, text: ':number' }];
  });
}

const spanOf = ({ from, to }: Span): Span => ({ from, to });

const isPath = ({ type }: Expression): boolean => type === 'path' || type === 'chain';

function literalText(node: Expression): string | null {
  if (node.type === 'text') return node.value.toLowerCase();
  return node.type === 'number' ? String(node.value) : null;
}

const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ...['yes', 'true', '1', 'y', 'on'].map((text): [string, string] => [text, 'true']),
  ...['no', 'false', '0', 'n', 'off'].map((text): [string, string] => [text, 'false']),
]);

/**
 * Quick fixes for comparing a date with a text: `"2024-12-25"` becomes `"2024-12-25":date`, and so do the items of a
 * list literal. Returns no fix if no date is compared with a text, if the texts are not dates, or if the list is not a
 * literal.
 */
function dateFixes(source: string, a: Side, b: Side): readonly Fix[] {
  if (isOf(a, 'text') && isOf(b, 'date')) return fixesOf(source, a.node);
  return isOf(a, 'date') && isOf(b, 'text') ? fixesOf(source, b.node) : [];
}

const isOf = ({ kind, items }: Side, target: Kind): boolean => kind === target || items === target;

function fixesOf(source: string, node: StatementValue): readonly Fix[] {
  switch (node.type) {
    case 'text':
      return isDateText(node) ? [{ from: node.to, to: node.to, text: ':date' }] : [];
    case 'path':
    case 'chain':
      return [{ from: node.to, to: node.to, text: ':date' }];
    case 'group':
      return fixesOf(source, node.value);
    case 'list': {
      const [first, second] = node.items;
      if (first === undefined || !node.items.every(isDateText)) return [];
      if (second === undefined) return fixesOf(source, first);
      const { from } = first;
      const to = node.items.at(-1)?.to ?? first.to;
      const texts = node.items.map((item, index) => {
        const end = node.items[index + 1]?.from ?? item.to;
        return `${source.slice(item.from, item.to)}:date${source.slice(item.to, end)}`;
      });
      return [{ from, to, text: texts.join('') }];
    }
    default:
      return [];
  }
}

const isDateText = (node: StatementValue): boolean => node.type === 'text' && !Number.isNaN(parseDate(node.value, UTC));
