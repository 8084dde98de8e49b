import { textIn } from '../rule.ts';

/**
 * Translates a regular expression into a condition for texts that do not match it. Supports only patterns that our
 * rules can express: a substring, one of several literal texts, or a length. Null for others.
 */
export function patternToCondition(pattern: string, { isAnyCase }: { isAnyCase: boolean }): string | null {
  const [, start, inner = '', end] = /^(\^?)(.*?)(\$?)$/.exec(pattern) ?? [];
  if (start && end) return lengthMisfit(inner) ?? wholeMisfit(inner, isAnyCase);
  const part = start || end ? null : literal(inner);
  return part && `not this ${isAnyCase ? 'matches' : 'includes'} ${textIn(part)}`;
}

/** A pattern that limits the length, such as ^.{2,5}$. */
function lengthMisfit(inner: string): string | null {
  const [, least, comma, most] = /^\.\{(\d{1,6})(?:(,)(\d{0,6}))?\}$/.exec(inner) ?? [];
  if (!least) return null;
  if (!comma) return `this:length != ${Number(least)}`;
  const isShort = `this:length < ${Number(least)}`;
  return most ? `(${isShort} or this:length > ${Number(most)})` : isShort;
}

/** A pattern that matches one of several literal texts. */
function wholeMisfit(inner: string, isAnyCase: boolean): string | null {
  const [, grouped] = /^\((?:\?:)?(.*)\)$/.exec(inner) ?? [];
  const texts = (grouped?.split('|') ?? [inner]).map(literal);
  if (!texts.every((each) => each !== null)) return null;
  // Outside ASCII, lower case differs between the two languages.
  if (isAnyCase && texts.some((each) => /[^ -~]/.test(each))) return null;
  const all = texts.map((each) => textIn(isAnyCase ? each.toLowerCase() : each)).join(', ');
  return `${isAnyCase ? 'this:lower' : 'this'} not in [${all}]`;
}

/** The literal text of a pattern without special characters; null for other patterns. */
function literal(pattern: string): string | null {
  const isLiteral = /^(?:[^\\^$.|?*+()[\]{}]|\\[^A-Za-z0-9])+$/.test(pattern);
  return isLiteral ? pattern.replace(/\\(.)/g, '$1') : null;
}
