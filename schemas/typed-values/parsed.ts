/** What a parser of this folder makes of a text: a value with its canonical text, nothing for a blank text, or a problem that says what is accepted. */
export type Parsed<T> =
  | { readonly status: 'value'; readonly value: T; readonly text: string }
  | { readonly status: 'empty' }
  | { readonly status: 'problem'; readonly message: string };

export const empty = { status: 'empty' } as const;

export const problem = (message: string) => ({ status: 'problem', message }) as const;

/** The value of a parsed text, or undefined for a blank text and for a problem. */
export const parsedValue = <T>(parsed: Parsed<T>): T | undefined =>
  parsed.status === 'value' ? parsed.value : undefined;

const invisible = /^[\s\u200B-\u200D\u2060\uFEFF]$/u;
const isInvisible = (character: string | undefined): boolean => character !== undefined && invisible.test(character);

/**
 * A one-line text without the blanks, tabs and zero-width characters at its ends (design 7, "Typed values"). A loop, because
 * an expression such as `\s+$` takes quadratic time on long inner runs of blanks.
 */
export function trimText(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isInvisible(text[from])) from += 1;
  while (to > from && isInvisible(text[to - 1])) to -= 1;
  return text.slice(from, to);
}
