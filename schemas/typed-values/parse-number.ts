import { emptyResult, type ParseResult, problemResult, trimText } from './parsed.ts';

/** Options for imports, which read files of other programs. */
export interface NumberOptions {
  /** With ',' the text 1.234,50 is 1234.5. */
  decimalMark?: '.' | ',';
  /** Accepts a lone dash as zero, as Excel's Accounting format prints it. */
  isDashZero?: boolean;
}

export const numberMessage = 'Must be a number';
export const integerMessage = 'Must be a whole number';
export const tooManyDecimals = 'At most two decimals';
/** An example of an accepted number, for messages with room for it. */
export const numberExample = 'such as 1,601.60';

/** A double holds 15 significant decimal digits; a longer number would be stored as a different one. */
const maxDigits = 15;
const maxLength = 100;

/**
 * Parses a number as people write it in en-US: with thousands separators, a currency sign or USD, a leading or trailing
 * minus, parentheses for negatives, an exponent, and any white space between these parts. The canonical text has no
 * separators: '1200.5'. Problems: not a number, more than 15 significant digits, too large for a double.
 */
export function parseNumber(text: string, options: NumberOptions = {}): ParseResult<number> {
  // Fast path for plain numbers: imports parse millions of them, and the general parser is several times slower.
  if (plain.test(text) && options.decimalMark !== ',') return found(Number(text));
  const trimmed = trimText(text);
  if (trimmed === '') return emptyResult;
  const parts =
    trimmed.length > maxLength ? undefined : splitNumber(trimmed.replace(blanks, ' ').replace(minuses, '-'));
  if (!parts) return problemResult(numberMessage);
  if (parts.digits === '' && parts.isNegative && options.isDashZero) return { status: 'value', value: 0, text: '0' };
  const decimal = plainDecimal(parts.digits, options.decimalMark ?? '.');
  if (decimal === undefined) return problemResult(numberMessage);
  if (significantDigits(decimal) > maxDigits) return problemResult(`At most ${maxDigits} digits`);
  const size = Number(decimal);
  if (!Number.isFinite(size)) return problemResult('This number is too large');
  return found(parts.isNegative ? -size : size);
}

/** A plain number that a double holds exactly as written. */
const plain = /^-?\d{1,9}(?:\.\d{1,6})?$/;

/** Adding 0 turns -0 into 0, since JSON has only one zero. */
const found = (value: number): ParseResult<number> => ({ status: 'value', value: value + 0, text: String(value + 0) });

/** Parses an amount of money: a number with at most two decimals. */
export function parseMoney(text: string, options: NumberOptions = {}): ParseResult<number> {
  const parsed = parseNumber(text, options);
  if (parsed.status !== 'value' || decimalsOf(parsed.value) <= 2) return parsed;
  return problemResult('Must be an amount in dollars and cents, such as 1,601.60');
}

/** The number of decimals in the shortest text of a number: 1.25 -> 2, 1e-7 -> 7. */
export function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}

const blanks = /\s+/gu;
/** The minus sign, hyphens, and the en dash, which word processors write instead. */
const minuses = /[\u2212\u2010\u2011\u2013\uFE63\uFF0D]/gu;
const currency = /^(?:US\$|USD|\p{Sc})/iu;
const currencyBehind = /(?:USD|\p{Sc})$/iu;

/** Strips sign, currency and parentheses from a number. Undefined if one occurs twice or they contradict each other. */
function splitNumber(text: string): { isNegative: boolean; digits: string } | undefined {
  let digits = text;
  let sign = '';
  let hasCurrency = false;
  let isInParentheses = false;
  for (let previous = ''; previous !== digits; ) {
    previous = digits;
    if (sign === '' && /^[-+]/.test(digits)) {
      sign = digits.charAt(0);
      digits = digits.slice(1);
    } else if (!hasCurrency && currency.test(digits)) {
      hasCurrency = true;
      digits = digits.replace(currency, '');
    } else if (!isInParentheses && digits.startsWith('(') && digits.endsWith(')')) {
      isInParentheses = true;
      digits = digits.slice(1, -1);
    } else if (sign === '' && digits.endsWith('-')) {
      sign = '-';
      digits = digits.slice(0, -1);
    } else if (!hasCurrency && currencyBehind.test(digits)) {
      hasCurrency = true;
      digits = digits.replace(currencyBehind, '');
    }
    digits = digits.trim();
  }
  if (isInParentheses && (sign !== '' || digits === '')) return undefined;
  return { isNegative: isInParentheses || sign === '-', digits };
}

/**
 * Groups have three digits and never start with 0, so that a decimal comma (0,123) is not read as a thousands
 * separator.
 */
const shapes = {
  '.': /^(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?: \d{3})+|\d+)?(?:\.\d*)?(?:e[-+]?\d{1,3})?$/i,
  ',': /^(?:[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?: \d{3})+|\d+)?(?:,\d*)?(?:e[-+]?\d{1,3})?$/i,
} as const;

/** The digits without separators and with a decimal point, for Number; undefined if it is not a number. */
function plainDecimal(digits: string, decimalMark: '.' | ','): string | undefined {
  if (!shapes[decimalMark].test(digits) || !/^[.,]?\d/.test(digits)) return undefined;
  const ungrouped = digits.replaceAll(decimalMark === '.' ? ',' : '.', '').replaceAll(' ', '');
  return ungrouped.replace(',', '.');
}

/** The number of significant digits: those from the first to the last that is not 0. */
function significantDigits(decimal: string): number {
  const [digits = ''] = decimal.toLowerCase().split('e');
  return digits.replace('.', '').replace(/^0+/, '').replace(/0+$/, '').length;
}
