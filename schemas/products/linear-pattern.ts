import { RE2JS } from 're2js';

/** A pattern that is read in time linear in the text: as much as product schemas need of a regular expression. */
export interface LinearPattern {
  test: (text: string) => boolean;
  toString: () => string;
}

const most = { characters: 500, repeats: 1_000 } as const;

/**
 * Compiles an expression with RE2, which has no look-around and no back references. `toString` answers the pattern, because
 * ajv tells the patterns of a schema apart by it. Throws an Error that says what RE2 does not accept.
 */
export function linearPattern(pattern: string): LinearPattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  return { test: (text) => compiled.test(text), toString: () => pattern };
}

/** Why a pattern can not be used in a schema; undefined for one that can. Its size is looked at before it is compiled. */
export function patternFault(pattern: string): string | undefined {
  if (pattern.length > most.characters) return `A pattern may have at most ${most.characters} characters`;
  const repeats = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, from, to]) => Number(to || from));
  if (repeats.reduce((sum, each) => sum + each, 0) > most.repeats)
    return `The repetitions of a pattern may be ${most.repeats} at most, all together`;
  try {
    linearPattern(pattern);
    return undefined;
  } catch (error) {
    return `Is no pattern that RE2 takes: ${error instanceof Error ? error.message : String(error)}`;
  }
}
