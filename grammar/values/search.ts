import type { Run } from '../runtime/run.ts';

/**
 * Substring search in linear time. The caller has charged for both texts; a long search text takes longer and is
 * charged here.
 */
export function containsText(run: Run, haystack: string, needle: string): boolean {
  if (isShort(needle)) return haystack.includes(needle);
  run.spendText(KMP_COST * (haystack.length + needle.length));
  return needle.length <= haystack.length && search(haystack, needle);
}

/** Whether the engine's native search is linear for a search text. */
export function isShort(needle: string): boolean {
  return needle.length <= MAX_NATIVE_LENGTH;
}

/** V8 skips ahead by the last 250 characters only; for a longer search text it may be quadratic. */
const MAX_NATIVE_LENGTH = 250;
/** How much longer the search below takes, per character. */
const KMP_COST = 3;

/** Knuth-Morris-Pratt search, which never goes back in the haystack. */
function search(haystack: string, needle: string): boolean {
  const borders = bordersOf(needle);
  let matchLength = 0;
  for (let at = 0; at < haystack.length; at += 1) {
    const code = haystack.charCodeAt(at);
    while (matchLength > 0 && code !== needle.charCodeAt(matchLength)) matchLength = borders[matchLength - 1] ?? 0;
    if (code === needle.charCodeAt(matchLength)) matchLength += 1;
    if (matchLength === needle.length) return true;
  }
  return false;
}

/** The failure function: for each prefix of a text, the length of its longest proper suffix that is also a prefix. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (length > 0 && code !== text.charCodeAt(length)) length = borders[length - 1] ?? 0;
    if (code === text.charCodeAt(length)) length += 1;
    borders[at] = length;
  }
  return borders;
}
