import { type ImportedRule, type RuleOperator, ruleLimits } from '../rule.ts';

/**
 * Parses a SurveyJS expression such as `{budget} > 100 and {media} contains 'radio'`. For unsupported ones (functions,
 * powers, rows by number) returns why.
 */
export function readExpression(text: string): { rule: ImportedRule } | { unread: string } {
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
  combine: (left: ImportedRule, right: ImportedRule) => ImportedRule;
}

const pair = (binds: number, by: RuleOperator): Infix => ({
  binds,
  combine: (left, right) => ({ is: 'pair', by, left, right }),
});
const not = (of: ImportedRule): ImportedRule => ({ is: 'not', of });
/** Expands a list of values into joined comparisons. */
const each = (by: 'and' | 'or') => (left: ImportedRule, right: ImportedRule) => {
  const values = right.is === 'value' && Array.isArray(right.value) ? right.value : [];
  const rules = values.map(
    (value): ImportedRule => ({ is: 'pair', by: 'includes', left, right: { is: 'value', value } }),
  );
  const all = rules.reduce<ImportedRule | null>(
    (sum, rule) => (sum ? { is: 'pair', by, left: sum, right: rule } : rule),
    null,
  );
  return all ?? { is: 'pair', by: 'includes', left, right };
};

const infixes: Readonly<Record<string, Infix>> = {
  ...{ or: pair(1, 'or'), '||': pair(1, 'or'), and: pair(2, 'and'), '&&': pair(2, 'and') },
  ...{ '=': pair(3, '=='), '==': pair(3, '=='), equal: pair(3, '==') },
  ...{ '<>': pair(3, '!='), '!=': pair(3, '!='), notequal: pair(3, '!=') },
  ...{ '<': pair(3, '<'), less: pair(3, '<'), '<=': pair(3, '<='), lessorequal: pair(3, '<=') },
  ...{ '>': pair(3, '>'), greater: pair(3, '>'), '>=': pair(3, '>='), greaterorequal: pair(3, '>=') },
  ...{ contains: pair(3, 'includes'), contain: pair(3, 'includes') },
  notcontains: { binds: 3, combine: (left, right) => not({ is: 'pair', by: 'includes', left, right }) },
  notcontain: { binds: 3, combine: (left, right) => not({ is: 'pair', by: 'includes', left, right }) },
  anyof: { binds: 3, combine: each('or') },
  allof: { binds: 3, combine: each('and') },
  noneof: { binds: 3, combine: (left, right) => not(each('or')(left, right)) },
  ...{ '+': pair(4, '+'), '-': pair(4, '-'), '*': pair(5, '*'), '/': pair(5, '/'), '%': pair(5, '%') },
};

const next = ({ tokens, at }: Parser): Token | undefined => tokens[at];
const isSign = (token: Token | undefined, text: string) => token?.is === 'sign' && token.text === text;

/** Pratt parser: parses operators that bind tighter than `binds`; null on a syntax error. */
function readSide(parser: Parser, binds: number): ImportedRule | null {
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
    const right: ImportedRule | null = readSide(parser, infix.binds);
    left = right && infix.combine(left, right);
  }
  parser.depth -= 1;
  return left;
}

function readOne(parser: Parser): ImportedRule | null {
  const token = next(parser);
  parser.at += 1;
  if (!token) return null;
  if (token.is === 'name') return /[[\]]/.test(token.text) ? null : { is: 'name', name: token.text };
  if (token.is === 'text') return { is: 'value', value: token.text };
  if (token.is === 'number') return { is: 'value', value: Number(token.text) };
  return readSign(parser, token.text);
}

function readSign(parser: Parser, sign: string): ImportedRule | null {
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
    case '[':
      return readList(parser);
    default:
      return null;
  }
}

function readList(parser: Parser): ImportedRule | null {
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
