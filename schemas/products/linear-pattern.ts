import { RE2JS } from 're2js';

/** A regular expression that matches in linear time (no ReDoS), for the schemas of products. */
export interface LinearPattern {
  test: (text: string) => boolean;
  toString: () => string;
}

const limits = { characters: 500, repeats: 1_000 } as const;

/**
 * Compiles a regular expression with RE2, which has no look-around and no back references. `toString` returns the
 * pattern, because ajv uses it to tell the patterns of a schema apart. Throws an Error that says what RE2 does not
 * support.
 */
export function linearPattern(pattern: string): LinearPattern {
  const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
  return { test: (text) => compiled.test(text), toString: () => pattern };
}

/** Why a pattern cannot be used in a schema; undefined if it can. Checks its size before compiling it. */
export function patternError(pattern: string): string | undefined {
  if (pattern.length > limits.characters) return `At most ${limits.characters} characters in a pattern`;
  const repeats = [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].map(([, from, to]) => Number(to || from));
  if (repeats.reduce((sum, each) => sum + each, 0) > limits.repeats)
    return `At most ${limits.repeats} repetitions in a pattern, in total`;
  try {
    linearPattern(pattern);
    return undefined;
  } catch (error) {
    return `Not a valid RE2 pattern: ${error instanceof Error ? error.message : String(error)}`;
  }
}
