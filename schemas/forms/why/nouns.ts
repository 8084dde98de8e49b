import type { Chain, Expression, Path, StatementValue } from '#grammar/index.ts';
import { keyInWords } from '../../texts/key-in-words.ts';
import type { ValidWidget } from '../form.ts';
import { type Explanation, type Iteration, isSecret, placeOf, traceValue } from './explanation.ts';
import { isExpression } from './expressions.ts';
import { isEmptyValue, joinWords, quote, valueInWords } from './value-words.ts';

/** The name of an expression in a sentence. */
export function nounOf(telling: Explanation, node: StatementValue, turn: Iteration): string {
  switch (node.type) {
    case 'number':
    case 'text':
    case 'constant':
      return valueInWords(node.value, null, telling.zone);
    case 'path':
      return placeOf(telling, node, turn)?.name ?? variableOf(telling, node, turn);
    case 'chain':
      return chainOf(telling, node, turn);
    case 'group':
      return nounOf(telling, node.value, turn);
    case 'negate':
      return `minus ${nounOf(telling, node.operand, turn)}`;
    case 'arithmetic':
      return arithmeticOf(telling, node, turn);
    case 'measure':
      return measureOf(telling, node, turn);
    case 'list':
      return joinWords(
        node.items.map((item) => nounOf(telling, item, turn)),
        'and',
      );
    case 'clock':
      return node.name;
    case 'index':
      return 'the number of the row, counted from 0,';
    case 'each':
      return `what is calculated for each row of ${nounOf(telling, node.list, turn)}`;
    default:
      return 'what the rule calculates';
  }
}

/** The name with the value, unless the name contains it. */
export function nounWithValue(telling: Explanation, node: StatementValue, turn: Iteration): string {
  const noun = nounOf(telling, node, turn);
  if (isLiteral(node) || !isExpression(node)) return noun;
  return `${noun} (${describeValue(telling, node, turn)})`;
}

/** The value of an expression in words, masked if it depends on a password. */
export function describeValue(telling: Explanation, node: Expression, turn: Iteration): string {
  const value = traceValue(telling, node, turn);
  if (isSecret(telling, node, turn) && !(node.type === 'path' && isEmptyValue(value))) return 'secret';
  const isWorkedOut = node.type === 'arithmetic' || node.type === 'chain';
  if (isWorkedOut && (value === null || value === undefined)) return 'nothing';
  return valueInWords(value, fieldOf(telling, node, turn), telling.zone);
}

/** The field that an expression refers to or takes its values from. */
export function fieldOf(telling: Explanation, node: Expression, turn: Iteration): ValidWidget | null {
  if (node.type === 'path') {
    const place = placeOf(telling, node, turn);
    const inputOf = place ? undefined : argumentOf(node, turn);
    if (inputOf && node.keys.length === 0) return fieldOf(telling, inputOf.node, inputOf.turn);
    return place?.widget ?? null;
  }
  if (node.type === 'group' && isExpression(node.value)) return fieldOf(telling, node.value, turn);
  const keepsValues = node.type === 'chain' && node.tails.every(({ name }) => sameValues.has(name));
  return keepsValues ? fieldOf(telling, node.base, turn) : null;
}

/** Whether a helper or key changes the value noticeably. */
export const isSeenChange = ({ type, name }: Chain['tails'][number]) => type === 'key' || !unseen.has(name);

const unseen: ReadonlySet<string> = new Set(['trim', 'upper', 'uppercase', 'lower', 'lowercase', 'text']);

/** Whether the name of an expression is its value: `100`, `"tv"`, `5 days`. */
export function isLiteral(node: StatementValue): boolean {
  switch (node.type) {
    case 'number':
    case 'text':
    case 'constant':
      return true;
    case 'list':
      return node.items.every(isLiteral);
    case 'group':
      return isLiteral(node.value);
    case 'negate':
      return isLiteral(node.operand);
    case 'measure':
      return node.direction === null && isLiteral(node.amount);
    default:
      return false;
  }
}

/** Helpers that keep the values. */
const sameValues: ReadonlySet<string> = new Set(['sort', 'reverse', 'unique', 'first', 'last', 'trim', 'date']);

const helpers: ReadonlyMap<string, (base: string) => string> = new Map([
  ...['trim', 'text', 'number', 'date', 'money', 'thousands', 'sort', 'reverse', 'keys'].map(
    (name) => [name, (base: string) => base] as const,
  ),
  ...['upper', 'uppercase'].map((name) => [name, (base: string) => `${base} in uppercase`] as const),
  ...['lower', 'lowercase'].map((name) => [name, (base: string) => `${base} in lowercase`] as const),
  ...['sum', 'first', 'last', 'year', 'month', 'day', 'hour', 'minute', 'second', 'words', 'lines'].map(
    (name) => [name, (base: string) => `the ${name} of ${base}`] as const,
  ),
  ...['chars', 'characters'].map((name) => [name, (base: string) => `the characters of ${base}`] as const),
  ['min', (base) => `the smallest of ${base}`],
  ['max', (base) => `the largest of ${base}`],
  ['unique', (base) => `${base} without duplicates`],
  ['is_empty', (base) => `the answer whether ${base} is empty`],
  ['valid_email', (base) => `the answer whether ${base} is a valid e-mail address`],
  ['valid_url', (base) => `the answer whether ${base} is a valid web address`],
  ['round', (base) => `${base} rounded`],
  ['ceil', (base) => `${base} rounded up`],
  ['floor', (base) => `${base} rounded down`],
]);

/** Describes a chain of helpers and keys. A length is described by what is counted. */
function chainOf(telling: Explanation, { base, tails }: Chain, turn: Iteration): string {
  const field = fieldOf(telling, base, turn);
  const start = base.type === 'arithmetic' ? `(${nounOf(telling, base, turn)})` : nounOf(telling, base, turn);
  return tails.reduce((noun, tail) => {
    if (tail.type === 'key') return `${keyInWords(tail.name)} of ${noun}`;
    if (tail.name === 'length') {
      const value = traceValue(telling, base, turn);
      const isRows = field?.type === 'collection' || field?.type === 'table';
      const unit = isRows ? 'rows' : typeof value === 'string' ? 'characters' : 'items';
      return `the number of ${unit} in ${noun}`;
    }
    return helpers.get(tail.name)?.(noun) ?? `${quote(keyInWords(tail.name))} of ${noun}`;
  }, start);
}

const signs = { '+': 'plus', '-': 'minus', '*': 'times', '/': 'divided by', '%': 'modulo' } as const;

function arithmeticOf(
  telling: Explanation,
  node: Extract<Expression, { type: 'arithmetic' }>,
  turn: Iteration,
): string {
  const isText = typeof traceValue(telling, node, turn) === 'string';
  return node.operands
    .map((operand, at) => {
      const symbol = node.operators[at - 1]?.symbol;
      const sign = symbol === undefined ? '' : isText ? 'and ' : `${signs[symbol]} `;
      return sign + nounWithValue(telling, operand, turn);
    })
    .join(' ');
}

function measureOf(telling: Explanation, node: Extract<Expression, { type: 'measure' }>, turn: Iteration): string {
  const amount = nounWithValue(telling, node.amount, turn);
  const unit = amount === '1' ? node.unit : `${node.unit}s`;
  const direction = { ago: ' ago', ahead: ' from now' };
  return `${amount} ${unit}${node.direction === null ? '' : direction[node.direction]}`;
}

function variableOf(telling: Explanation, path: Path, turn: Iteration): string {
  const { root, keys } = path;
  const inputOf = argumentOf(path, turn);
  const own = root.type === 'variable' ? quote(keyInWords(root.name)) : 'the row';
  const start = inputOf ? nounOf(telling, inputOf.node, inputOf.turn) : own;
  return keys.reduce((noun, key) => `${keyInWords(key.name)} of ${noun}`, start);
}

/** The argument of a user-defined helper, if a path in it reads `$input`. */
const argumentOf = ({ root }: Path, { input }: Iteration) =>
  root.type === 'variable' && root.name === 'input' ? input : undefined;
