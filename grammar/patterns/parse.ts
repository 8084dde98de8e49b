/** A character class: ranges of code points, or everything outside of them. */
export interface CharacterSet {
  readonly ranges: readonly (readonly [first: number, last: number])[];
  readonly isNegated: boolean;
}

/** The syntax tree of a regular expression. */
export type Pattern =
  | { readonly type: 'set'; readonly set: CharacterSet }
  | { readonly type: 'edge'; readonly edge: 'start' | 'end' | 'word' | 'inside' }
  | { readonly type: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly type: 'choice'; readonly options: readonly Pattern[] }
  | { readonly type: 'repeat'; readonly part: Pattern; readonly min: number; readonly max: number };

/** A syntax error in a pattern. The message tells the script's author what was expected. */
export class PatternError extends Error {}

/** The maximum length of a pattern in characters. */
const PATTERN_LENGTH = 200;
/** The maximum count in a numbered repetition. */
const MAX_REPEATS = 1000;
/** The maximum nesting of groups. */
const MAX_GROUP_DEPTH = 50;

const DIGITS: CharacterSet['ranges'] = [[48, 57]];
const WORDS: CharacterSet['ranges'] = [...DIGITS, [65, 90], [95, 95], [97, 122]];
const SPACES: CharacterSet['ranges'] = [
  [9, 10],
  [12, 13],
  [32, 32],
];
const LAST = 0x10_ffff;

const CLASSES: Readonly<Record<string, CharacterSet>> = {
  d: { ranges: DIGITS, isNegated: false },
  D: { ranges: DIGITS, isNegated: true },
  w: { ranges: WORDS, isNegated: false },
  W: { ranges: WORDS, isNegated: true },
  s: { ranges: SPACES, isNegated: false },
  S: { ranges: SPACES, isNegated: true },
};

const CONTROLS: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, f: 12, v: 11 };

/**
 * Parses a regular expression in RE2 syntax. RE2 has no backreferences and no lookaround, so matching takes linear time
 * and can not cause catastrophic backtracking (ReDoS). Throws a PatternError that says what is wrong and what to write.
 */
export function parsePattern(text: string): Pattern {
  if (text.length > PATTERN_LENGTH) throw new PatternError(`a pattern of at most ${PATTERN_LENGTH} characters`);
  return new Reader(text).all();
}

class Reader {
  #at = 0;
  #depth = 0;
  readonly #characters: readonly string[];

  constructor(text: string) {
    this.#characters = Array.from(text);
  }

  all(): Pattern {
    const pattern = this.#choice();
    if (this.#next !== undefined) throw new PatternError("a '(' for the ')' in the pattern");
    return pattern;
  }

  get #next(): string | undefined {
    return this.#characters[this.#at];
  }

  #skip(text: string): boolean {
    const characters = Array.from(text);
    if (characters.some((character, index) => this.#characters[this.#at + index] !== character)) return false;
    this.#at += characters.length;
    return true;
  }

  #choice(): Pattern {
    const options = [this.#sequence()];
    while (this.#skip('|')) options.push(this.#sequence());
    const [only, second] = options;
    return only !== undefined && second === undefined ? only : { type: 'choice', options };
  }

  #sequence(): Pattern {
    const parts: Pattern[] = [];
    while (this.#next !== undefined && this.#next !== '|' && this.#next !== ')') parts.push(this.#repetition());
    return { type: 'sequence', parts };
  }

  #repetition(): Pattern {
    let part = this.#part();
    for (;;) {
      const count = this.#count();
      if (count === null) return part;
      // Lazy quantifiers are accepted and ignored: they do not change whether a text matches.
      this.#skip('?');
      part = { type: 'repeat', part, ...count };
    }
  }

  #count(): { min: number; max: number } | null {
    if (this.#skip('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#skip('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#skip('?')) return { min: 0, max: 1 };
    if (this.#next !== '{') return null;
    const rest = this.#characters.slice(this.#at, this.#at + 12).join('');
    const match = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(rest);
    if (match === null) return null;
    this.#at += match[0].length;
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3]);
    const isValid = min <= MAX_REPEATS && min <= max && (max <= MAX_REPEATS || max === Number.POSITIVE_INFINITY);
    if (!isValid) throw new PatternError(`a repetition such as {2,5}, up to ${MAX_REPEATS}, in the pattern`);
    return { min, max };
  }

  #part(): Pattern {
    const character = this.#next ?? '';
    this.#at += 1;
    switch (character) {
      case '(':
        return this.#group();
      case '[':
        return { type: 'set', set: this.#set() };
      case '.':
        return { type: 'set', set: { ranges: [[10, 10]], isNegated: true } };
      case '^':
        return { type: 'edge', edge: 'start' };
      case '$':
        return { type: 'edge', edge: 'end' };
      case '\\':
        return this.#escape();
      case '*':
      case '+':
      case '?':
        throw new PatternError(`something before '${character}' in the pattern, or '\\\\${character}'`);
      default:
        return literal(character);
    }
  }

  #group(): Pattern {
    this.#depth += 1;
    if (this.#depth > MAX_GROUP_DEPTH)
      throw new PatternError(`a pattern with at most ${MAX_GROUP_DEPTH} groups inside each other`);
    if (!this.#skip('?:') && this.#next === '?')
      throw new PatternError("'(' or '(?:' in the pattern: looking ahead or back has no linear time");
    const inner = this.#choice();
    if (!this.#skip(')')) throw new PatternError("a ')' in the pattern");
    this.#depth -= 1;
    return inner;
  }

  #escape(): Pattern {
    const character = this.#next ?? '';
    const characterClass = Object.hasOwn(CLASSES, character) ? CLASSES[character] : undefined;
    const edge = { b: 'word', B: 'inside', A: 'start', z: 'end' } as const;
    if (characterClass !== undefined) {
      this.#at += 1;
      return { type: 'set', set: characterClass };
    }
    if (character === 'b' || character === 'B' || character === 'A' || character === 'z') {
      this.#at += 1;
      return { type: 'edge', edge: edge[character] };
    }
    return literal(String.fromCodePoint(this.#escapedCharacter()));
  }

  /** Reads the character after a `\`. */
  #escapedCharacter(): number {
    const character = this.#next ?? '';
    this.#at += 1;
    const control = Object.hasOwn(CONTROLS, character) ? CONTROLS[character] : undefined;
    if (control !== undefined) return control;
    if (/^[1-9]$/.test(character)) throw new PatternError('a pattern without references back such as \\\\1');
    if (character === '' || /^[A-Za-z0-9]$/.test(character))
      throw new PatternError(`an escape such as \\\\d or \\\\. in the pattern`);
    return character.codePointAt(0) ?? 0;
  }

  #set(): CharacterSet {
    const isNegated = this.#skip('^');
    const ranges: (readonly [number, number])[] = [];
    for (let isFirst = true; isFirst || this.#next !== ']'; isFirst = false) {
      if (this.#next === undefined) throw new PatternError("a ']' in the pattern");
      const characterClass = this.#classEscape();
      if (characterClass !== null) ranges.push(...rangesOf(characterClass));
      else ranges.push(this.#range());
    }
    this.#at += 1;
    return { ranges, isNegated };
  }

  #classEscape(): CharacterSet | null {
    const letter = this.#next === '\\' ? (this.#characters[this.#at + 1] ?? '') : '';
    const characterClass = Object.hasOwn(CLASSES, letter) ? CLASSES[letter] : undefined;
    if (characterClass === undefined) return null;
    this.#at += 2;
    return characterClass;
  }

  #range(): readonly [number, number] {
    const first = this.#member();
    const isRange =
      this.#next === '-' && this.#characters[this.#at + 1] !== ']' && this.#characters[this.#at + 1] !== undefined;
    if (!isRange) return [first, first];
    this.#at += 1;
    const last = this.#member();
    if (last < first) throw new PatternError('a range such as a-z in the pattern');
    return [first, last];
  }

  #member(): number {
    const character = this.#next ?? '';
    this.#at += 1;
    return character === '\\' ? this.#escapedCharacter() : (character.codePointAt(0) ?? 0);
  }
}

function literal(character: string): Pattern {
  const code = character.codePointAt(0) ?? 0;
  return { type: 'set', set: { ranges: [[code, code]], isNegated: false } };
}

/**
 * The ranges of a class inside brackets, inverted if it is negated: inside brackets it can not be negated on its own.
 */
function rangesOf({ ranges, isNegated }: CharacterSet): CharacterSet['ranges'] {
  if (!isNegated) return ranges;
  const gaps: (readonly [number, number])[] = [];
  let from = 0;
  for (const [first, last] of ranges) {
    if (first > from) gaps.push([from, first - 1]);
    from = last + 1;
  }
  return [...gaps, [from, LAST]];
}
