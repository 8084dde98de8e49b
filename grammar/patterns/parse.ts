/** A set of characters: ranges of code points, or all others. */
export interface CharacterSet {
  readonly ranges: readonly (readonly [first: number, last: number])[];
  readonly isNegated: boolean;
}

/** A pattern as a tree. */
export type Pattern =
  | { readonly type: 'set'; readonly set: CharacterSet }
  | { readonly type: 'edge'; readonly edge: 'start' | 'end' | 'word' | 'inside' }
  | { readonly type: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly type: 'choice'; readonly options: readonly Pattern[] }
  | { readonly type: 'repeat'; readonly part: Pattern; readonly least: number; readonly most: number };

/** What is wrong with a pattern; the message says it to its author. */
export class PatternError extends Error {}

/** Characters of a pattern. */
export const PATTERN_LENGTH = 200;
/** How often a part may be repeated by number. */
const REPEATS = 1000;
/** Groups inside each other. */
const DEEPEST = 50;

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
 * Reads a pattern in the syntax of RE2, which has no references back and no looking around, so that looking for it takes a time
 * that is linear in the text. Throws a PatternError that says what is wrong and what to write.
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
    while (this.#next !== undefined && this.#next !== '|' && this.#next !== ')') parts.push(this.#repeated());
    return { type: 'sequence', parts };
  }

  #repeated(): Pattern {
    let part = this.#part();
    for (;;) {
      const count = this.#count();
      if (count === null) return part;
      // Lazy or not makes no difference to whether a text has a pattern.
      this.#skip('?');
      part = { type: 'repeat', part, ...count };
    }
  }

  #count(): { least: number; most: number } | null {
    if (this.#skip('*')) return { least: 0, most: Number.POSITIVE_INFINITY };
    if (this.#skip('+')) return { least: 1, most: Number.POSITIVE_INFINITY };
    if (this.#skip('?')) return { least: 0, most: 1 };
    if (this.#next !== '{') return null;
    const rest = this.#characters.slice(this.#at, this.#at + 12).join('');
    const match = /^\{(\d{1,4})(,(\d{0,4}))?\}/.exec(rest);
    if (match === null) return null;
    this.#at += match[0].length;
    const least = Number(match[1]);
    const most = match[2] === undefined ? least : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3]);
    const isSound = least <= REPEATS && least <= most && (most <= REPEATS || most === Number.POSITIVE_INFINITY);
    if (!isSound) throw new PatternError(`a repetition such as {2,5}, up to ${REPEATS}, in the pattern`);
    return { least, most };
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
    if (this.#depth > DEEPEST) throw new PatternError(`a pattern with at most ${DEEPEST} groups inside each other`);
    if (!this.#skip('?:') && this.#next === '?')
      throw new PatternError("'(' or '(?:' in the pattern: looking ahead or back has no linear time");
    const inner = this.#choice();
    if (!this.#skip(')')) throw new PatternError("a ')' in the pattern");
    this.#depth -= 1;
    return inner;
  }

  #escape(): Pattern {
    const character = this.#next ?? '';
    const known = Object.hasOwn(CLASSES, character) ? CLASSES[character] : undefined;
    const edge = { b: 'word', B: 'inside', A: 'start', z: 'end' } as const;
    if (known !== undefined) {
      this.#at += 1;
      return { type: 'set', set: known };
    }
    if (character === 'b' || character === 'B' || character === 'A' || character === 'z') {
      this.#at += 1;
      return { type: 'edge', edge: edge[character] };
    }
    return literal(String.fromCodePoint(this.#escaped()));
  }

  /** The character behind a `\`. */
  #escaped(): number {
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
      const known = this.#knownClass();
      if (known !== null) ranges.push(...rangesOf(known));
      else ranges.push(this.#range());
    }
    this.#at += 1;
    return { ranges, isNegated };
  }

  #knownClass(): CharacterSet | null {
    const letter = this.#next === '\\' ? (this.#characters[this.#at + 1] ?? '') : '';
    const known = Object.hasOwn(CLASSES, letter) ? CLASSES[letter] : undefined;
    if (known === undefined) return null;
    this.#at += 2;
    return known;
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
    return character === '\\' ? this.#escaped() : (character.codePointAt(0) ?? 0);
  }
}

function literal(character: string): Pattern {
  const code = character.codePointAt(0) ?? 0;
  return { type: 'set', set: { ranges: [[code, code]], isNegated: false } };
}

/** The ranges of a class as it stands in brackets, where it can not be negated on its own. */
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
