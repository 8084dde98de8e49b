/**
 * The result of a parser in this folder: a value with its canonical text, empty for a blank text, or a problem with a
 * message that says what is accepted.
 */
export type ParseResult<T> =
  | { readonly status: 'value'; readonly value: T; readonly text: string }
  | { readonly status: 'empty' }
  | { readonly status: 'problem'; readonly message: string };

export const emptyResult = { status: 'empty' } as const;

/** A result with an error message. */
export const problemResult = (message: string) => ({ status: 'problem', message }) as const;

/** The value of a result; undefined for a blank text and for a problem. */
export const parsedValue = <T>(parsed: ParseResult<T>): T | undefined =>
  parsed.status === 'value' ? parsed.value : undefined;

const invisible = /^[\s\u200B-\u200D\u2060\uFEFF]$/u;
const isInvisible = (character: string | undefined): boolean => character !== undefined && invisible.test(character);

/**
 * Trims white space and zero-width characters from a single-line text (design 7, "Typed values"). It is a loop because
 * an expression such as `\s+$` takes quadratic time on long inner runs of white space (ReDoS).
 */
export function trimText(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isInvisible(text[from])) from += 1;
  while (to > from && isInvisible(text[to - 1])) to -= 1;
  return text.slice(from, to);
}
