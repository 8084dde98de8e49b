import { parse } from '../syntax/parse.ts';
import type {
  Block,
  Comparison,
  ComparisonOperator,
  Expression,
  Path,
  Script,
  Span,
  TextLiteral,
  TextOperator,
} from '../syntax/tree.ts';

/** The value that a condition compares a field with. */
export type ConditionValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'truth'; readonly is: boolean }
  | { readonly kind: 'texts'; readonly texts: readonly string[] }
  /** A field as scripts write it: `$lines`, `$contact.email`, `this`. */
  | { readonly kind: 'field'; readonly field: string }
  /** Any other expression, as source. */
  | { readonly kind: 'source'; readonly source: string };

/** A simple condition for the visual editor: a field is filled or empty, or is compared with a value. */
export type Condition =
  | { readonly field: string; readonly operator: 'filled' | 'empty' }
  | { readonly field: string; readonly operator: ComparisonOperator | TextOperator; readonly value: ConditionValue };

/**
 * A condition with its position in the script. `condition` is null for an expression that only the source editor can
 * show.
 */
interface ConditionRow extends Span {
  readonly condition: Condition | null;
  /** The parts of a comparison; null for other conditions. */
  readonly parts: Pick<Comparison, 'left' | 'operator' | 'right'> | null;
  /** The span including the parentheses around it. */
  readonly outer: Span;
}

/** A script that consists of conditions only, of which all or any must be true. */
export interface Conditions {
  readonly join: 'and' | 'or';
  readonly rows: readonly ConditionRow[];
  /** The statement that contains them; null if the script is empty. */
  readonly statement: Span | null;
  /**
   * The message of a rejection; null for a visibility condition. Its text is null if it is not a plain text literal.
   */
  readonly message: (Span & { readonly text: string | null }) | null;
}

/** The use of the conditions: to show a widget, or to reject an order. */
export type ConditionUse = 'condition' | 'validate';

/**
 * Parses a script into conditions for the visual editor. Returns null if the script contains anything else or does not
 * parse: it can only be edited as source.
 */
export function readConditions(source: string, use: ConditionUse): Conditions | null {
  const { script, problems } = parse(source);
  if (script === null || problems.length > 0) return null;
  if (script.statements.length === 0) return { join: 'and', rows: [], statement: null, message: null };
  return use === 'condition' ? readVisibility(source, script) : readRejection(source, script);
}

function readVisibility(source: string, { statements }: Script): Conditions | null {
  const [only, ...more] = statements;
  if (only === undefined || more.length > 0 || !isExpression(only)) return null;
  return conditionsIn(source, only, { statement: only, message: null });
}

/** Reads `if CONDITIONS { reject because "…" }`, with an optional subject. */
function readRejection(source: string, { statements }: Script): Conditions | null {
  const [only, ...more] = statements;
  if (only?.type !== 'if' || more.length > 0 || only.otherwise !== null) return null;
  const [branch, ...others] = only.branches;
  const message = branch && messageOf(branch.body);
  if (!branch || !message || others.length > 0) return null;
  return conditionsIn(source, branch.test, { statement: only, message });
}

function messageOf({ statements }: Block): Conditions['message'] {
  const [only, ...more] = statements;
  if (only?.type !== 'reject' || more.length > 0) return null;
  const message = only.because ?? (only.subject?.type === 'text' ? only.subject : null);
  if (message === null) return null;
  return { from: message.from, to: message.to, text: message.type === 'text' ? message.value : null };
}

function conditionsIn(
  source: string,
  test: Expression,
  container: Pick<Conditions, 'statement' | 'message'>,
): Conditions | null {
  const isJoined = test.type === 'and' || test.type === 'or';
  const operands = isJoined ? test.operands : [test];
  // All operators must be the same: `$a and $b or $c` is neither all nor any.
  if (operands.some(({ type }) => type === 'and' || type === 'or')) return null;
  return {
    ...container,
    join: test.type === 'or' ? 'or' : 'and',
    rows: operands.map((operand) => rowOf(source, operand)),
  };
}

function rowOf(source: string, outer: Expression): ConditionRow {
  const node = unwrapGroup(outer);
  const { from, to } = node;
  const spans = { from, to, outer: { from: outer.from, to: outer.to } };
  if (node.type === 'comparison' && node.left.type === 'path') {
    const { left, operator, right } = node;
    const condition = {
      field: fieldOf(node.left),
      operator: operator.symbol,
      value: valueIn(source, right),
    };
    return { ...spans, condition, parts: { left, operator, right } };
  }
  return { ...spans, condition: presenceOf(node) ?? textTestOf(source, node), parts: null };
}

/** `$code starts with "WX"` and `$zip pattern "^[0-9]{5}$"`. */
function textTestOf(source: string, node: Expression): Condition | null {
  if (node.type === 'pattern' && node.text.type === 'path') {
    const operator = node.isNegated ? 'not pattern' : 'pattern';
    return { field: fieldOf(node.text), operator, value: { kind: 'text', text: node.pattern.value } };
  }
  if (node.type !== 'phrase') return null;
  const [text, part] = node.operands;
  const operator = TEXT_TESTS.find((name) => name === node.name);
  if (operator === undefined || text?.type !== 'path' || part === undefined) return null;
  return { field: fieldOf(text), operator, value: valueIn(source, part) };
}

const TEXT_TESTS = ['starts with', 'not starts with', 'ends with', 'not ends with'] as const;

function unwrapGroup(node: Expression): Expression {
  return node.type === 'group' && isExpression(node.value) ? unwrapGroup(node.value) : node;
}

function presenceOf(node: Expression): Condition | null {
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

const isText = (node: Expression): node is TextLiteral => node.type === 'text';

const statementsOnly: ReadonlySet<string> = new Set([
  ...['take', 'let', 'define', 'each', 'if', 'validate', 'reject', 'skip', 'print', 'assign', 'broken'],
]);

function isExpression<T extends { readonly type: string }>(node: T | Expression): node is Expression {
  return !statementsOnly.has(node.type);
}
