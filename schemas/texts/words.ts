/** A word in any script, with the combining marks of its letters. */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** Case folding: lower case and without accents. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Tokenizes a text into its lower-case words without accents; letters and digits of any script. */
export function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A part of a text, and whether it matches a search word (for highlighting). */
export interface TextPart {
  text: string;
  isFound: boolean;
}

/**
 * Splits a text into parts for highlighting: a word matches if it starts with a word of the query, as in the search of
 * the API.
 */
export function highlight(text: string, question: string): TextPart[] {
  const queryWords = wordsOf(question);
  const stretches: TextPart[] = [];
  let end = 0;
  for (const { 0: each, index } of text.matchAll(word)) {
    if (!queryWords.some((one) => fold(each).startsWith(one))) continue;
    if (index > end) stretches.push({ text: text.slice(end, index), isFound: false });
    stretches.push({ text: each, isFound: true });
    end = index + each.length;
  }
  if (end < text.length) stretches.push({ text: text.slice(end), isFound: false });
  return stretches;
}

/** The number of characters of context around a match. */
const around = 90;

/**
 * Search snippets: up to three places of a text where the query matches, with context. The beginning of the text if
 * there is no match, for example because only the title matches.
 */
export function snippetsOf(text: string, question: string): TextPart[][] {
  const queryWords = wordsOf(question);
  const places: { from: number; to: number }[] = [];
  for (const { 0: each, index } of text.matchAll(word)) {
    if (!queryWords.some((one) => fold(each).startsWith(one))) continue;
    const last = places.at(-1);
    if (last && index < last.to) continue;
    if (places.length === 3) break;
    places.push({ from: Math.max(index - around, last?.to ?? 0), to: index + each.length + around });
  }
  if (places.length === 0) places.push({ from: 0, to: 2 * around });
  return places.map(({ from, to }) => highlight(cut(text, from, to), question));
}

/** Cuts out a part of a text at word boundaries, with an ellipsis where text is missing. */
function cut(text: string, from: number, to: number): string {
  const part = text.slice(from, to);
  const start = from > 0 ? part.replace(/^\S{0,30}\s+/, '… ') : part;
  return to < text.length ? start.replace(/\s+\S{0,30}$/, ' …') : start;
}
