import type { Comparison, Expression } from '#grammar/index.ts';
import type { ValidWidget } from '../form.ts';
import { comparisonInWords, type DescribeOptions } from './comparisons.ts';
import type { ConditionStep } from './execution-path.ts';
import { type Explanation, traceValue, wasReached } from './explanation.ts';
import { isExpression, isTrue } from './expressions.ts';
import { fieldOf, nounOf, valueTold } from './nouns.ts';
import { questionOfHelper } from './own-helpers.ts';
import { predicateInWords } from './predicates.ts';
import { isEmptyValue, isTickBox } from './value-words.ts';
import { questionBehind } from './variables.ts';

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
  const subject = `${nounOf(telling, node, turn)} is ${valueTold(telling, node, turn)}`;
  return expected === null ? subject : `${subject}, and it must be ${expected ? 'empty' : 'filled in'}`;
}

/** A value of which only the truth matters. */
function truthInWords(telling: Explanation, node: Expression, { turn, expected }: DescribeOptions): string {
  const value = traceValue(telling, node, turn);
  const subject = `${nounOf(telling, node, turn)} is ${valueTold(telling, node, turn)}`;
  if (expected === null || expected === isTrue(value)) return subject;
  if (expected && node.type !== 'path' && isEmptyValue(value)) return `${subject}, and it must come to something`;
  return `${subject}, and it must ${mustBe(value, fieldOf(telling, node, turn), expected)}`;
}

function mustBe(value: unknown, field: ValidWidget | null, wanted: boolean): string {
  if (isTickBox(field)) return wanted ? 'be ticked' : 'not be ticked';
  if (typeof value === 'boolean' || field?.type === 'checkbox') return wanted ? 'be yes' : 'be no';
  if (wanted) return isEmptyValue(value) ? 'be filled in' : 'not be 0';
  return typeof value === 'number' ? 'be 0 or empty' : 'be empty';
}
