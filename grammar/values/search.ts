import type { Run } from '../running/run.ts';

/**
 * Whether a text has another in it, in time linear in both. The caller has paid for both; a part that is longer than most
 * takes longer and pays more.
 */
export function hasText(run: Run, whole: string, part: string): boolean {
  if (isShort(part)) return whole.includes(part);
  run.spendText(OWN_COST * (whole.length + part.length));
  return part.length <= whole.length && search(whole, part);
}

/** Whether the engine's own search is linear for it. */
export function isShort(part: string): boolean {
  return part.length <= NATIVE;
}

/** The engine's own search looks at the last 250 characters alone when it skips; for more it may go on one by one. */
const NATIVE = 250;
/** How much longer the search below takes for a character. */
const OWN_COST = 3;

/** Knuth, Morris and Pratt: never looks back in the whole. */
function search(whole: string, part: string): boolean {
  const borders = bordersOf(part);
  let matched = 0;
  for (let at = 0; at < whole.length; at += 1) {
    const code = whole.charCodeAt(at);
    while (matched > 0 && code !== part.charCodeAt(matched)) matched = borders[matched - 1] ?? 0;
    if (code === part.charCodeAt(matched)) matched += 1;
    if (matched === part.length) return true;
  }
  return false;
}

/** Of each beginning of a text how long the longest end of it is that it begins with, too. */
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
