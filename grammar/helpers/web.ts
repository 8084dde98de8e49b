import type { Kind } from '../values/kind.ts';
import type { BuiltIn } from './built-in.ts';

const ANY: readonly Kind[] = ['nothing', 'boolean', 'number', 'text', 'list', 'record', 'date', 'duration'];

/** Checks of addresses: false for anything but text, in one pass over it, without regular expressions (rules-language 4). */
export const WEB_HELPERS = {
  valid_url: checking('Whether it is a web address: http:// or https:// and a dotted domain', isWebAddress),
  valid_email: checking('Whether it looks like an e-mail address', isMailAddress),
} as const satisfies Record<string, BuiltIn>;

function checking(doc: string, check: (text: string) => boolean): BuiltIn {
  return {
    accepts: ANY,
    gives: 'boolean',
    doc,
    run(run, _site, value) {
      if (typeof value !== 'string') return false;
      run.spendText(LOOKING_COST * value.length);
      return check(value);
    },
  };
}

/** How much longer it takes to look at each character than to copy it. */
const LOOKING_COST = 8;

function isWebAddress(text: string): boolean {
  const start = text.startsWith('https://') ? 8 : text.startsWith('http://') ? 7 : 0;
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
    if (!isDot && !isLocalPart(text.charCodeAt(index))) return false;
  }
  return isDomain(text, at + 1, text.length);
}

const LONGEST_URL = 2048;
const LONGEST_LOCAL = 64;
const LONGEST_MAIL = 254;
const LONGEST_LABEL = 63;

/** Two labels or more with dots between, of letters, digits and hyphens, which stand neither first nor last. */
function isDomain(text: string, from: number, to: number): boolean {
  let labels = 0;
  let begin = from;
  for (let at = from; at <= to; at += 1) {
    const code = text.charCodeAt(at);
    if (at < to && code !== DOT) {
      if (!isLabelPart(code) && code !== HYPHEN) return false;
      continue;
    }
    const length = at - begin;
    if (length === 0 || length > LONGEST_LABEL) return false;
    if (text.charCodeAt(begin) === HYPHEN || text.charCodeAt(at - 1) === HYPHEN) return false;
    labels += 1;
    begin = at + 1;
  }
  return labels >= 2;
}

function isPort(text: string, from: number): boolean {
  let end = from;
  while (isDigit(text.charCodeAt(end))) end += 1;
  return end > from && end - from <= 5 && (end === text.length || '/?#'.includes(text.charAt(end)));
}

const [DOT, HYPHEN] = [46, 45];

/** Beyond ASCII everything counts as a letter: domains and mail names are international. */
function isLabelPart(code: number): boolean {
  return isDigit(code) || (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code > 0xa0 && code < 0x2000);
}

function isLocalPart(code: number): boolean {
  return isLabelPart(code) || "!#$%&'*+-/=?^_`{|}~".includes(String.fromCharCode(code));
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
