import type { Comparison, ComparisonOperator, Expression } from '#grammar/index.ts';
import { fieldOf, isLiteral, nounOf, nounWithValue, valueTold } from './nouns.ts';
import { cameTo, isSecret, type Telling, type Turn } from './telling.ts';
import { joined, valueInWords } from './value-words.ts';

/** Two sides compared: what was found, or, when the answer should have been another, what it must be. */
export function comparisonInWords(telling: Telling, node: Comparison, { turn, wanted }: Asked): string {
  const sides = turned(node);
  const { left, operator, right } = sides;
  const subject = `${nounOf(telling, left, turn)} is ${toldBeside(telling, left, right, turn)}`;
  const other = otherOf(telling, sides, turn);
  const holds = cameTo(telling, node, turn) === true;
  if (isHushed(telling, left, right, turn)) {
    return wanted === null || wanted === holds ? subject : `${subject}, and it is not what the rule asks for`;
  }
  const areDates = [left, right].some((side) => cameTo(telling, side, turn) instanceof Date);
  const special = areDates ? dated : typeof cameTo(telling, left, turn) === 'string' ? ofTexts : {};
  const say = (symbol: ComparisonOperator) => special[symbol] ?? plain[symbol];
  if (wanted !== null && wanted !== holds)
    return `${subject}, and it ${say(wanted ? operator : opposite[operator]).must(other)}`;
  const found = holds ? operator : opposite[operator];
  const equal = found === '==' || found === '!=';
  if (equal && isLiteral(right)) return found === '==' ? subject : `${subject}, not ${other}`;
  // Of what can not be compared neither is true, so only the question itself can be denied.
  const isDenied = !holds && !areComparable(cameTo(telling, left, turn), cameTo(telling, right, turn));
  return `${subject}, which ${isDenied ? say(operator).denied(other) : say(found).found(other)}`;
}

export interface Asked {
  readonly turn: Turn;
  /** What the answer should have been; null where only what was found is told. */
  readonly wanted: boolean | null;
}

interface Sides {
  readonly left: Expression;
  readonly operator: ComparisonOperator;
  readonly right: Expression;
}

/** `500 <= $budget` speaks of the budget. */
function turned({ left, operator, right }: Comparison): Sides {
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

/** What one value is beside another, after 'which'; that it is not; and what it has to be, after 'it'. */
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

const plain: { readonly [S in ComparisonOperator]: Relation } = {
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

/** A text that includes another is no list. */
const ofTexts: { readonly [S in ComparisonOperator]?: Relation } = {
  includes: doing('contain'),
  'not includes': notDoing('contain'),
};

const dated: { readonly [S in ComparisonOperator]?: Relation } = {
  '<': being('before '),
  '<=': being('no later than '),
  '>': being('after '),
  '>=': being('no earlier than '),
};

function areComparable(one: unknown, other: unknown): boolean {
  const isNothing = one === null || one === undefined || other === null || other === undefined;
  return !isNothing && typeof one === typeof other;
}

/** The side that the other is held against, with the labels of the options that it names. */
function otherOf(telling: Telling, { left, operator, right }: Sides, turn: Turn): string {
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
  return joined(items, 'or');
}

/** Before a value that is not written in the script itself. */
const beside = {
  ...{ '==': 'the same as ', '!=': 'the same as ', in: 'one of ', 'not in': 'one of ' },
  ...{ '<': '', '<=': '', '>': '', '>=': '', includes: '', 'not includes': '', matches: '', 'not matches': '' },
} as const satisfies Record<ComparisonOperator, string>;

/** What is compared with a password must not be told either: it may be the same. */
function toldBeside(telling: Telling, node: Expression, beside: Expression, turn: Turn): string {
  return isSecret(telling, beside, turn) ? 'compared with something secret' : valueTold(telling, node, turn);
}

/** Whether the other side would tell what is secret, as the number that a length is held against would not. */
function isHushed(telling: Telling, left: Expression, right: Expression, turn: Turn): boolean {
  if (isSecret(telling, right, turn)) return true;
  return isSecret(telling, left, turn) && typeof cameTo(telling, right, turn) !== 'number';
}
