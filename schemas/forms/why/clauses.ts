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

/** What was found where something was asked. */
export const found = (telling: Telling, { test, turn }: Step): string[] => tell(telling, test, { turn, wanted: null });

/** What keeps an answer from being yes: what was found, and what it must be. */
export const missing = (telling: Telling, { test, turn }: Step): string[] =>
  tell(telling, test, { turn, wanted: true });

/** A sentence for each thing that decided; `and` and `or` decide by some of what they hold together. */
function tell(telling: Telling, node: Expression, asked: Asked): string[] {
  const { turn, wanted } = asked;
  switch (node.type) {
    case 'group':
      return isExpression(node.value) ? tell(telling, node.value, asked) : [truthInWords(telling, node, asked)];
    case 'not':
      return tell(telling, node.operand, { turn, wanted: wanted === null ? null : !wanted });
    case 'and':
    case 'or': {
      const reached = node.operands.filter((operand) => wasReached(telling, operand, turn));
      const [decisive] = reached.slice(-1);
      const isYes = isTrue(cameTo(telling, node, turn));
      if (decisive && isYes === (node.type === 'or')) return tell(telling, decisive, asked);
      const each = reached.flatMap((operand) => tell(telling, operand, asked));
      return wanted === null || each.length < 2 ? each : ['One of these is enough:', ...each];
    }
    case 'comparison':
      return comparisonTold(telling, node, asked);
    case 'chain': {
      const question = questionOfHelper(telling, node, turn);
      if (question) return tell(telling, question.test, { turn: question.turn, wanted });
      return [predicateInWords(telling, node, asked) ?? truthInWords(telling, node, asked)];
    }
    case 'path': {
      const question = questionBehind(telling, node, turn);
      if (question) return tell(telling, question.test, { turn: question.turn, wanted });
      return [truthInWords(telling, node, asked)];
    }
    case 'constant':
      return [];
    default:
      return [truthInWords(telling, node, asked)];
  }
}

/** Held against `true`, `false`, `nothing` or an empty text, a value is asked for its truth or its being there. */
function comparisonTold(telling: Telling, node: Comparison, asked: Asked): string[] {
  const { left, right, operator } = node;
  const isEquality = operator.symbol === '==' || operator.symbol === '!=';
  const flip = (answer: boolean) => (asked.wanted === null ? null : asked.wanted === answer);
  if (isEquality && right.type === 'constant' && typeof right.value === 'boolean') {
    const truth = isTrue(cameTo(telling, left, asked.turn));
    const wanted = flip((operator.symbol === '==') === right.value);
    if (wanted === null || wanted !== truth) return tell(telling, left, { ...asked, wanted });
  }
  const isAboutNothing = (right.type === 'constant' && right.value === null) || (right.type === 'text' && !right.value);
  if (isEquality && isAboutNothing) {
    return [emptinessInWords(telling, left, { ...asked, wanted: flip(operator.symbol === '==') })];
  }
  return [comparisonInWords(telling, node, asked)];
}

function emptinessInWords(telling: Telling, node: Expression, { turn, wanted }: Asked): string {
  const subject = `${nounOf(telling, node, turn)} is ${valueTold(telling, node, turn)}`;
  return wanted === null ? subject : `${subject}, and it must be ${wanted ? 'empty' : 'filled in'}`;
}

/** A value of which only the truth counts. */
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
