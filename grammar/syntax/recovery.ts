import { type Finding, type Fix, tooManyKeys } from '../diagnostics/finding.ts';
import { Suggestions } from '../diagnostics/suggestions.ts';
import { PATH_KEYS } from '../limits.ts';
import { compilePattern } from '../patterns/match.ts';
import { PatternError } from '../patterns/parse.ts';
import { isLetter, skipGap, skipWord } from './characters.ts';
import { scanText } from './scan-text.ts';
import type { BrokenStatement, DurationLiteral, Expression, Name, Span, Statement, TextLiteral } from './tree.ts';
import { KEYWORDS } from './words.ts';

/**
 * State of error recovery during parsing: the problems found, and whether the parser is in panic mode (see the top of
 * rules.peggy). Methods used as predicates in the grammar return true. A problem at a token that the scanner has
 * already reported is dropped.
 */
export class Recovery {
  readonly problems: Finding[] = [];
  isCalm = true;
  #isUnclosed = false;
  readonly #suggestions = new Suggestions();

  constructor(
    private readonly source: string,
    private readonly faults: readonly Finding[],
    private readonly isReserved: (name: string) => boolean,
    /** Whether the form has a field; null if its fields are unknown. */
    private readonly isKey: ((name: string) => boolean) | null = null,
  ) {}

  calm(): true {
    this.isCalm = true;
    return true;
  }

  panic(): true {
    this.isCalm = false;
    return true;
  }

  /** Reports that an expected part is missing. */
  miss(at: number, expected: string): true {
    const token = this.#tokenAt(at);
    const { from, to, found } = token;
    return this.#report({ code: 'bad-syntax', from, to, args: { expected, found }, ...this.#suggestFix(token) });
  }

  /** Suggests a fix for an invalid token: the equivalent of a word of another language, or the nearest keyword. */
  #suggestFix(token: Token): Pick<Finding, 'suggestion' | 'fixes'> {
    const { from, to, text } = token;
    const before = this.source.slice(Math.max(0, from - 2), from);
    if (text === '>' && before.endsWith('<')) return fixTo(from - 1, to, '!=');
    if (text === '=' && (before === '==' || before === '!=')) return fixTo(from - 2, to, before);
    const translation = translateForeignWord(this.source, from, this.isReserved, this.isKey);
    if (translation !== null) return fixTo(translation.from, translation.to, translation.text);
    const suggestion = this.#suggestions.nearest(text, () => KEYWORDS);
    return suggestion === undefined ? {} : replacement(token, suggestion);
  }

  missBrace(at: number): true {
    return this.miss(at, "'}'");
  }

  missName(at: number): true {
    const token = this.#tokenAt(at);
    const isWord = isLetter(token.text.charCodeAt(0));
    const hint = isWord && this.source[at - 1] !== '.' ? replacement(token, `$${token.text}`) : {};
    const { from, to, found } = token;
    return this.#report({ code: 'expected-identifier', from, to, args: { found }, ...hint });
  }

  /** Reports a missing block. For a `=` in a condition, a very common mistake, it suggests `==`. */
  missBlock(at: number): true {
    const token = this.#tokenAt(at);
    if (token.text !== '=') return this.miss(at, "a block '{ … }'");
    const { from, to, found } = token;
    const args = { expected: "'==' or a block '{ … }'", found };
    return this.#report({ code: 'bad-syntax', from, to, args, ...replacement(token, '==') });
  }

  /** Reports a `}` without a matching `{`. Returns whether there is one. */
  stray(at: number): boolean {
    if (this.source[at] !== '}') return false;
    const args = { expected: 'a statement', found: "'}'" };
    this.#report({ code: 'bad-syntax', from: at, to: at + 1, args, fixes: [{ from: at, to: at + 1, text: '' }] });
    return this.calm();
  }

  /** Reports the end of the script inside a block, once, for the innermost block. */
  unclosed(at: number): true {
    if (this.#isUnclosed) return this.panic();
    this.#isUnclosed = true;
    return this.missBrace(at);
  }

  /** Reports a key after a literal, as in `now.year`: keys are only allowed after paths, parentheses and helpers. */
  keyless(at: number): true {
    return this.miss(at, "a helper (':name') or parentheses before '.'");
  }

  /**
   * Reports `5 days:hour`, where the helper would apply to neither the number nor the duration, and suggests
   * parentheses.
   */
  bareMeasure(node: DurationLiteral): void {
    const at = skipGap(this.source, node.to);
    if (this.source[at] !== ':' && this.source[at] !== '.') return;
    const fixes: Fix[] = [
      { from: node.from, to: node.from, text: '(' },
      { from: node.to, to: node.to, text: ')' },
    ];
    const args = { expected: 'parentheses around the measure', found: `'${this.source[at]}'` };
    this.#report({ code: 'bad-syntax', from: at, to: at + 1, args, fixes });
  }

  /** Reports a chained comparison such as `1 < $x < 5`, and suggests `and`. */
  chained(second: Span, middle: Span): void {
    const { from, to } = second;
    const args = { expected: "'and' between two comparisons", found: `'${this.source.slice(from, to)}'` };
    const fixes: Fix[] = [{ from, to: from, text: `and ${this.source.slice(middle.from, middle.to)} ` }];
    this.#report({ code: 'bad-syntax', from, to, args, fixes });
  }

  /** Reports the first key of a path that exceeds the limit on keys. */
  keys(keys: readonly Name[]): void {
    const excess = keys[PATH_KEYS];
    if (excess !== undefined) this.#report(tooManyKeys(excess));
  }

  /**
   * Checks the operand of `pattern`: reports it and returns false unless it is a text with a valid regular expression.
   */
  pattern(node: Expression): node is TextLiteral {
    const { from, to } = node;
    const found = shorten(this.source.slice(from, to));
    const expected = node.type === 'text' ? patternFault(node.value) : 'a text with a pattern, such as "^[0-9]{5}$"';
    if (expected === null) return true;
    this.#report({ code: 'bad-syntax', from, to, args: { expected, found: `'${found}'` } });
    return false;
  }

  /** Reports an invalid target of an assignment. Returns false if the target is valid. */
  invalidTarget(target: Expression | null): boolean {
    if (target === null || target.type === 'path' || target.type === 'index') return false;
    const { from, to } = target;
    this.#report({ code: 'invalid-assignment', from, to, args: { target: shorten(this.source.slice(from, to)) } });
    return true;
  }

  /** Validates the helper name after a `:`. Returns the name, or an empty one after an error. */
  ornament(name: string | null, from: number, to: number): string {
    if (name !== null && NAME.test(name)) return name;
    const reason = name === null ? "':' needs the name of a helper" : badName(name);
    this.#report({ code: 'invalid-ornament', from, to, args: { reason } });
    return '';
  }

  /** Validates the name that a `define` declares. Returns it unchanged. */
  define(name: string, from: number, to: number): string {
    const isTaken = this.isReserved(name);
    if (NAME.test(name) && !isTaken) return name;
    const reason = isTaken ? `:${name} is built in` : badName(name);
    this.#report({ code: 'invalid-ornament', from, to, args: { reason } });
    return name;
  }

  /** Creates the node that replaces a statement that did not parse. */
  broken(node: Statement | null, from: number, to: number): BrokenStatement {
    return { type: 'broken', from, to, declaredNames: node === null ? [] : declaredNames(node) };
  }

  #report(problem: Finding): true {
    if (this.isCalm && !this.#overlapsFault(problem)) this.problems.push(problem);
    return this.panic();
  }

  /**
   * Whether the scanner has reported an error in this range. Its errors do not overlap and are sorted, so this is a
   * binary search.
   */
  #overlapsFault({ from, to }: Span): boolean {
    let [low, high] = [0, this.faults.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.faults[middle]?.to ?? 0) > from) high = middle;
      else low = middle + 1;
    }
    const fault = this.faults[low];
    return fault !== undefined && fault.from < to;
  }

  #tokenAt(at: number): Token {
    const { source } = this;
    const from = skipGap(source, at);
    if (from >= source.length) {
      // Point at the end of the last word instead of an empty line below it.
      const end = source.slice(0, at).trimEnd().length;
      return { from: end, to: end, text: '', found: END };
    }
    if (source[from] === '"') return { from, to: scanText(source, from, []), text: '"', found: 'a text' };
    const hasSign = '$.:'.includes(source[from] ?? '') && isLetter(source.charCodeAt(from + 1));
    const to = Math.max(skipWord(source, hasSign ? from + 1 : from), from + 1);
    const text = source.slice(from, to);
    return { from, to, text, found: `'${shorten(text)}'` };
  }
}

interface Token extends Span {
  readonly text: string;
  /** The token as messages describe it. */
  readonly found: string;
}

const END = 'the end of the script';
const NAME = /^[a-z][a-z_]*$/;

function badName(name: string): string {
  return `:${shorten(name)} is no name, which has lower case letters and '_' only`;
}

function replacement({ from, to }: Span, suggestion: string): Pick<Finding, 'suggestion' | 'fixes'> {
  return { suggestion, fixes: [{ from, to, text: suggestion }] };
}

/** The expected pattern, if the given one is invalid; otherwise null. */
function patternFault(pattern: string): string | null {
  try {
    compilePattern(pattern);
    return null;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

/** A fix that replaces a range. There is no suggestion text if the fix only deletes a word. */
function fixTo(from: number, to: number, text: string): Pick<Finding, 'suggestion' | 'fixes'> {
  const fixes = [{ from, to, text }];
  return text === '' ? { fixes } : { suggestion: text, fixes };
}

/** The names that a statement declares. In panic mode a node may lack parts that its type promises. */
function declaredNames(node: Statement): string[] {
  if (node.type === 'define') return namesOf(node.name).map((name) => `:${name}`);
  if (node.type === 'let') return namesOf(node.name);
  return node.type === 'take'
    ? node.items.flatMap((item) => (item === null ? [] : namesOf(item.alias ?? item.key)))
    : [];
}

function namesOf(name: Name | null): string[] {
  return name === null ? [] : [name.name];
}

function shorten(text: string): string {
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}

/** A suggested replacement for a word of another language. */
interface Translation {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Words of Excel, JavaScript, SQL, FEEL and other languages, in lower case, with their equivalents. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...['null', 'nil', 'none', 'undefined', 'empty', 'blank'].map((word): [string, string] => [word, 'nothing']),
  ...['contains', 'has'].map((word): [string, string] => [word, 'includes']),
  ...['like', 'ilike'].map((word): [string, string] => [word, 'matches']),
  ...['elif', 'elseif', 'elsif'].map((word): [string, string] => [word, 'else if']),
  ...['var', 'const', 'set', 'dim'].map((word): [string, string] => [word, 'let']),
  ...['function', 'func', 'def', 'fn'].map((word): [string, string] => [word, 'define']),
  ...['foreach', 'while', 'loop'].map((word): [string, string] => [word, 'each']),
  ...['return', 'then', 'do', 'begin', 'end'].map((word): [string, string] => [word, '']),
  ...['break', 'next', 'pass'].map((word): [string, string] => [word, 'skip']),
  ...['throw', 'raise', 'error', 'fail', 'deny'].map((word): [string, string] => [word, 'reject']),
  ...['yes'].map((word): [string, string] => [word, 'true']),
  ...['no'].map((word): [string, string] => [word, 'false']),
  ['is', '=='],
  ['unless', 'if not'],
  ['xor', '!='],
  ['log', 'print'],
]);

/** Functions of other languages with the equivalent helper. */
const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['len', 'length'],
  ['size', 'length'],
  ['ucase', 'upper'],
  ['toupper', 'upper'],
  ['lcase', 'lower'],
  ['tolower', 'lower'],
  ['isblank', 'is_empty'],
  ['isempty', 'is_empty'],
  ['avg', 'average'],
  ['mean', 'average'],
  ['ceiling', 'ceil'],
  ['distinct', 'unique'],
  ['tostring', 'text'],
  ['str', 'text'],
  ['value', 'number'],
  ['isnumber', 'is_number'],
]);

/**
 * Suggests a replacement for a word that is invalid at its position: a word of another language, a function call with
 * parentheses, or a form field without `$`. Returns null if there is no suggestion. `isKey` is null if the form's
 * fields are unknown.
 */
function translateForeignWord(
  source: string,
  at: number,
  isHelper: (name: string) => boolean,
  isKey: ((name: string) => boolean) | null,
): Translation | null {
  const to = skipWord(source, at);
  const word = source.slice(at, to);
  if (!isLetter(word.charCodeAt(0))) return null;
  const lowerCase = word.toLowerCase();
  const call = callAt(source, to);
  const helper = FUNCTIONS.get(lowerCase) ?? lowerCase;
  if (call !== null && isHelper(helper)) return { from: at, to: call.to, text: `${call.argument}:${helper}` };
  if (isKey?.(word)) return { from: at, to, text: `$${word}` };
  const translation = WORDS.get(lowerCase);
  if (translation !== undefined) return { from: at, to, text: translation };
  if (lowerCase !== word && KEYWORDS.includes(lowerCase)) return { from: at, to, text: lowerCase };
  return isKey === null && isOperand(source, to) ? { from: at, to, text: `$${word}` } : null;
}

/** Whether the token after a word shows that the word is used as a value. */
function isOperand(source: string, to: number): boolean {
  const next = skipGap(source, to);
  if (isLetter(source.charCodeAt(next))) return OPERATORS.has(source.slice(next, skipWord(source, next)));
  return '=!<>+-*/%.:'.includes(source[next] ?? ' ');
}

const OPERATORS: ReadonlySet<string> = new Set(['and', 'or', 'in', 'of', 'includes', 'matches', 'not', 'mod']);

/** The parenthesized argument after a word, if it is a path that a helper can be applied to. */
function callAt(source: string, from: number): { argument: string; to: number } | null {
  if (source[from] !== '(') return null;
  const end = source.indexOf(')', from);
  const argument = end < 0 || end > from + MAX_ARGUMENT_LENGTH ? '' : source.slice(from + 1, end).trim();
  return /^\$[A-Za-z_][\w.$]*$/.test(argument) ? { argument, to: end + 1 } : null;
}

const MAX_ARGUMENT_LENGTH = 100;
