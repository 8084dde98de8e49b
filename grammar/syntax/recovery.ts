import { type Finding, type Fix, tooManyKeys } from '../diagnostics/finding.ts';
import { Suggestions } from '../diagnostics/nearest.ts';
import { PATH_KEYS } from '../limits.ts';
import { compilePattern } from '../patterns/match.ts';
import { PatternError } from '../patterns/parse.ts';
import { isLetter, skipGap, skipWord } from './characters.ts';
import { translate } from './foreign-words.ts';
import { scanText } from './scan-text.ts';
import type { Broken, Expression, Measure, Name, Span, Statement, Text } from './tree.ts';
import { KEYWORDS } from './words.ts';

/**
 * What the grammar reports while it parses, and whether it is in a panic: see the head of rules.peggy. Methods that the
 * grammar uses as predicates answer true. A problem at a token that the scanner has reported already is not repeated.
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
    /** Whether the form has a key; null where its keys are not known. */
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

  /** Nothing that could stand here does. */
  miss(at: number, expected: string): true {
    const token = this.#tokenAt(at);
    const { from, to, found } = token;
    return this.#report({ code: 'bad-syntax', from, to, args: { expected, found }, ...this.#meant(token) });
  }

  /** What was probably meant by a token that can not stand where it does: a word of another language, or the nearest key word. */
  #meant(token: Token): Pick<Finding, 'suggestion' | 'fixes'> {
    const { from, to, text } = token;
    const before = this.source.slice(Math.max(0, from - 2), from);
    if (text === '>' && before.endsWith('<')) return fixedAs(from - 1, to, '!=');
    if (text === '=' && (before === '==' || before === '!=')) return fixedAs(from - 2, to, before);
    const translation = translate(this.source, from, this.isReserved, this.isKey);
    if (translation !== null) return fixedAs(translation.from, translation.to, translation.text);
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

  /** A condition with `=` is the mistake that everybody makes once. */
  missBlock(at: number): true {
    const token = this.#tokenAt(at);
    if (token.text !== '=') return this.miss(at, "a block '{ … }'");
    const { from, to, found } = token;
    const args = { expected: "'==' or a block '{ … }'", found };
    return this.#report({ code: 'bad-syntax', from, to, args, ...replacement(token, '==') });
  }

  /** True when a `}` stands here that closes nothing. */
  stray(at: number): boolean {
    if (this.source[at] !== '}') return false;
    const args = { expected: 'a statement', found: "'}'" };
    this.#report({ code: 'bad-syntax', from: at, to: at + 1, args, fixes: [{ from: at, to: at + 1, text: '' }] });
    return this.calm();
  }

  /** The end of the script inside a block: told once, for the innermost block. */
  unclosed(at: number): true {
    if (this.#isUnclosed) return this.panic();
    this.#isUnclosed = true;
    return this.missBrace(at);
  }

  /** `now.year`: keys stand behind paths, parentheses and helpers only. */
  keyless(at: number): true {
    return this.miss(at, "a helper (':name') or parentheses before '.'");
  }

  /** `5 days:hour` would give the helper to nobody. */
  bareMeasure(node: Measure): void {
    const at = skipGap(this.source, node.to);
    if (this.source[at] !== ':' && this.source[at] !== '.') return;
    const fixes: Fix[] = [
      { from: node.from, to: node.from, text: '(' },
      { from: node.to, to: node.to, text: ')' },
    ];
    const args = { expected: 'parentheses around the measure', found: `'${this.source[at]}'` };
    this.#report({ code: 'bad-syntax', from: at, to: at + 1, args, fixes });
  }

  /** `1 < $x < 5` */
  chained(second: Span, middle: Span): void {
    const { from, to } = second;
    const args = { expected: "'and' between two comparisons", found: `'${this.source.slice(from, to)}'` };
    const fixes: Fix[] = [{ from, to: from, text: `and ${this.source.slice(middle.from, middle.to)} ` }];
    this.#report({ code: 'bad-syntax', from, to, args, fixes });
  }

  /** Reports the first of the keys behind a value that is one too many. */
  keys(keys: readonly Name[]): void {
    const excess = keys[PATH_KEYS];
    if (excess !== undefined) this.#report(tooManyKeys(excess));
  }

  /** Whether what stands behind `pattern` is a sound one: reports it where it is not. */
  pattern(node: Expression): node is Text {
    const { from, to } = node;
    const found = shorten(this.source.slice(from, to));
    const expected = node.type === 'text' ? patternFault(node.value) : 'a text with a pattern, such as "^[0-9]{5}$"';
    if (expected === null) return true;
    this.#report({ code: 'bad-syntax', from, to, args: { expected, found: `'${found}'` } });
    return false;
  }

  /** Reports what stands left of an assignment and can not be assigned to; false when it can. */
  invalidTarget(target: Expression | null): boolean {
    if (target === null || target.type === 'path' || target.type === 'index') return false;
    const { from, to } = target;
    this.#report({ code: 'invalid-assignment', from, to, args: { target: shorten(this.source.slice(from, to)) } });
    return true;
  }

  /** Checks the name behind a `:`; answers it, or an empty one. */
  ornament(name: string | null, from: number, to: number): string {
    if (name !== null && NAME.test(name)) return name;
    const reason = name === null ? "':' needs the name of a helper" : badName(name);
    this.#report({ code: 'invalid-ornament', from, to, args: { reason } });
    return '';
  }

  /** Checks the name that a define gives; answers it as it is. */
  define(name: string, from: number, to: number): string {
    const isTaken = this.isReserved(name);
    if (NAME.test(name) && !isTaken) return name;
    const reason = isTaken ? `:${name} is built in` : badName(name);
    this.#report({ code: 'invalid-ornament', from, to, args: { reason } });
    return name;
  }

  /** What takes the place of a statement that did not parse. */
  broken(node: Statement | null, from: number, to: number): Broken {
    return { type: 'broken', from, to, declares: node === null ? [] : declaredBy(node) };
  }

  #report(problem: Finding): true {
    if (this.isCalm && !this.#isFaulty(problem)) this.problems.push(problem);
    return this.panic();
  }

  /** Whether the scanner has reported something here. Its faults do not overlap and are in order. */
  #isFaulty({ from, to }: Span): boolean {
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
      // Behind the last word rather than on an empty line below it.
      const end = source.slice(0, at).trimEnd().length;
      return { from: end, to: end, text: '', found: END };
    }
    if (source[from] === '"') return { from, to: scanText(source, from, []), text: '"', found: 'a text' };
    const isNamed = '$.:'.includes(source[from] ?? '') && isLetter(source.charCodeAt(from + 1));
    const to = Math.max(skipWord(source, isNamed ? from + 1 : from), from + 1);
    const text = source.slice(from, to);
    return { from, to, text, found: `'${shorten(text)}'` };
  }
}

interface Token extends Span {
  readonly text: string;
  /** How a message calls it. */
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

/** What a pattern should be; null where it is sound. */
function patternFault(pattern: string): string | null {
  try {
    compilePattern(pattern);
    return null;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

/** Nothing is suggested where the word is only to go. */
function fixedAs(from: number, to: number, text: string): Pick<Finding, 'suggestion' | 'fixes'> {
  const fixes = [{ from, to, text }];
  return text === '' ? { fixes } : { suggestion: text, fixes };
}

/** In a panic a node may lack the parts that the tree's types promise. */
function declaredBy(node: Statement): string[] {
  if (node.type === 'define') return named(node.name).map((name) => `:${name}`);
  if (node.type === 'let') return named(node.name);
  return node.type === 'take' ? node.items.flatMap((item) => (item === null ? [] : named(item.alias ?? item.key))) : [];
}

function named(name: Name | null): string[] {
  return name === null ? [] : [name.name];
}

function shorten(text: string): string {
  return text.length > 24 ? `${text.slice(0, 23)}…` : text;
}
