import { type Finding, type Fix, tooManyKeys } from '../diagnostics/finding.ts';
import { Suggestions } from '../diagnostics/suggestions.ts';
import { PATH_KEYS } from '../limits.ts';
import { compilePattern } from '../patterns/match.ts';
import { PatternError } from '../patterns/parse.ts';
import { isLetter, skipGap, skipWord } from './characters.ts';
import { scanText } from './scan-text.ts';
import type { KnownNames, Translator } from './translator.ts';
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
  #translations = MAX_TRANSLATIONS;

  constructor(
    private readonly source: string,
    private readonly faults: readonly Finding[],
    private readonly help: { readonly names: KnownNames; readonly translator: Translator },
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

  /** Suggests a fix for an invalid token: the equivalent in this language, or the nearest keyword or field. */
  #suggestFix(token: Token): Pick<Finding, 'suggestion' | 'fixes'> {
    if (this.#translations === 0 || token.text === '"') return {};
    this.#translations -= 1;
    const { source } = this;
    const { names, translator } = this.help;
    const { keys } = names;
    const fix = translator.word({ ...names, source }, token);
    if (fix !== null) return suggestFix(fix);
    const word = this.#suggestions.nearest(token.text, () => [...KEYWORDS, ...(keys ?? [])]);
    return word === undefined ? {} : replacement(token, keys?.has(word) ? `$${word}` : word);
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

  /** Reports a missing block. Suggests `==` for `=` in a condition, and a block around what follows. */
  missBlock(at: number): true {
    const token = this.#tokenAt(at);
    const { from, to, found, text } = token;
    if (text === '=') {
      const args = { expected: "'==' or a block '{ … }'", found };
      return this.#report({ code: 'bad-syntax', from, to, args, ...replacement(token, '==') });
    }
    const args = { expected: "a block '{ … }'", found };
    return this.#report({ code: 'bad-syntax', from, to, args, ...this.#suggestBlock(token) });
  }

  #suggestBlock(token: Token): Pick<Finding, 'suggestion' | 'fixes'> {
    const { from, to, text } = token;
    const rest = this.source.slice(to, to + 200);
    const isElse = /\belse\s*$/.test(this.source.slice(Math.max(0, from - 20), from));
    if (isElse && /^[^\n]*\{/.test(rest)) return { fixes: [{ from, to: from, text: 'if ' }] };
    const fix = text === '' ? this.help.translator.suffixCondition(this.source, from) : null;
    if (fix !== null) return suggestFix(fix);
    if (/^then$/i.test(text) && /^\s*\{/.test(rest)) return suggestFix({ from, to, text: '' });
    const suggested = this.#suggestFix(token);
    const isWord = suggested.suggestion !== undefined && !STATEMENTS.has(text);
    const body = isWord || '),]'.includes(text[0] ?? ')') ? null : this.help.translator.body(this.source, from);
    return body === null ? suggested : { fixes: [body] };
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
    const expected = "a helper (':name') or parentheses before '.'";
    const { from, to, found } = this.#tokenAt(at);
    const item = this.help.translator.index(this.source, from);
    return this.#report({ code: 'bad-syntax', from, to, args: { expected, found }, ...(item && { fixes: [item] }) });
  }

  /**
   * Reports `5 days:hour`, where the helper would apply to neither the number nor the duration, and suggests
   * parentheses.
   */
  bareMeasure(node: DurationLiteral): void {
    const at = skipGap(this.source, node.to);
    if (this.source[at] !== ':' && this.source[at] !== '.') return;
    const fixes: Fix[] = [{ from: node.from, to: node.to, text: `(${this.source.slice(node.from, node.to)})` }];
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
  pathKeys(keys: readonly Name[]): void {
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
  invalidTarget(node: Expression | null): boolean {
    if (node === null || node.type === 'path' || node.type === 'index') return false;
    const { from, to } = node;
    const target = shorten(this.source.slice(from, to));
    const equals = skipGap(this.source, to);
    const fixes = this.source[equals] === '=' ? [{ from: equals, to: equals + 1, text: '==' }] : [];
    this.#report({ code: 'invalid-assignment', from, to, args: { target }, ...(fixes.length > 0 && { fixes }) });
    return true;
  }

  /** Validates the helper name after a `:`. Returns the name, or an empty one after an error. */
  ornament(name: string | null, from: number, to: number): string {
    if (name !== null && NAME.test(name)) return name;
    const reason = name === null ? "':' needs the name of a helper" : badName(name);
    const word = name === null ? '' : this.help.translator.helper(name);
    const isKnown = this.help.names.isHelper(word);
    const fix = isKnown ? suggestFix({ from, to, text: `:${word}` }) : {};
    this.#report({ code: 'invalid-ornament', from, to, args: { reason }, ...fix });
    return '';
  }

  /** Validates the name that a `define` declares. Returns it unchanged. */
  define(name: string, from: number, to: number): string {
    const isTaken = this.help.names.isReserved(name);
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

/** A fix and its text as the suggestion. There is none if the fix only deletes a word. */
function suggestFix(fix: Fix): Pick<Finding, 'suggestion' | 'fixes'> {
  return fix.text === '' ? { fixes: [fix] } : { suggestion: fix.text, fixes: [fix] };
}

/** Translations of a broken script: each costs a constant time. */
const MAX_TRANSLATIONS = 50;

const STATEMENTS: ReadonlySet<string> = new Set(['reject', 'skip', 'print', 'let', 'take']);

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
