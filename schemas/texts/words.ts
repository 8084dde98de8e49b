/** A word of any script, with the marks that stand over or under its letters. */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;

/** How a word is compared: in lower case and without accents. */
const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** The lower-case words of a text without accents: letters and digits of any script. */
export function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** A stretch of a text, and whether it is a word that was looked for. */
export interface Stretch {
  text: string;
  isFound: boolean;
}

/** A text in stretches: each word that begins as one of the question's does is found, as the search of the API finds it. */
export function withFound(text: string, question: string): Stretch[] {
  const asked = wordsOf(question);
  const stretches: Stretch[] = [];
  let end = 0;
  for (const { 0: each, index } of text.matchAll(word)) {
    if (!asked.some((one) => folded(each).startsWith(one))) continue;
    if (index > end) stretches.push({ text: text.slice(end, index), isFound: false });
    stretches.push({ text: each, isFound: true });
    end = index + each.length;
  }
  if (end < text.length) stretches.push({ text: text.slice(end), isFound: false });
  return stretches;
}

/** Characters of what stands around a word that was found. */
const around = 90;

/**
 * The places of a text where words of a question stand, a few words around each, three at most; the beginning of the text where none
 * does, say because its title has them.
 */
export function snippetsOf(text: string, question: string): Stretch[][] {
  const asked = wordsOf(question);
  const places: { from: number; to: number }[] = [];
  for (const { 0: each, index } of text.matchAll(word)) {
    if (!asked.some((one) => folded(each).startsWith(one))) continue;
    const last = places.at(-1);
    if (last && index < last.to) continue;
    if (places.length === 3) break;
    places.push({ from: Math.max(index - around, last?.to ?? 0), to: index + each.length + around });
  }
  if (places.length === 0) places.push({ from: 0, to: 2 * around });
  return places.map(({ from, to }) => withFound(cut(text, from, to), question));
}

/** A part of a text, of whole words, with dots where it goes on. */
function cut(text: string, from: number, to: number): string {
  const part = text.slice(from, to);
  const begun = from > 0 ? part.replace(/^\S{0,30}\s+/, '… ') : part;
  return to < text.length ? begun.replace(/\s+\S{0,30}$/, ' …') : begun;
}
