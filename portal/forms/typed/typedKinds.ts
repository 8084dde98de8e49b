import { maskedText } from '#schemas/forms/kinds/kinds.ts';
import { clamp, toNumber, truncate } from '#schemas/forms/kinds/number.ts';
import type { NumberInputConfig } from '#schemas/generated/widgets.ts';
import { editableNumber, numberText } from '#schemas/texts/number-text.ts';
import { type DateOptions, parseDate, parseDateTime, parseMonth } from '#schemas/typed-values/parse-date.ts';
import { parseTime } from '#schemas/typed-values/parse-time.ts';
import { type ParseResult, trimText } from '#schemas/typed-values/parsed.ts';
import type { FieldNotice, TypedKind } from './typedField.ts';

/** The limits and the format of a number field. */
export interface NumberFieldOptions {
  minValue?: number | undefined;
  maxValue?: number | undefined;
  /** The number of stored decimals; further ones are cut off. */
  precision?: number | undefined;
  money?: NumberInputConfig['money'];
  /** The value of a blank field. */
  blankValue?: () => unknown;
}

/** A number field. Decimals beyond the precision are cut off immediately, limits apply on blur. */
export function numberKind(options: NumberFieldOptions): TypedKind {
  const { precision, blankValue } = options;
  return {
    parse: (text) => {
      const number = toNumber(text);
      if (number === undefined) return isBlank(text) ? undefined : text;
      return precision === undefined ? number : truncate(number, precision);
    },
    commit: (text) => {
      const number = toNumber(text);
      if (number === undefined) return { value: isBlank(text) ? blankValue?.() : text, notice: null };
      const value = clamp(number, options);
      return { value, notice: numberNotice({ text, number, value }, options) };
    },
    formatForEditing: editableNumber,
    format: (value) => numberText(value, options),
  };
}

/** The notice that the stored number differs from the typed one; null if they are equal. */
export function numberNotice(
  { text, number, value }: { text: string; number: number; value: number },
  { minValue, maxValue, precision, money }: NumberFieldOptions,
): FieldNotice | null {
  if (number === value) return null;
  const [typed, stored] = [numberText(number, { money }), numberText(value, { money, precision })];
  const trimmed = trimText(text);
  if (maxValue !== undefined && number > maxValue && number > value)
    return {
      message: `${typed} is too high. The maximum is ${stored}`,
      restore: { text: trimmed, label: `Restore ${typed}` },
    };
  if (minValue !== undefined && number < minValue && number < value)
    return {
      message: `${typed} is too low. The minimum is ${stored}`,
      restore: { text: trimmed, label: `Restore ${typed}` },
    };
  const decimals =
    precision === 0 ? 'no decimals allowed' : `at most ${precision} ${precision === 1 ? 'decimal' : 'decimals'}`;
  return { message: `Stored as ${stored}: ${decimals}`, restore: { text: trimmed, label: `Restore ${trimmed}` } };
}

/**
 * What a date or time field accepts: a day, a month (stored as its first day), a day with or without a time in UTC, or
 * a time of day.
 */
export type DatePrecision = 'day' | 'month' | 'moment' | 'time';

/** The options of parsing dates. */
export interface DateFieldOptions {
  /** The user's local day, '2026-11-25'. */
  today: () => string;
  minYear?: number | undefined;
  /** Whether 't' means today and '+7' a week ahead; false for text pasted from another program. */
  isRelativeAccepted?: boolean;
}

const parsers: Record<DatePrecision, (text: string, options: DateOptions) => ParseResult<string>> = {
  day: parseDate,
  month: parseMonth,
  moment: parseDateTime,
  time: parseTime,
};

/** Parses the text of a date or time field. */
export function parseTypedDate(text: string, picking: DatePrecision, options: DateFieldOptions): ParseResult<string> {
  const { today, minYear, isRelativeAccepted = true } = options;
  return parsers[picking](text, { today: today(), minYear, isRelativeAccepted });
}

/** A date or time field that accepts any format of its parser and shows the canonical one without focus. */
export function dateKind(picking: DatePrecision, options: DateFieldOptions): TypedKind {
  const parse = (text: string) => {
    const parsed = parseTypedDate(text, picking, options);
    if (parsed.status === 'value') return parsed.value;
    return parsed.status === 'empty' ? '' : text;
  };
  const format = (value: unknown) => {
    if (typeof value !== 'string') return '';
    const parsed = isStored(value) ? parseTypedDate(value, picking, options) : undefined;
    return parsed?.status === 'value' ? parsed.text : value;
  };
  return { parse, commit: (text) => ({ value: parse(text), notice: null }), formatForEditing: format, format };
}

/** Whether a text is a stored date or time, not typed text that could not be parsed. */
const isStored = (value: string) => /^(?:\d{4}-\d{2}-\d{2}|\d{2}:\d{2})/.test(value);

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

function textKindOf(parse: (text: string) => string): TypedKind {
  return { parse, commit: (text) => ({ value: parse(text), notice: null }), formatForEditing: asText, format: asText };
}

/** A single-line text, trimmed. */
export const lineKind = textKindOf(trimText);

/** A single-line text with a mask: a text that fits gets its form on blur. */
export const maskedKind = (mask: string): TypedKind => ({
  ...lineKind,
  commit: (text) => ({ value: maskedText(trimText(text), mask), notice: null }),
});

/** A multi-line text, as typed. */
export const plainKind = textKindOf((text) => text);

/** A password, as typed. */
export const secretKind: TypedKind = { ...plainKind, isSecret: true };

const isBlank = (text: string) => trimText(text) === '';
