import type { Kind } from '../values/kind.ts';
import type { BuiltIn } from './built-in.ts';

const ANY: readonly Kind[] = ['nothing', 'boolean', 'number', 'text', 'list', 'record', 'date', 'duration'];

/**
 * Validators for URLs and e-mail addresses: false for anything but a text, in one pass, without regular expressions
 * (rules-language 4).
 */
export const WEB_HELPERS = {
  valid_url: checkHelper('Whether it is a web address: http:// or https:// and a dotted domain', isWebAddress),
  valid_email: checkHelper('Whether it looks like an e-mail address', isMailAddress),
} as const satisfies Record<string, BuiltIn>;

function checkHelper(doc: string, check: (text: string) => boolean): BuiltIn {
  return {
    accepts: ANY,
    resultType: 'boolean',
    doc,
    run(run, _site, value) {
      if (typeof value !== 'string') return false;
      run.spendText(LOOKING_COST * value.length);
      return check(value);
    },
  };
}

/** How much longer checking a character takes than copying it. */
const LOOKING_COST = 8;

function isWebAddress(text: string): boolean {
  const scheme = text.slice(0, 8).toLowerCase();
  const start = scheme.startsWith('https://') ? 8 : scheme.startsWith('http://') ? 7 : 0;
  if (start === 0 || text.length > LONGEST_URL || hasSpace(text)) return false;
  let end = start;
  while (end < text.length && !'/?#:'.includes(text.charAt(end))) end += 1;
  if (!isDomain(text, start, end)) return false;
  return text[end] !== ':' || isPort(text, end + 1);
}

function isMailAddress(text: string): boolean {
  const at = text.indexOf('@');
  if (at < 1 || at > LONGEST_LOCAL || text.length > LONGEST_MAIL) return false;
  for (let index = 0; index < at; index += 1) {
    const isDot = text[index] === '.';
    if (isDot && (index === 0 || index === at - 1 || text[index - 1] === '.')) return false;
    if (!isDot && !isLocalPart(text, index)) return false;
  }
  return isDomain(text, at + 1, text.length);
}

const LONGEST_URL = 2048;
const LONGEST_LOCAL = 64;
const LONGEST_MAIL = 254;
const LONGEST_LABEL = 63;

/**
 * A domain name: at least two labels of letters, digits and hyphens, separated by dots. A label does not start or end
 * with a hyphen, and the last one is not a number.
 */
function isDomain(text: string, from: number, to: number): boolean {
  let labels = 0;
  let begin = from;
  let isNumber = true;
  for (let at = from; at <= to; at += 1) {
    const code = text.charCodeAt(at);
    if (at < to && code !== DOT) {
      if (!isLetterOrDigit(text, at) && code !== HYPHEN) return false;
      if (!isDigit(code)) isNumber = false;
      continue;
    }
    const length = at - begin;
    if (length === 0 || length > LONGEST_LABEL) return false;
    if (text.charCodeAt(begin) === HYPHEN || text.charCodeAt(at - 1) === HYPHEN) return false;
    if (at === to) return labels > 0 && !isNumber;
    labels += 1;
    begin = at + 1;
    isNumber = true;
  }
  return false;
}

function isPort(text: string, from: number): boolean {
  let end = from;
  while (isDigit(text.charCodeAt(end))) end += 1;
  const isLast = end === text.length || '/?#'.includes(text.charAt(end));
  return isLast && end > from && end - from <= 5 && Number(text.slice(from, end)) <= LAST_PORT;
}

const [DOT, HYPHEN] = [46, 45];
const LAST_PORT = 65_535;

/**
 * Domains and mail addresses are international (IDN): beyond ASCII, every character counts as a letter unless it is a
 * symbol, mark or space.
 */
function isLetterOrDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return isDigit(code) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  const isLow = code >= 0xdc00 && code <= 0xdfff;
  const point = text.codePointAt(isLow ? at - 1 : at) ?? 0;
  // Half of a surrogate pair is not a character.
  if (isLow && point < 0x1_0000) return false;
  return !SYMBOLS.some(([first, last]) => point >= first && point <= last);
}

/**
 * Code point ranges that never occur in domain names: punctuation, symbols, arrows, emoji, spaces and invisible
 * characters.
 */
const SYMBOLS: readonly (readonly [first: number, last: number])[] = [
  [0x80, 0xa9],
  [0xab, 0xb4],
  [0xb6, 0xb9],
  [0xbb, 0xbf],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x2c2, 0x2df],
  [0x34f, 0x34f],
  [0x37e, 0x37e],
  [0x61c, 0x61c],
  [0x115f, 0x1160],
  [0x1680, 0x1680],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x2000, 0x2bff],
  [0x2e00, 0x2e7f],
  [0x2ff0, 0x3004],
  [0x3008, 0x3020],
  [0x3030, 0x3030],
  [0x303d, 0x3040],
  [0x30fb, 0x30fb],
  [0x3164, 0x3164],
  [0x3200, 0x33ff],
  [0xd800, 0xf8ff],
  [0xfd3e, 0xfd3f],
  [0xfdd0, 0xfdef],
  [0xfe00, 0xfe1f],
  [0xfe30, 0xfe6f],
  [0xfeff, 0xff0f],
  [0xff1a, 0xff20],
  [0xff3b, 0xff40],
  [0xff5b, 0xff65],
  [0xffa0, 0xffa0],
  [0xffe0, 0xffff],
  [0x1_d000, 0x1_d7cd],
  [0x1_f000, 0x1_faff],
  [0xe_0000, 0x10_ffff],
];

function isLocalPart(text: string, at: number): boolean {
  return isLetterOrDigit(text, at) || "!#$%&'*+-/=?^_`{|}~".includes(text.charAt(at));
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function hasSpace(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 32 || code === 0x7f || code === 0xa0 || (code >= 0x2000 && code <= 0x200b) || code === 0x3000)
      return true;
  }
  return false;
}
