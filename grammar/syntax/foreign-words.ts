import { isLetter, skipGap, skipWord } from './characters.ts';
import { KEYWORDS } from './words.ts';

/** A suggested replacement for a word of another language. */
export interface Translation {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Words of Excel, JavaScript, SQL, FEEL and other languages, in lower case, with their equivalents. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...['null', 'nil', 'none', 'undefined', 'empty', 'blank'].map((word): [string, string] => [word, 'nothing']),
  ...['contains', 'has'].map((word): [string, string] => [word, 'includes']),
  ...['like', 'ilike'].map((word): [string, string] => [word, 'matches']),
  ...['elif', 'elseif', 'elsif'].map((word): [string, string] => [word, 'else if']),
  ...['var', 'const', 'set', 'dim'].map((word): [string, string] => [word, 'let']),
  ...['function', 'func', 'def', 'fn'].map((word): [string, string] => [word, 'define']),
  ...['foreach', 'while', 'loop'].map((word): [string, string] => [word, 'each']),
  ...['return', 'then', 'do', 'begin', 'end'].map((word): [string, string] => [word, '']),
  ...['break', 'next', 'pass'].map((word): [string, string] => [word, 'skip']),
  ...['throw', 'raise', 'error', 'fail', 'deny'].map((word): [string, string] => [word, 'reject']),
  ...['yes'].map((word): [string, string] => [word, 'true']),
  ...['no'].map((word): [string, string] => [word, 'false']),
  ['is', '=='],
  ['unless', 'if not'],
  ['xor', '!='],
  ['log', 'print'],
]);

/** Functions of other languages with the equivalent helper. */
const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ['len', 'length'],
  ['size', 'length'],
  ['ucase', 'upper'],
  ['toupper', 'upper'],
  ['lcase', 'lower'],
  ['tolower', 'lower'],
  ['isblank', 'is_empty'],
  ['isempty', 'is_empty'],
  ['avg', 'average'],
  ['mean', 'average'],
  ['ceiling', 'ceil'],
  ['distinct', 'unique'],
  ['tostring', 'text'],
  ['str', 'text'],
  ['value', 'number'],
  ['isnumber', 'is_number'],
]);

/**
 * Suggests a replacement for a word that is invalid at its position: a word of another language, a function call with
 * parentheses, or a form field without `$`. Returns null if there is no suggestion. `isKey` is null if the form's
 * fields are unknown.
 */
export function translateForeignWord(
  source: string,
  at: number,
  isHelper: (name: string) => boolean,
  isKey: ((name: string) => boolean) | null,
): Translation | null {
  const to = skipWord(source, at);
  const word = source.slice(at, to);
  if (!isLetter(word.charCodeAt(0))) return null;
  const lowerCase = word.toLowerCase();
  const call = callAt(source, to);
  const helper = FUNCTIONS.get(lowerCase) ?? lowerCase;
  if (call !== null && isHelper(helper)) return { from: at, to: call.to, text: `${call.argument}:${helper}` };
  if (isKey?.(word)) return { from: at, to, text: `$${word}` };
  const translation = WORDS.get(lowerCase);
  if (translation !== undefined) return { from: at, to, text: translation };
  if (lowerCase !== word && KEYWORDS.includes(lowerCase)) return { from: at, to, text: lowerCase };
  return isKey === null && isOperand(source, to) ? { from: at, to, text: `$${word}` } : null;
}

/** Whether the token after a word shows that the word is used as a value. */
function isOperand(source: string, to: number): boolean {
  const next = skipGap(source, to);
  if (isLetter(source.charCodeAt(next))) return OPERATORS.has(source.slice(next, skipWord(source, next)));
  return '=!<>+-*/%.:'.includes(source[next] ?? ' ');
}

const OPERATORS: ReadonlySet<string> = new Set(['and', 'or', 'in', 'of', 'includes', 'matches', 'not', 'mod']);

/** The parenthesized argument after a word, if it is a path that a helper can be applied to. */
function callAt(source: string, from: number): { argument: string; to: number } | null {
  if (source[from] !== '(') return null;
  const end = source.indexOf(')', from);
  const argument = end < 0 || end > from + MAX_ARGUMENT_LENGTH ? '' : source.slice(from + 1, end).trim();
  return /^\$[A-Za-z_][\w.$]*$/.test(argument) ? { argument, to: end + 1 } : null;
}

const MAX_ARGUMENT_LENGTH = 100;
