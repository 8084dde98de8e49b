import { parse } from '../syntax/parse.ts';
import type { Block, Comparison, ComparisonOperator, Expression, Path, Script, Span, Text } from '../syntax/tree.ts';

/** What a condition compares a field with. */
export type ConditionValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'truth'; readonly is: boolean }
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  /** A field as scripts write it: `$lines`, `$contact.email`, `this`. */
  | { readonly kind: 'field'; readonly field: string }
  /** Anything else, as it is written. */
  | { readonly kind: 'source'; readonly source: string };

/** A condition of the common kind: a field that is filled in or empty, or is compared with something. */
export type Condition =
  | { readonly field: string; readonly operator: 'filled' | 'empty' }
  | { readonly field: string; readonly operator: ComparisonOperator; readonly value: ConditionValue };

/** A condition where it stands in a script; null for one that is written by hand. */
export interface ConditionRow extends Span {
  readonly condition: Condition | null;
  /** Its parts, where it compares. */
  readonly parts: Pick<Comparison, 'left' | 'operator' | 'right'> | null;
  /** With the parentheses around it. */
  readonly outer: Span;
}

/** A script that is nothing but conditions, all or any of which are to be true. */
export interface Conditions {
  readonly join: 'and' | 'or';
  readonly rows: readonly ConditionRow[];
  /** The statement that holds them; null in a script that has none yet. */
  readonly whole: Span | null;
  /** What is said where they refuse; null for conditions that show a widget. Its text is null where it is written by hand. */
  readonly message: (Span & { readonly text: string | null }) | null;
}

/** What conditions are for: to show a widget, or to refuse an order. */
export type ConditionsFor = 'condition' | 'validate';

/** The conditions that a script consists of; null for one that says more, or can not be read: that is edited by hand. */
export function readConditions(source: string, use: ConditionsFor): Conditions | null {
  const { script, problems } = parse(source);
  if (script === null || problems.length > 0) return null;
  if (script.statements.length === 0) return { join: 'and', rows: [], whole: null, message: null };
  return use === 'condition' ? shownBy(source, script) : refusedBy(source, script);
}

function shownBy(source: string, { statements }: Script): Conditions | null {
  const [only, ...more] = statements;
  if (only === undefined || more.length > 0 || !isExpression(only)) return null;
  return conditionsIn(source, only, { whole: only, message: null });
}

/** `if CONDITIONS { reject because "…" }`, perhaps with what it refuses. */
function refusedBy(source: string, { statements }: Script): Conditions | null {
  const [only, ...more] = statements;
  if (only?.type !== 'if' || more.length > 0 || only.otherwise !== null) return null;
  const [branch, ...others] = only.branches;
  const message = branch && messageOf(branch.body);
  if (!branch || !message || others.length > 0) return null;
  return conditionsIn(source, branch.test, { whole: only, message });
}

function messageOf({ statements }: Block): Conditions['message'] {
  const [only, ...more] = statements;
  if (only?.type !== 'reject' || more.length > 0) return null;
  const said = only.because ?? (only.subject?.type === 'text' ? only.subject : null);
  if (said === null) return null;
  return { from: said.from, to: said.to, text: said.type === 'text' ? said.value : null };
}

function conditionsIn(
  source: string,
  test: Expression,
  around: Pick<Conditions, 'whole' | 'message'>,
): Conditions | null {
  const isJoined = test.type === 'and' || test.type === 'or';
  const operands = isJoined ? test.operands : [test];
  // All of one kind: `$a and $b or $c` says more than all or any.
  if (operands.some(({ type }) => type === 'and' || type === 'or')) return null;
  return {
    ...around,
    join: test.type === 'or' ? 'or' : 'and',
    rows: operands.map((operand) => rowOf(source, operand)),
  };
}

function rowOf(source: string, outer: Expression): ConditionRow {
  const node = ungrouped(outer);
  const { from, to } = node;
  const place = { from, to, outer: { from: outer.from, to: outer.to } };
  if (node.type === 'comparison' && node.left.type === 'path') {
    const { left, operator, right } = node;
    const condition = {
      field: fieldOf(node.left),
      operator: operator.symbol,
      value: valueIn(source, right),
    };
    return { ...place, condition, parts: { left, operator, right } };
  }
  return { ...place, condition: truthOf(node), parts: null };
}

function ungrouped(node: Expression): Expression {
  return node.type === 'group' && isExpression(node.value) ? ungrouped(node.value) : node;
}

function truthOf(node: Expression): Condition | null {
  if (node.type === 'path') return { field: fieldOf(node), operator: 'filled' };
  if (node.type === 'not' && node.operand.type === 'path') return { field: fieldOf(node.operand), operator: 'empty' };
  return null;
}

function fieldOf({ root, keys }: Path): string {
  const first = root.type === 'it' ? root.name : `$${root.name}`;
  return [first, ...keys.map(({ name }) => name)].join('.');
}

function valueIn(source: string, node: Expression): ConditionValue {
  if (node.type === 'text') return { kind: 'text', text: node.value };
  if (node.type === 'number') return { kind: 'number', number: node.value };
  if (node.type === 'negate' && node.operand.type === 'number') return { kind: 'number', number: -node.operand.value };
  if (node.type === 'constant' && node.value !== null) return { kind: 'truth', is: node.value };
  if (node.type === 'path') return { kind: 'field', field: fieldOf(node) };
  if (node.type === 'list' && node.items.every(isText))
    return { kind: 'texts', texts: node.items.map(({ value }) => value) };
  return { kind: 'source', source: source.slice(node.from, node.to) };
}

const isText = (node: Expression): node is Text => node.type === 'text';

const statementsOnly: ReadonlySet<string> = new Set([
  ...['take', 'let', 'define', 'each', 'if', 'validate', 'reject', 'skip', 'print', 'assign', 'broken'],
]);

function isExpression<T extends { readonly type: string }>(node: T | Expression): node is Expression {
  return !statementsOnly.has(node.type);
}
