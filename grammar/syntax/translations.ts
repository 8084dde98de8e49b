import type { Fix } from '../diagnostics/finding.ts';
import { isLetter, skipGap, skipWord, startOfWord } from './characters.ts';
import type { KnownNames, Translator } from './translator.ts';
import type { Span } from './tree.ts';
import { KEYWORDS } from './words.ts';

interface TranslationContext extends KnownNames {
  readonly source: string;
}

/**
 * Translates what people write who know Excel, JavaScript, SQL, FEEL or Python: returns the fix for a word that is
 * invalid at its position; null if there is none. Looks only at the text nearby, because there is no syntax tree yet.
 */
function translateWord(context: TranslationContext, { from, to }: Span): Fix | null {
  const { source, keys } = context;
  const word = source.slice(from, to);
  if (word.length > MAX_WORD_LENGTH) return null;
  if (word === ')' || !isLetter(word.charCodeAt(0))) return translateSign(context, { from, to });
  const lowerCase = word.toLowerCase();
  const call = callAt(source, from);
  const translatedCall = call && translateCall(context, call);
  if (translatedCall) return translatedCall;
  const method = METHOD_BEFORE.exec(before(source, from));
  if (method !== null) return translateMethod(source, from - method[0].length);
  if (keys?.has(word)) return { from, to, text: `$${word}` };
  const operator = translateOperator(source, from);
  if (operator !== null) return operator;
  const translation = WORDS.get(lowerCase);
  if (translation === '') return { from, to: skipSpaces(source, to), text: '' };
  if (translation !== undefined) return { from, to, text: translation };
  if (lowerCase !== word && KEYWORDS.includes(lowerCase)) return { from, to, text: lowerCase };
  const isDeclared = new RegExp(`\\$${word}\\b`).test(source.slice(0, from).slice(-NEARBY));
  const isItem = /\b(?:each|for)\s+$/.test(before(source, from));
  if (isDeclared || isItem || (keys === null && isOperand(source, to))) return { from, to, text: `$${word}` };
  return null;
}

const MAX_WORD_LENGTH = 60;

/** The distance that translations look back and ahead, so that each takes constant time. */
const NEARBY = 300;

const before = (source: string, at: number): string => source.slice(Math.max(0, at - NEARBY), at);
const after = (source: string, at: number): string => source.slice(at, at + NEARBY);
const skipSpaces = (source: string, at: number): number => at + (/^ */.exec(after(source, at))?.[0].length ?? 0);

/** Words with their equivalents, in lower case. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...['null', 'nil', 'none', 'undefined', 'empty', 'blank'].map((word): [string, string] => [word, 'nothing']),
  ...['elif', 'elseif', 'elsif'].map((word): [string, string] => [word, 'else if']),
  ...['var', 'const', 'set', 'dim'].map((word): [string, string] => [word, 'let']),
  ...['function', 'func', 'def', 'fn'].map((word): [string, string] => [word, 'define']),
  ...['foreach', 'while', 'loop'].map((word): [string, string] => [word, 'each']),
  ...['return', 'then', 'do', 'begin', 'end'].map((word): [string, string] => [word, '']),
  ...['break', 'next', 'pass', 'exit', 'stop'].map((word): [string, string] => [word, 'skip']),
  ...['throw', 'raise', 'error', 'fail', 'deny', 'refuse'].map((word): [string, string] => [word, 'reject']),
  ...['yes'].map((word): [string, string] => [word, 'true']),
  ...['no'].map((word): [string, string] => [word, 'false']),
  ['unless', 'if not'],
  ['xor', '!='],
  ['log', 'print'],
]);

/** Operators of words with their equivalents. `.` is the operand before them. */
const OPERATORS: ReadonlyMap<string, string> = new Map([
  ...synonyms(
    '>=',
    'is greater than or equal to',
    'is at least',
    'greater than or equal to',
    'is not before',
    'is not less than',
  ),
  ...synonyms(
    '<=',
    'is less than or equal to',
    'is at most',
    'less than or equal to',
    'is not after',
    'is not more than',
  ),
  ...synonyms('>', 'is greater than', 'is more than', 'is after', 'is over', 'is above'),
  ...synonyms('>', 'greater than', 'more than', 'after', 'over', 'above', 'gt'),
  ...synonyms('<', 'is less than', 'is before', 'is under', 'is below', 'less than', 'before', 'under', 'below', 'lt'),
  ...synonyms('==', 'is equal to', 'equal to', 'equals', 'is', 'eq'),
  ...synonyms('!=', 'is not equal to', 'does not equal', 'is not', 'ne'),
  ...synonyms('in', 'is in', 'is one of', 'one of'),
  ...synonyms('not in', 'is not in', 'is not one of'),
  ...synonyms('includes', 'contains', 'has', 'include', 'contain'),
  ...synonyms('not includes', 'does not contain', 'does not include', 'does not have'),
  ...synonyms('matches', 'like', 'ilike'),
  ...synonyms('starts with', 'starts_with', 'startswith', 'begins with'),
  ...synonyms('ends with', 'ends_with', 'endswith'),
  ...synonyms('.:is_empty', 'is empty', 'is blank'),
  ...synonyms('not .:is_empty', 'is not empty', 'is not blank'),
]);

function synonyms(translation: string, ...words: readonly string[]): [string, string][] {
  return words.map((word) => [word, translation]);
}

/** The longest operator of words that starts here, and `between`. */
function translateOperator(source: string, from: number): Fix | null {
  const operand = OPERAND_BEFORE.exec(before(source, from));
  const range = BETWEEN.exec(after(source, from));
  if (range !== null && operand !== null) {
    const [all, low, high] = range;
    const [text, value, negation] = operand;
    const test = `${value} >= ${low} and ${value} <= ${high}`;
    return { from: from - text.length, to: from + all.length, text: negation ? `not (${test})` : test };
  }
  const like = LIKE.exec(after(source, from));
  if (like !== null) {
    const [all, first, text, last] = like;
    const operator = first ? (last ? 'includes' : 'ends with') : last ? 'starts with' : 'matches';
    return { from, to: from + all.length, text: `${operator} "${text}"` };
  }
  const words = /^[A-Za-z_]+(?: +[a-z]+){0,6}/i.exec(after(source, from))?.[0] ?? '';
  for (let end = words.length; end > 0; end = words.lastIndexOf(' ', end - 1)) {
    const text = words.slice(0, end).trimEnd();
    const translation = OPERATORS.get(text.toLowerCase().replace(/ +/g, ' '));
    if (translation === undefined) continue;
    const to = from + text.length;
    if (!translation.includes('.')) return { from, to, text: translation };
    return operand && { from: from - operand[0].length, to, text: translation.replace('.', operand[1] ?? '') };
  }
  return null;
}

const PATH = '\\$[A-Za-z_][\\w.$]*(?::[a-z_]+)*';
/** A path with its helpers before a word, and a `not` between them. */
const OPERAND_BEFORE = new RegExp(`(${PATH}|\\bthis|\\bit)\\s+(not\\s+)?$`);
const BETWEEN =
  /^between\s+([\w$.:"-]+(?: (?:days?|weeks?|months?|years?)(?: ago| ahead)?)?)\s+and\s+([\w$.:"-]+(?: (?:days?|weeks?|months?|years?)(?: ago| ahead)?)?)/i;
const LIKE = /^i?like\s+"(%?)([^"%_\\]*)(%?)"/i;

/** Functions with the equivalent helper, in lower case and without `_`. */
const FUNCTIONS: ReadonlyMap<string, string> = new Map([
  ...synonyms('length', 'len', 'size', 'strlen', 'stringlength', 'counta', 'count'),
  ...synonyms('upper', 'ucase', 'toupper', 'touppercase', 'uppercase'),
  ...synonyms('lower', 'lcase', 'tolower', 'tolowercase', 'lowercase'),
  ...synonyms('is_empty', 'isblank', 'isempty', 'empty', 'isnull'),
  ...synonyms('average', 'avg', 'mean'),
  ...synonyms('ceil', 'ceiling', 'roundup'),
  ...synonyms('floor', 'int', 'rounddown'),
  ...synonyms('unique', 'distinct', 'distinctvalues'),
  ...synonyms('text', 'tostring', 'str', 'string'),
  ...synonyms('number', 'value', 'int', 'parseint', 'parsefloat', 'tonumber', 'float'),
  ...synonyms('date', 'todate', 'datevalue'),
  ...synonyms('is_number', 'isnumber'),
  ...synonyms('is_date', 'isdate'),
  ...synonyms('reverse', 'reversed'),
]);

/** The helper of this language with the meaning of a function or method of another one. */
function equivalentHelper(name: string): string {
  const plain = name.toLowerCase().replaceAll('_', '');
  return FUNCTIONS.get(plain) ?? name.toLowerCase();
}

type Write = (args: readonly string[]) => string | null;

const infix =
  (operator: string): Write =>
  ([a, b]) =>
    a && b ? `${a} ${operator} ${b}` : null;

/** Functions and methods that become operators. The operand of a method is its first argument. */
const CALLS: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['contains', infix('includes')],
  ['includes', infix('includes')],
  ['listcontains', infix('includes')],
  ['startswith', infix('starts with')],
  ['endswith', infix('ends with')],
  ['matches', ([a, b]) => (a && b?.startsWith('"') ? `${a} pattern ${b}` : null)],
  ['split', infix('split')],
  ['join', infix('join')],
  ['stringjoin', infix('join')],
  ['replace', ([a, b, c]) => (a && b && c ? `${a} replace ${b} with ${c}` : null)],
  ['replaceall', ([a, b, c]) => (a && b && c ? `${a} replace ${b} with ${c}` : null)],
  ['substitute', ([a, b, c]) => (a && b && c ? `${a} replace ${b} with ${c}` : null)],
  ['left', ([a, b]) => (a && b ? `${a} part 1 to ${b}` : null)],
  ['mid', partFrom],
  ['substr', partFrom],
  ['substring', partFrom],
  ['and', (args) => (args.length > 1 ? args.join(' and ') : null)],
  ['or', (args) => (args.length > 1 ? args.join(' or ') : null)],
  ['concat', (args) => (args.length > 1 ? args.join(' + ') : null)],
  ['concatenate', (args) => (args.length > 1 ? args.join(' + ') : null)],
  ['coalesce', (args) => (args.length > 1 ? args.join(' or ') : null)],
  ['ifnull', infix('or')],
  ['if', ([a, b, c]) => (a && b && c ? `if ${a} { ${b} } else { ${c} }` : null)],
  ['iif', ([a, b, c]) => (a && b && c ? `if ${a} { ${b} } else { ${c} }` : null)],
  ['round', ([a, b]) => (a && b === '2' ? `${operandOf(a)}:cents` : a && b === '0' ? `${operandOf(a)}:round` : null)],
  ['tofixed', ([a, b]) => (a && b === '2' ? `${operandOf(a)}:cents` : a ? `${operandOf(a)}:round` : null)],
  ['networkdays', (args) => (args.length > 1 ? `working_days of [${args.join(', ')}]` : null)],
  ['at', ([a, b]) => (a && b && /^\d+$/.test(b) ? `${a} at ${Number(b) + 1}` : null)],
  ['filter', ([a, b]) => filtered(a, b, (rows) => rows)],
  ['find', ([a, b]) => filtered(a, b, (rows) => `first of ${rows}`)],
  ['some', ([a, b]) => filtered(a, b, (rows) => `count of (${rows}) > 0`)],
  ['today', ([a]) => (a ? null : 'today')],
  ['now', ([a]) => (a ? null : 'now')],
  ['date', ([a]) => (a ? null : 'now')],
  ['log', ([a]) => (a ? `print ${a}` : null)],
  ['alert', ([a]) => (a ? `print ${a}` : null)],
]);

/** Methods of JavaScript that count from 0 and exclude the end. */
const METHODS: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['substring', partBetween],
  ['slice', partBetween],
]);

function partFrom([text, first, count]: readonly string[]): string | null {
  if (!text || !first || !count) return null;
  const last = Number(first) + Number(count) - 1;
  return `${text} part ${first} to ${Number.isNaN(last) ? `(${first} + ${count} - 1)` : last}`;
}

function partBetween([text, first, end]: readonly string[]): string | null {
  return text && first && end && /^\d+$/.test(first) ? `${text} part ${Number(first) + 1} to ${end}` : null;
}

/** `x => x.price > 3` as the condition of a `where`: `$price > 3`. */
function filtered(list: string | undefined, test: string | undefined, write: (rows: string) => string): string | null {
  const [, item, condition] = /^\(?(\w+)\)?\s*=>\s*(.*)$/s.exec(test ?? '') ?? [];
  if (!list || !item || !condition) return null;
  const keyed = condition
    .replace(new RegExp(`\\b${item}\\.`, 'g'), '$')
    .replace(new RegExp(`(?<![$\\w])${item}\\b`, 'g'), 'it');
  return write(`${list} where ${/\b(?:and|or)\b|&&|\|\|/.test(keyed) ? `(${keyed})` : keyed}`);
}

/** An argument as the operand of a helper: in parentheses, if it is more than one word, text or list. */
function operandOf(argument: string): string {
  return /^(?:[\w$.:]+|"[^"]*"|\[[^\]]*\]|\([^()]*\))$/.test(argument) ? argument : `(${argument})`;
}

interface Call extends Span {
  readonly name: string;
  readonly args: readonly string[];
}

/** The function call that starts at a word; null if there is none. `Math.round(…)` is one, too. */
function callAt(source: string, from: number): Call | null {
  const head = /^(?:new )?(?:(?:Math|Number|String|Array|Date|console)\.)?(\w+) ?\(/.exec(after(source, from));
  if (head === null) return null;
  const [all, name = ''] = head;
  const end = argumentsFrom(source, from + all.length - 1);
  return end && { from, to: end.to, name: name.toLowerCase().replaceAll('_', ''), args: end.args };
}

function translateCall({ source, isHelper }: TranslationContext, { from, to, name, args }: Call): Fix | null {
  const operator = CALLS.get(name)?.(args);
  if (operator) {
    const needsGroup = operator.startsWith('if ') && !startsStatement(source, from);
    return { from, to, text: needsGroup ? `(${operator})` : operator };
  }
  const helper = FUNCTIONS.get(name) ?? name;
  if (!isHelper(helper) || args.length === 0) return null;
  if (args.length === 1) return { from, to, text: `${operandOf(args[0] ?? '')}:${helper}` };
  return LIST_HELPERS.has(helper) ? { from, to, text: `[${args.join(', ')}]:${helper}` } : null;
}

const LIST_HELPERS: ReadonlySet<string> = new Set(['min', 'max', 'sum', 'average', 'length', 'first', 'last']);

/** Whether a block `if … { }` may start here: at the start of a statement or as the value of a variable. */
function startsStatement(source: string, from: number): boolean {
  return /(?:^|[\n{;(]|[^=!<>]=|\breturn)\s*$/.test(before(source, from));
}

const METHOD_BEFORE = new RegExp(`${PATH}\\.\\w+\\(\\s*$`);

/** Translates the method call that starts with a path at `from`, such as `$name.toUpperCase()`. */
function translateMethod(source: string, from: number): Fix | null {
  const [all, path = '', method = ''] = new RegExp(`^(${PATH})\\.(\\w+)\\(`).exec(after(source, from)) ?? [];
  const call = all === undefined ? null : argumentsFrom(source, from + all.length - 1);
  if (call === null) return null;
  const { to } = call;
  const args = [path, ...call.args];
  const name = method.toLowerCase();
  const operator = (METHODS.get(name) ?? CALLS.get(name))?.(args);
  if (operator) return { from, to, text: operator };
  return call.args.length === 0 ? { from, to, text: `${path}:${equivalentHelper(method)}` } : null;
}

/** The arguments in the parentheses that open at `open`; null if they do not close nearby. */
function argumentsFrom(source: string, open: number): { args: readonly string[]; to: number } | null {
  const args: string[] = [];
  let depth = 0;
  let start = open + 1;
  for (let at = open; at < Math.min(source.length, open + NEARBY); at += 1) {
    const character = source[at] ?? '';
    if (character === '"') {
      const end = source.indexOf('"', at + 1);
      if (end < 0 || end > open + NEARBY) return null;
      at = end;
    } else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    if (depth === 0 || (depth === 1 && (character === ',' || character === ';'))) {
      args.push(source.slice(start, at).trim());
      start = at + 1;
    }
    if (depth === 0) return { args: args.length === 1 && args[0] === '' ? [] : args, to: at + 1 };
  }
  return null;
}

/** Translates a sign that is invalid at its position. */
function translateSign(context: TranslationContext, { from, to }: Span): Fix | null {
  const { source } = context;
  const sign = source.slice(from, to);
  const previous = before(source, from);
  if (sign === '>' && previous.endsWith('<')) return { from: from - 1, to, text: '!=' };
  if (sign === '=' && /[=!]=$/.test(previous)) return { from: from - 2, to, text: previous.slice(-2) };
  if ((sign === '<' || sign === '>') && previous.endsWith('=') && !/[=!<>]=$/.test(previous))
    return { from: from - 1, to, text: `${sign}=` };
  if ((sign === '+' || sign === '-') && previous.endsWith(sign)) {
    const isEnd = /^[^\S\n]*(?:[\n;}]|$)/.test(after(source, to));
    if (isEnd) return { from: from - 1, to, text: ` ${sign}= 1`.slice(/\s.$/.test(previous) ? 1 : 0) };
  }
  if (sign === ')' && previous.endsWith('(')) return translateEmptyCall(context, from);
  if (sign === ',' && /\d$/.test(previous)) {
    const [all, digits] = /^,(\d{3})(?![\d_,.])/.exec(after(source, from)) ?? [];
    if (all !== undefined && digits) return { from, to: from + all.length, text: `_${digits}` };
  }
  if (sign === '.' && /^\.\d/.test(after(source, from))) return { from, to, text: '0.' };
  if (sign === '/') return translatePattern(source, from);
  return null;
}

/** `today()`, `$name:trim()` and `$name.trim()`: the parentheses go, or the method becomes a helper. */
function translateEmptyCall({ source }: TranslationContext, close: number): Fix | null {
  const open = close - 1;
  const from = startOfWord(source, open);
  if (from === open) return null;
  if (source[from - 1] !== '.') return { from: open, to: close + 1, text: '' };
  const [path] = new RegExp(`${PATH}$`).exec(before(source, open)) ?? [];
  return path === undefined ? null : translateMethod(source, open - path.length);
}

/** A regular expression of JavaScript, and a comment of several lines on one line. */
function translatePattern(source: string, from: number): Fix | null {
  const [comment, text = ''] = /^\/\*(.*?)\*\/(?=\s*(?:\n|$))/.exec(after(source, from)) ?? [];
  if (comment !== undefined) return { from, to: from + comment.length, text: `//${text.trimEnd()}` };
  const [regex, pattern = ''] = /^\/((?:[^/\\\n]|\\.)+)\/[a-z]*/.exec(after(source, from)) ?? [];
  const operator = /(?:matches|=~|~)\s*$/.exec(before(source, from));
  if (regex === undefined || operator === null) return null;
  const escaped = pattern.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
  return { from: from - operator[0].length, to: from + regex.length, text: `pattern "${escaped}"` };
}

/** Whether the token after a word shows that the word is used as a value. */
function isOperand(source: string, to: number): boolean {
  const next = skipGap(source, to);
  if (isLetter(source.charCodeAt(next))) return OPERATOR_WORDS.has(source.slice(next, skipWord(source, next)));
  return '=!<>+-*/%.:'.includes(source[next] ?? ' ');
}

const OPERATOR_WORDS: ReadonlySet<string> = new Set(['and', 'or', 'in', 'of', 'includes', 'matches', 'not', 'mod']);

/** Signs of other languages, and typographic quotes and operators that text editors insert. */
const SIGNS: ReadonlyMap<string, string> = new Map([
  ['&&', 'and'],
  ['||', 'or'],
  ['??', 'or'],
  ["'", '"'],
  ['“', '"'],
  ['”', '"'],
  ['≤', '<='],
  ['≥', '>='],
  ['≠', '!='],
  ['×', '*'],
  ['÷', '/'],
  ['–', '-'],
  ['−', '-'],
  ['#', '//'],
  ['@', '$'],
]);

/** Translates a token that the language does not have: its equivalent, or a larger part of the text around it. */
function translateToken(source: string, from: number, to: number): Fix | null {
  const token = source.slice(from, to);
  const quoted = "'“”".includes(token) ? quotedText(source, from) : null;
  if (quoted !== null) return quoted;
  if (token === '?') return translateChoice(source, from);
  if (token === '$') return source[to] === '$' ? { from, to, text: '' } : null;
  if (token === '~' && source[from - 1] === '=') return { from: from - 1, to, text: 'matches' };
  if (token === '?' || token === '&' || token === '|') return translateOneSign(source, from);
  const text = SIGNS.get(token);
  if (text === undefined) return null;
  const spaced = isLetter(text.charCodeAt(0))
    ? `${/\w$/.test(before(source, from)) ? ' ' : ''}${text}${/^\w/.test(after(source, to)) ? ' ' : ''}`
    : text;
  return { from, to, text: spaced };
}

/** `&` joins texts in Excel; `|` applies a filter in templates. Both are logical operators elsewhere. */
function translateOneSign(source: string, from: number): Fix {
  const to = from + 1;
  if (source[from] === '&') {
    const isText = /"\s*$/.test(before(source, from)) || /^\s*"/.test(after(source, to));
    return { from, to, text: isText ? '+' : 'and' };
  }
  const [all, word] = /^\s*([a-z_]+)\b(?!\s*[$"(\d])/.exec(after(source, to)) ?? [];
  const [space = ''] = /\s*$/.exec(before(source, from)) ?? [];
  if (all !== undefined && word && !KEYWORDS.includes(word))
    return { from: from - space.length, to: to + all.length, text: `:${word}` };
  return { from, to, text: 'or' };
}

/** The range of the text in single or typographic quotes that starts or ends here, with double quotes. */
function quotedText(source: string, at: number): Fix | null {
  const start = at - before(source, at).length;
  const line = source.slice(Math.max(start, source.lastIndexOf('\n', at - 1) + 1), at);
  const open = Math.max(line.lastIndexOf("'"), line.lastIndexOf('“'));
  const isEnd = source[at] === '”' || (source[at] === "'" && (line.match(/'/g)?.length ?? 0) % 2 === 1);
  const from = isEnd ? at - line.length + open : at;
  const [all, text = ''] = /^['“]([^'"“”\n\\]*)['”]/.exec(after(source, from)) ?? [];
  return all === undefined ? null : { from, to: from + all.length, text: `"${text}"` };
}

/** `condition ? a : b` as an `if`. */
function translateChoice(source: string, at: number): Fix | null {
  const head = before(source, at);
  const [, test = ''] =
    /^(?:[\s\S]*(?:[\n{;,]|[^=!<>]=(?!=)|\b(?:return|print|because|let)\b))?\s*([^\n{;,]*?)\s*$/.exec(head) ?? [];
  const [all, first, second] =
    /^\?\s*((?:[^\n?:"]|:(?=\w)|"[^"\n]*")+?)\s*(?:\s:|:\s)\s*([^\n;})]+)/.exec(after(source, at)) ?? [];
  if (test === '' || all === undefined || !first || !second) return null;
  const from = at - (head.length - head.lastIndexOf(test));
  const isOpened = test.split('(').length > test.split(')').length;
  const start = isOpened ? from + test.lastIndexOf('(') + 1 : from;
  const choice = `if ${source.slice(start, at).trim()} { ${first} } else { ${second.trim()} }`;
  const text = startsStatement(source, start) ? choice : `(${choice})`;
  return { from: start, to: at + all.trimEnd().length, text };
}

/** A block for what follows a condition without braces, up to the end of its line, and the same after `else`. */
function translateBody(source: string, at: number): Fix | null {
  const [all, body = '', alternative] =
    /^(?:then\b|:)?\s*((?:"[^"\n]*"|[^\n"{}])+?)(?:\s+else\b:?\s*((?:"[^"\n]*"|[^\n"{}])+?))?(?:\s+end)?\s*(?=\n|\}|$)/i.exec(
      after(source, at),
    ) ?? [];
  if (all === undefined || body.trim() === '') return null;
  const otherwise = alternative === undefined ? '' : ` else { ${alternative} }`;
  return { from: at, to: at + all.trimEnd().length, text: `{ ${body} }${otherwise}` };
}

/** `reject … if condition` as an `if` with a block. `at` is where the block is missing. */
function translateSuffixCondition(source: string, at: number): Fix | null {
  const start = source.lastIndexOf('\n', at - 1) + 1;
  if (at - start > NEARBY) return null;
  const [, indent = '', statement, condition] = /^(\s*)(reject\b.*?)\s+if\s+(.+)$/.exec(source.slice(start, at)) ?? [];
  return statement && condition
    ? { from: start, to: at, text: `${indent}if ${condition.trimEnd()} { ${statement} }` }
    : null;
}

/** `$rows[0].price`: the item in parentheses, with its number from 1. `at` is the offset of the point after it. */
function translateIndex(source: string, at: number): Fix | null {
  const [all, list = '', index = ''] = new RegExp(`(${PATH})\\[(\\d+)\\]$`).exec(before(source, at)) ?? [];
  return all === undefined ? null : { from: at - all.length, to: at, text: `(${list} at ${Number(index) + 1})` };
}

export const translator: Translator = {
  word: translateWord,
  token: translateToken,
  method: translateMethod,
  index: translateIndex,
  body: translateBody,
  suffixCondition: translateSuffixCondition,
  helper: equivalentHelper,
};
