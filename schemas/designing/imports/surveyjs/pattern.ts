import { textIn } from '../rule.ts';

/**
 * What our language says of a line of text that does not fit a pattern, for the few patterns that it has words for: a part of
 * the text, all of it as one of several, or its length. Null for any other.
 */
export function patternMisfit(pattern: string, { isAnyCase }: { isAnyCase: boolean }): string | null {
  const [, start, inner = '', end] = /^(\^?)(.*?)(\$?)$/.exec(pattern) ?? [];
  if (start && end) return lengthMisfit(inner) ?? wholeMisfit(inner, isAnyCase);
  const part = start || end ? null : literal(inner);
  return part && `not this ${isAnyCase ? 'matches' : 'includes'} ${textIn(part)}`;
}

/** Any characters, so many of them. */
function lengthMisfit(inner: string): string | null {
  const [, least, comma, most] = /^\.\{(\d{1,6})(?:(,)(\d{0,6}))?\}$/.exec(inner) ?? [];
  if (!least) return null;
  if (!comma) return `this:length != ${Number(least)}`;
  const isShort = `this:length < ${Number(least)}`;
  return most ? `(${isShort} or this:length > ${Number(most)})` : isShort;
}

/** One of several texts, or one. */
function wholeMisfit(inner: string, isAnyCase: boolean): string | null {
  const [, grouped] = /^\((?:\?:)?(.*)\)$/.exec(inner) ?? [];
  const texts = (grouped?.split('|') ?? [inner]).map(literal);
  if (!texts.every((each) => each !== null)) return null;
  // What is lower case differs beyond these letters.
  if (isAnyCase && texts.some((each) => /[^ -~]/.test(each))) return null;
  const all = texts.map((each) => textIn(isAnyCase ? each.toLowerCase() : each)).join(', ');
  return `${isAnyCase ? 'this:lower' : 'this'} not in [${all}]`;
}

/** The text that a pattern without any sign of its own stands for. */
function literal(pattern: string): string | null {
  const isLiteral = /^(?:[^\\^$.|?*+()[\]{}]|\\[^A-Za-z0-9])+$/.test(pattern);
  return isLiteral ? pattern.replace(/\\(.)/g, '$1') : null;
}
