import { ruleLimits } from '../rule.ts';

/** A parsed expression of SurveyJS (AST). */
export type Expression =
  | { readonly is: 'value'; readonly value: unknown }
  | { readonly is: 'name'; readonly name: string }
  | { readonly is: 'not'; readonly of: Expression }
  | { readonly is: 'empty'; readonly of: Expression }
  | { readonly is: 'if'; readonly condition: Expression; readonly yes: Expression; readonly no: Expression }
  | ExpressionPair;

/** An expression with an operator between two sides. */
export interface ExpressionPair {
  readonly is: 'pair';
  readonly by: ExpressionOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** The operators of SurveyJS. */
type ExpressionOperator = 'and' | 'or' | ComparisonOperator | CalculationOperator;
export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'contains' | 'notcontains' | 'anyof' | 'allof';
type CalculationOperator = '+' | '-' | '*' | '/' | '%';

/**
 * Parses a SurveyJS expression such as `{budget} > 100 and {media} contains 'radio'`. For unsupported ones (functions,
 * powers, rows by number) returns why.
 */
export function readExpression(text: string): { rule: Expression } | { unread: string } {
  if (text.length > ruleLimits.characters) return { unread: 'it is too long' };
  const tokens = tokensOf(text);
  if (!tokens) return { unread: "it can't be parsed" };
  const parser: Parser = { tokens, at: 0, depth: 0 };
  const rule = readSide(parser, 0);
  if (!rule || parser.at < tokens.length) return { unread: 'it is more than comparisons of fields and values' };
  return { rule };
}

type Token = { is: 'name' | 'text' | 'number' | 'sign'; text: string };

/** The tokens. The alternatives start with different characters, so the expression runs in linear time. */
const shape =
  /\s+|\{([^{}]+)\}|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\d+(?:\.\d+)?)|([A-Za-z]+)|(<>|[<>=!]=|&&|\|\||[<>=!()[\],+\-*/%])/y;

function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = [];
  shape.lastIndex = 0;
  while (shape.lastIndex < text.length) {
    const found = shape.exec(text);
    if (!found) return null;
    const [, name, single, double, number, word, sign] = found;
    const quoted = single ?? double;
    if (name !== undefined) tokens.push({ is: 'name', text: name.trim() });
    else if (quoted !== undefined) tokens.push({ is: 'text', text: quoted.replace(/\\(.)/g, '$1') });
    else if (number !== undefined) tokens.push({ is: 'number', text: number });
    else if (word !== undefined || sign !== undefined)
      tokens.push({ is: 'sign', text: (word ?? sign ?? '').toLowerCase() });
  }
  return tokens;
}

interface Parser {
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
}

interface Infix {
  binds: number;
  combine: (left: Expression, right: Expression) => Expression;
}

const pair = (binds: number, by: ExpressionOperator): Infix => ({
  binds,
  combine: (left, right) => ({ is: 'pair', by, left, right }),
});
const not = (of: Expression): Expression => ({ is: 'not', of });
const notPair = (by: ExpressionOperator): Infix => ({
  binds: 3,
  combine: (left, right) => not({ is: 'pair', by, left, right }),
});

const infixes: Readonly<Record<string, Infix>> = {
  ...{ or: pair(1, 'or'), '||': pair(1, 'or'), and: pair(2, 'and'), '&&': pair(2, 'and') },
  ...{ '=': pair(3, '=='), '==': pair(3, '=='), equal: pair(3, '==') },
  ...{ '<>': pair(3, '!='), '!=': pair(3, '!='), notequal: pair(3, '!=') },
  ...{ '<': pair(3, '<'), less: pair(3, '<'), '<=': pair(3, '<='), lessorequal: pair(3, '<=') },
  ...{ '>': pair(3, '>'), greater: pair(3, '>'), '>=': pair(3, '>='), greaterorequal: pair(3, '>=') },
  ...{ contains: pair(3, 'contains'), contain: pair(3, 'contains') },
  ...{ notcontains: pair(3, 'notcontains'), notcontain: pair(3, 'notcontains') },
  ...{ anyof: pair(3, 'anyof'), allof: pair(3, 'allof'), noneof: notPair('anyof') },
  ...{ '+': pair(4, '+'), '-': pair(4, '-'), '*': pair(5, '*'), '/': pair(5, '/'), '%': pair(5, '%') },
};

const next = ({ tokens, at }: Parser): Token | undefined => tokens[at];
const isSign = (token: Token | undefined, text: string) => token?.is === 'sign' && token.text === text;

/** Pratt parser: parses operators that bind tighter than `binds`; null on a syntax error. */
function readSide(parser: Parser, binds: number): Expression | null {
  if (parser.depth >= ruleLimits.depth) return null;
  parser.depth += 1;
  let left = readOne(parser);
  while (left) {
    const token = next(parser);
    const sign = token?.is === 'sign' ? token.text : '';
    if (sign === 'empty' || sign === 'notempty') {
      parser.at += 1;
      left = sign === 'empty' ? { is: 'empty', of: left } : not({ is: 'empty', of: left });
      continue;
    }
    const infix: Infix | undefined = Object.hasOwn(infixes, sign) ? infixes[sign] : undefined;
    if (!infix || infix.binds <= binds) break;
    parser.at += 1;
    const right: Expression | null = readSide(parser, infix.binds);
    left = right && infix.combine(left, right);
  }
  parser.depth -= 1;
  return left;
}

function readOne(parser: Parser): Expression | null {
  const token = next(parser);
  parser.at += 1;
  if (!token) return null;
  if (token.is === 'name') return /[[\]]/.test(token.text) ? null : { is: 'name', name: token.text };
  if (token.is === 'text') return { is: 'value', value: token.text };
  if (token.is === 'number') return { is: 'value', value: Number(token.text) };
  return readSign(parser, token.text);
}

function readSign(parser: Parser, sign: string): Expression | null {
  switch (sign) {
    case 'true':
    case 'false':
      return { is: 'value', value: sign === 'true' };
    case 'null':
    case 'undefined':
      return { is: 'value', value: null };
    case '!':
    case 'negate': {
      const of = readSide(parser, 2);
      return of && not(of);
    }
    case '-': {
      const of = readOne(parser);
      return of?.is === 'value' && typeof of.value === 'number' ? { is: 'value', value: -of.value } : null;
    }
    case '(': {
      const inner = readSide(parser, 0);
      const isClosed = isSign(next(parser), ')');
      parser.at += 1;
      return isClosed ? inner : null;
    }
    case 'iif':
      return readIf(parser);
    case '[':
      return readList(parser);
    default:
      return null;
  }
}

/** `iif(condition, yes, no)`, the only function that has a counterpart. */
function readIf(parser: Parser): Expression | null {
  const sides: Expression[] = [];
  for (const sign of ['(', ',', ',']) {
    if (!isSign(next(parser), sign)) return null;
    parser.at += 1;
    const side = readSide(parser, 0);
    if (!side) return null;
    sides.push(side);
  }
  const isClosed = isSign(next(parser), ')');
  parser.at += 1;
  const [condition, yes, no] = sides;
  return isClosed && condition && yes && no ? { is: 'if', condition, yes, no } : null;
}

function readList(parser: Parser): Expression | null {
  const values: unknown[] = [];
  while (!isSign(next(parser), ']')) {
    const one = readOne(parser);
    if (one?.is !== 'value') return null;
    values.push(one.value);
    if (isSign(next(parser), ',')) parser.at += 1;
  }
  parser.at += 1;
  return { is: 'value', value: values };
}
