import type { Chain, Comparison, Expression, SyntaxNode } from '#grammar/index.ts';
import type { ValidWidget } from '../form.ts';
import { comparisonInWords, type DescribeOptions } from './comparisons.ts';
import type { ConditionStep } from './execution-path.ts';
import { type Explanation, type Iteration, keyInWords, traceValue, wasReached } from './explanation.ts';
import { isExpression, isTrue } from './expressions.ts';
import { describeValue, fieldOf, isSeenChange, nounOf } from './nouns.ts';
import { isEmptyValue, isTickBox, quote } from './value-words.ts';
import { allBelow, isCondition, questionBehind } from './variables.ts';

/** Describes the values in a condition. */
export const describeValues = (telling: Explanation, { test, turn }: ConditionStep): string[] =>
  describe(telling, test, { turn, expected: null });

/** Describes what keeps a condition from being true: the values, and what they must be. */
export const describeMissing = (telling: Explanation, { test, turn }: ConditionStep): string[] =>
  describe(telling, test, { turn, expected: true });

/** A sentence for each part that decided. `and` and `or` are decided by some of their operands. */
function describe(telling: Explanation, node: Expression, options: DescribeOptions): string[] {
  const { turn, expected } = options;
  switch (node.type) {
    case 'group':
      return isExpression(node.value) ? describe(telling, node.value, options) : [truthInWords(telling, node, options)];
    case 'not':
      return describe(telling, node.operand, { turn, expected: expected === null ? null : !expected });
    case 'and':
    case 'or': {
      const reached = node.operands.filter((operand) => wasReached(telling, operand, turn));
      const [decisive] = reached.slice(-1);
      const isYes = isTrue(traceValue(telling, node, turn));
      if (decisive && isYes === (node.type === 'or')) return describe(telling, decisive, options);
      const each = reached.flatMap((operand) => describe(telling, operand, options));
      return expected === null || each.length < 2 ? each : ['One of these is enough:', ...each];
    }
    case 'comparison':
      return describeComparison(telling, node, options);
    case 'chain': {
      const question = questionOfHelper(telling, node, turn);
      if (question) return describe(telling, question.test, { turn: question.turn, expected });
      return [predicateInWords(telling, node, options) ?? truthInWords(telling, node, options)];
    }
    case 'path': {
      const question = questionBehind(telling, node, turn);
      if (question) return describe(telling, question.test, { turn: question.turn, expected });
      return [truthInWords(telling, node, options)];
    }
    case 'constant':
      return [];
    default:
      return [truthInWords(telling, node, options)];
  }
}

/** A comparison with `true`, `false`, `nothing` or an empty text is described as a question about truth or presence. */
function describeComparison(telling: Explanation, node: Comparison, options: DescribeOptions): string[] {
  const { left, right, operator } = node;
  const isEquality = operator.symbol === '==' || operator.symbol === '!=';
  const expectedTruth = (answer: boolean) => (options.expected === null ? null : options.expected === answer);
  if (isEquality && right.type === 'constant' && typeof right.value === 'boolean') {
    const truth = isTrue(traceValue(telling, left, options.turn));
    const expected = expectedTruth((operator.symbol === '==') === right.value);
    if (expected === null || expected !== truth) return describe(telling, left, { ...options, expected });
  }
  const isAboutNothing = (right.type === 'constant' && right.value === null) || (right.type === 'text' && !right.value);
  if (isEquality && isAboutNothing) {
    return [emptinessInWords(telling, left, { ...options, expected: expectedTruth(operator.symbol === '==') })];
  }
  return [comparisonInWords(telling, node, options)];
}

function emptinessInWords(telling: Explanation, node: Expression, { turn, expected }: DescribeOptions): string {
  const subject = `${nounOf(telling, node, turn)} is ${describeValue(telling, node, turn)}`;
  return expected === null ? subject : `${subject}, and it must be ${expected ? 'empty' : 'filled in'}`;
}

/** A value of which only the truth matters. */
function truthInWords(telling: Explanation, node: Expression, { turn, expected }: DescribeOptions): string {
  const value = traceValue(telling, node, turn);
  const subject = `${nounOf(telling, node, turn)} is ${describeValue(telling, node, turn)}`;
  if (expected === null || expected === isTrue(value)) return subject;
  if (expected && node.type !== 'path' && isEmptyValue(value)) return `${subject}, and it must have a value`;
  return `${subject}, and it must ${mustBe(value, fieldOf(telling, node, turn), expected)}`;
}

function mustBe(value: unknown, field: ValidWidget | null, expected: boolean): string {
  if (isTickBox(field)) return expected ? 'be checked' : 'not be checked';
  if (typeof value === 'boolean' || field?.type === 'checkbox') return expected ? 'be yes' : 'be no';
  if (expected) return isEmptyValue(value) ? 'be filled in' : 'not be 0';
  return typeof value === 'number' ? 'be 0 or empty' : 'be empty';
}

/**
 * The condition inside a user-defined helper that ends a chain. Undefined if the helper was called more than once,
 * because a trace does not distinguish the calls.
 */
function questionOfHelper(telling: Explanation, node: Chain, turn: Iteration): ConditionStep | undefined {
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

const kinds: ReadonlyMap<string, string> = new Map([
  ['valid_email', 'a valid e-mail address'],
  ['valid_url', 'a valid web address'],
]);

/** Describes a helper with a boolean result: `$email:valid_email`, or one of the form's own. */
function predicateInWords(telling: Explanation, node: Chain, { turn, expected }: DescribeOptions): string | undefined {
  const { base, tails } = node;
  const value = traceValue(telling, node, turn);
  const last = tails.at(-1);
  const isOfBase = !tails.slice(0, -1).some(isSeenChange);
  if (last?.type !== 'ornament' || typeof value !== 'boolean' || !isOfBase) return undefined;
  const subject = `${nounOf(telling, base, turn)} is ${describeValue(telling, base, turn)}`;
  const isAsExpected = expected === null || expected === value;
  if (last.name === 'is_empty') {
    return isAsExpected ? subject : `${subject}, and it must be ${expected ? 'empty' : 'filled in'}`;
  }
  const kind = kinds.get(last.name);
  const name = quote(keyInWords(last.name).replace(/^(is|has) /, ''));
  const not = kind ? 'is not' : 'does not';
  if (isAsExpected) {
    return `${subject}, which ${value ? (kind ? `is ${kind}` : `counts as ${name}`) : `${not} ${kind ?? `count as ${name}`}`}`;
  }
  return `${subject}, and it must ${expected ? '' : 'not '}${kind ? `be ${kind}` : `count as ${name}`}`;
}
