import type { Comparison, ComparisonOperator, Expression } from '#grammar/index.ts';
import { type Explanation, type Iteration, isSecret, traceValue } from './explanation.ts';
import { describeValue, fieldOf, isLiteral, nounOf, nounWithValue } from './nouns.ts';
import { joinWords, valueInWords } from './value-words.ts';

/** Describes a comparison: the actual values or, if the result should have been different, what it must be. */
export function comparisonInWords(telling: Explanation, node: Comparison, { turn, expected }: DescribeOptions): string {
  const normalizedSides = normalizeSides(node);
  const { left, operator, right } = normalizedSides;
  const subject = `${nounOf(telling, left, turn)} is ${valueBeside(telling, left, right, turn)}`;
  const other = otherOf(telling, normalizedSides, turn);
  const holds = traceValue(telling, node, turn) === true;
  if (hidesOther(telling, left, right, turn)) {
    return expected === null || expected === holds ? subject : `${subject}, and it is not what the rule asks for`;
  }
  const areDates = [left, right].some((side) => traceValue(telling, side, turn) instanceof Date);
  const special = areDates ? dateRelations : typeof traceValue(telling, left, turn) === 'string' ? textRelations : {};
  const relationText = (symbol: ComparisonOperator) => special[symbol] ?? relations[symbol];
  if (expected !== null && expected !== holds)
    return `${subject}, and it ${relationText(expected ? operator : opposite[operator]).must(other)}`;
  const found = holds ? operator : opposite[operator];
  const equal = found === '==' || found === '!=';
  if (equal && isLiteral(right)) return found === '==' ? subject : `${subject}, not ${other}`;
  // A comparison with an incomparable value is false both ways, so only deny the comparison itself.
  const isDenied = !holds && !areComparable(traceValue(telling, left, turn), traceValue(telling, right, turn));
  return `${subject}, which ${isDenied ? relationText(operator).denied(other) : relationText(found).found(other)}`;
}

export interface DescribeOptions {
  readonly turn: Iteration;
  /** The expected result; null to describe only the actual values. */
  readonly expected: boolean | null;
}

interface Sides {
  readonly left: Expression;
  readonly operator: ComparisonOperator;
  readonly right: Expression;
}

/** `500 <= $budget` is described with the budget first. */
function normalizeSides({ left, operator, right }: Comparison): Sides {
  const mirrored = mirror[operator.symbol];
  if (!mirrored || !isLiteral(left) || isLiteral(right)) return { left, operator: operator.symbol, right };
  return { left: right, operator: mirrored, right: left };
}

const mirror: { readonly [S in ComparisonOperator]?: ComparisonOperator } = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
  includes: 'in',
  in: 'includes',
  'not includes': 'not in',
  'not in': 'not includes',
};

const opposite: { readonly [S in ComparisonOperator]: ComparisonOperator } = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  includes: 'not includes',
  'not includes': 'includes',
  matches: 'not matches',
  'not matches': 'matches',
  in: 'not in',
  'not in': 'in',
};

/**
 * The phrases for a comparison: after 'which' (`found`), its negation (`denied`), and a requirement after 'it'
 * (`must`).
 */
interface Relation {
  found(other: string): string;
  denied(other: string): string;
  must(other: string): string;
}

const being = (words: string): Relation => ({
  found: (other) => `is ${words}${other}`,
  denied: (other) => `is not ${words}${other}`,
  must: (other) => `must be ${words}${other}`,
});

const notBeing = (words: string): Relation => ({
  found: (other) => `is not ${words}${other}`,
  denied: (other) => `is ${words}${other}`,
  must: (other) => `must not be ${words}${other}`,
});

const doing = (verb: string): Relation => ({
  found: (other) => `${verb}s ${other}`,
  denied: (other) => `does not ${verb} ${other}`,
  must: (other) => `must ${verb} ${other}`,
});

const notDoing = (verb: string): Relation => ({
  found: (other) => `does not ${verb} ${other}`,
  denied: (other) => `${verb}s ${other}`,
  must: (other) => `must not ${verb} ${other}`,
});

const relations: { readonly [S in ComparisonOperator]: Relation } = {
  '==': being(''),
  '!=': notBeing(''),
  '<': being('less than '),
  '<=': being('at most '),
  '>': being('more than '),
  '>=': being('at least '),
  includes: doing('include'),
  'not includes': notDoing('include'),
  matches: doing('contain'),
  'not matches': notDoing('contain'),
  in: being(''),
  'not in': notBeing(''),
};

/** A text that includes another text is not a list. */
const textRelations: { readonly [S in ComparisonOperator]?: Relation } = {
  includes: doing('contain'),
  'not includes': notDoing('contain'),
};

const dateRelations: { readonly [S in ComparisonOperator]?: Relation } = {
  '<': being('before '),
  '<=': being('no later than '),
  '>': being('after '),
  '>=': being('no earlier than '),
};

function areComparable(one: unknown, other: unknown): boolean {
  const isNothing = one === null || one === undefined || other === null || other === undefined;
  return !isNothing && typeof one === typeof other;
}

/** The other side of a comparison, with the labels of options. */
function otherOf(telling: Explanation, { left, operator, right }: Sides, turn: Iteration): string {
  if (isSecret(telling, left, turn) || isSecret(telling, right, turn)) return nounOf(telling, right, turn);
  if (!isLiteral(right)) {
    const noun = nounWithValue(telling, right, turn);
    return beside[operator] + noun;
  }
  const field = fieldOf(telling, left, turn);
  if (right.type !== 'list') {
    return right.type === 'text' ? valueInWords(right.value, field, telling.zone) : nounOf(telling, right, turn);
  }
  const items = right.items.map((item) =>
    item.type === 'text' ? valueInWords(item.value, field, telling.zone) : nounOf(telling, item, turn),
  );
  return joinWords(items, 'or');
}

/** The words before a value that is no literal. */
const beside = {
  ...{ '==': 'the same as ', '!=': 'the same as ', in: 'one of ', 'not in': 'one of ' },
  ...{ '<': '', '<=': '', '>': '', '>=': '', includes: '', 'not includes': '', matches: '', 'not matches': '' },
} as const satisfies Record<ComparisonOperator, string>;

/** A value that is compared with a password must not be shown either: it may be equal. */
function valueBeside(telling: Explanation, node: Expression, beside: Expression, turn: Iteration): string {
  return isSecret(telling, beside, turn) ? 'compared with something secret' : describeValue(telling, node, turn);
}

/** Whether the other side would reveal a secret. The number that a length is compared with does not. */
function hidesOther(telling: Explanation, left: Expression, right: Expression, turn: Iteration): boolean {
  if (isSecret(telling, right, turn)) return true;
  return isSecret(telling, left, turn) && typeof traceValue(telling, right, turn) !== 'number';
}
