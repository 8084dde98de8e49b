import type { Comparison, Expression } from '#grammar/index.ts';
import type { SoundWidget } from '../form.ts';
import { type Asked, comparisonInWords } from './comparisons.ts';
import { isExpression, isTrue } from './expressions.ts';
import { fieldOf, nounOf, valueTold } from './nouns.ts';
import { questionOfHelper } from './own-helpers.ts';
import { predicateInWords } from './predicates.ts';
import { cameTo, type Telling, wasReached } from './telling.ts';
import { isEmpty, isTickBox } from './value-words.ts';
import { questionBehind } from './variables.ts';
import type { Step } from './way.ts';

/** Describes the values in a condition. */
export const found = (telling: Telling, { test, turn }: Step): string[] =>
  describe(telling, test, { turn, wanted: null });

/** Describes what keeps a condition from being true: the values, and what they must be. */
export const missing = (telling: Telling, { test, turn }: Step): string[] =>
  describe(telling, test, { turn, wanted: true });

/** A sentence for each part that decided. `and` and `or` are decided by some of their operands. */
function describe(telling: Telling, node: Expression, options: Asked): string[] {
  const { turn, wanted } = options;
  switch (node.type) {
    case 'group':
      return isExpression(node.value) ? describe(telling, node.value, options) : [truthInWords(telling, node, options)];
    case 'not':
      return describe(telling, node.operand, { turn, wanted: wanted === null ? null : !wanted });
    case 'and':
    case 'or': {
      const reached = node.operands.filter((operand) => wasReached(telling, operand, turn));
      const [decisive] = reached.slice(-1);
      const isYes = isTrue(cameTo(telling, node, turn));
      if (decisive && isYes === (node.type === 'or')) return describe(telling, decisive, options);
      const each = reached.flatMap((operand) => describe(telling, operand, options));
      return wanted === null || each.length < 2 ? each : ['One of these is enough:', ...each];
    }
    case 'comparison':
      return describeComparison(telling, node, options);
    case 'chain': {
      const question = questionOfHelper(telling, node, turn);
      if (question) return describe(telling, question.test, { turn: question.turn, wanted });
      return [predicateInWords(telling, node, options) ?? truthInWords(telling, node, options)];
    }
    case 'path': {
      const question = questionBehind(telling, node, turn);
      if (question) return describe(telling, question.test, { turn: question.turn, wanted });
      return [truthInWords(telling, node, options)];
    }
    case 'constant':
      return [];
    default:
      return [truthInWords(telling, node, options)];
  }
}

/** A comparison with `true`, `false`, `nothing` or an empty text is described as a question about truth or presence. */
function describeComparison(telling: Telling, node: Comparison, options: Asked): string[] {
  const { left, right, operator } = node;
  const isEquality = operator.symbol === '==' || operator.symbol === '!=';
  const expectedTruth = (answer: boolean) => (options.wanted === null ? null : options.wanted === answer);
  if (isEquality && right.type === 'constant' && typeof right.value === 'boolean') {
    const truth = isTrue(cameTo(telling, left, options.turn));
    const wanted = expectedTruth((operator.symbol === '==') === right.value);
    if (wanted === null || wanted !== truth) return describe(telling, left, { ...options, wanted });
  }
  const isAboutNothing = (right.type === 'constant' && right.value === null) || (right.type === 'text' && !right.value);
  if (isEquality && isAboutNothing) {
    return [emptinessInWords(telling, left, { ...options, wanted: expectedTruth(operator.symbol === '==') })];
  }
  return [comparisonInWords(telling, node, options)];
}

function emptinessInWords(telling: Telling, node: Expression, { turn, wanted }: Asked): string {
  const subject = `${nounOf(telling, node, turn)} is ${valueTold(telling, node, turn)}`;
  return wanted === null ? subject : `${subject}, and it must be ${wanted ? 'empty' : 'filled in'}`;
}

/** A value of which only the truth matters. */
function truthInWords(telling: Telling, node: Expression, { turn, wanted }: Asked): string {
  const value = cameTo(telling, node, turn);
  const subject = `${nounOf(telling, node, turn)} is ${valueTold(telling, node, turn)}`;
  if (wanted === null || wanted === isTrue(value)) return subject;
  if (wanted && node.type !== 'path' && isEmpty(value)) return `${subject}, and it must come to something`;
  return `${subject}, and it must ${mustBe(value, fieldOf(telling, node, turn), wanted)}`;
}

function mustBe(value: unknown, field: SoundWidget | null, wanted: boolean): string {
  if (isTickBox(field)) return wanted ? 'be ticked' : 'not be ticked';
  if (typeof value === 'boolean' || field?.type === 'checkbox') return wanted ? 'be yes' : 'be no';
  if (wanted) return isEmpty(value) ? 'be filled in' : 'not be 0';
  return typeof value === 'number' ? 'be 0 or empty' : 'be empty';
}
