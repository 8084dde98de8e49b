import { type CharacterSet, type Pattern, PatternError, parsePattern } from './parse.ts';

/** An instruction of the compiled automaton. Numbers are indexes of the instructions that may follow. */
type Step =
  | { readonly type: 'set'; readonly set: CharacterSet; readonly next: number }
  | { readonly type: 'edge'; readonly edge: 'start' | 'end' | 'word' | 'inside'; readonly next: number }
  | { readonly type: 'split'; readonly next: number[] }
  | { readonly type: 'match' };

/** A compiled regular expression. */
export interface CompiledPattern {
  /** The maximum number of instructions evaluated for one character. */
  readonly size: number;
  /** Whether the pattern matches anywhere in a text. Takes at most the length of the text times `size`. */
  test(text: string): boolean;
}

/** The maximum number of instructions. Repetitions are unrolled, so they count as often as they repeat. */
const MAX_STEPS = 5000;

/** Compiles a regular expression (see parse.ts). Throws a PatternError. */
export function compilePattern(text: string): CompiledPattern {
  const compiler = new Compiler();
  const start = compiler.add(parsePattern(text), compiler.push({ type: 'match' }));
  const { steps } = compiler;
  return { size: steps.length, test: (subject) => hasMatch(steps, start, subject) };
}

/** Builds the automaton (NFA) from the end to the start, by Thompson's construction. */
class Compiler {
  readonly steps: Step[] = [];

  push(step: Step): number {
    if (this.steps.length >= MAX_STEPS) throw new PatternError('a pattern with fewer repetitions');
    this.steps.push(step);
    return this.steps.length - 1;
  }

  /** Adds the instructions of a pattern followed by `next`, and returns the first one. */
  add(pattern: Pattern, next: number): number {
    switch (pattern.type) {
      case 'set':
        return this.push({ type: 'set', set: pattern.set, next });
      case 'edge':
        return this.push({ type: 'edge', edge: pattern.edge, next });
      case 'sequence':
        return pattern.parts.reduceRight((following, part) => this.add(part, following), next);
      case 'choice':
        return this.push({ type: 'split', next: pattern.options.map((option) => this.add(option, next)) });
      case 'repeat':
        return this.#repeat(pattern.part, pattern.min, pattern.max, next);
    }
  }

  #repeat(part: Pattern, min: number, max: number, next: number): number {
    let start = next;
    if (max === Number.POSITIVE_INFINITY) {
      const targets: number[] = [];
      const loop = this.push({ type: 'split', next: targets });
      targets.push(this.add(part, loop), next);
      start = loop;
    } else {
      for (let count = min; count < max; count += 1) {
        start = this.push({ type: 'split', next: [this.add(part, start), next] });
      }
    }
    for (let count = 0; count < min; count += 1) start = this.add(part, start);
    return start;
  }
}

/**
 * Simulates the NFA: follows all paths at once without backtracking, so that an instruction looks at each character at
 * most once.
 */
function hasMatch(steps: readonly Step[], start: number, text: string): boolean {
  const marks = new Uint32Array(steps.length);
  const characters = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  let current: number[] = [];
  for (let at = 0; at <= characters.length; at += 1) {
    const states = closureOf(steps, [...current, start], characters, at, marks);
    if (states === null) return true;
    const code = characters[at];
    current = [];
    for (const index of states) {
      const step = steps[index];
      if (code !== undefined && step?.type === 'set' && isIn(step.set, code)) current.push(step.next);
    }
  }
  return false;
}

/**
 * Epsilon closure: the instructions that wait for a character, after following all that need none. Null if the pattern
 * has matched.
 */
function closureOf(
  steps: readonly Step[],
  from: readonly number[],
  characters: readonly number[],
  at: number,
  marks: Uint32Array,
): number[] | null {
  const waiting: number[] = [];
  const stack = [...from];
  for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
    if (marks[index] === at + 1) continue;
    marks[index] = at + 1;
    const step = steps[index];
    if (step?.type === 'match') return null;
    if (step?.type === 'set') waiting.push(index);
    else if (step?.type === 'split') stack.push(...step.next);
    else if (step?.type === 'edge' && isAtEdge(step.edge, characters, at)) stack.push(step.next);
  }
  return waiting;
}

function isAtEdge(edge: 'start' | 'end' | 'word' | 'inside', characters: readonly number[], at: number): boolean {
  if (edge === 'start') return at === 0;
  if (edge === 'end') return at === characters.length;
  return (isWord(characters[at - 1]) !== isWord(characters[at])) === (edge === 'word');
}

function isWord(code: number | undefined): boolean {
  if (code === undefined) return false;
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);
}

function isIn({ ranges, isNegated }: CharacterSet, code: number): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last) !== isNegated;
}
