import { limited, numberOf, truncated } from '#schemas/forms/kinds/number.ts';
import type { NumberInputConfig } from '#schemas/generated/widgets.ts';
import { editableNumber, numberText } from '#schemas/texts/number-text.ts';
import { type DateOptions, parseDate, parseDateTime, parseMonth } from '#schemas/typed-values/parse-date.ts';
import { parseTime } from '#schemas/typed-values/parse-time.ts';
import { type Parsed, trimText } from '#schemas/typed-values/parsed.ts';
import type { FieldNotice, TypedKind } from './typedField.ts';

export interface NumberFieldOptions {
  minValue?: number | undefined;
  maxValue?: number | undefined;
  /** Number of decimals that are stored; what is typed beyond them is cut off. */
  precision?: number | undefined;
  money?: NumberInputConfig['money'];
  /** The value of a field that is left blank. */
  blankValue?: () => unknown;
}

/** A number: decimals beyond the precision do not count from the first key on, limits hold once the field is left. */
export function numberKind(options: NumberFieldOptions): TypedKind {
  const { precision, blankValue } = options;
  return {
    read: (text) => {
      const number = numberOf(text);
      if (number === undefined) return isBlank(text) ? undefined : text;
      return precision === undefined ? number : truncated(number, precision);
    },
    settle: (text) => {
      const number = numberOf(text);
      if (number === undefined) return { value: isBlank(text) ? blankValue?.() : text, notice: null };
      const value = limited(number, options);
      return { value, notice: numberNotice({ text, number, value }, options) };
    },
    edit: editableNumber,
    show: (value) => numberText(value, options),
  };
}

/** What to say of a number that is stored as another one than was typed; null where it is the same. */
export function numberNotice(
  { text, number, value }: { text: string; number: number; value: number },
  { minValue, maxValue, precision, money }: NumberFieldOptions,
): FieldNotice | null {
  if (number === value) return null;
  const [typed, stored] = [numberText(number, { money }), numberText(value, { money, precision })];
  const trimmed = trimText(text);
  if (maxValue !== undefined && number > maxValue && number > value)
    return {
      message: `${typed} is too much: ${stored} is the most`,
      restore: { text: trimmed, label: `Back to ${typed}` },
    };
  if (minValue !== undefined && number < minValue && number < value)
    return {
      message: `${typed} is too little: ${stored} is the least`,
      restore: { text: trimmed, label: `Back to ${typed}` },
    };
  const decimals =
    precision === 0 ? 'no decimals here' : `at most ${precision} ${precision === 1 ? 'decimal' : 'decimals'}`;
  return { message: `Stored as ${stored}: ${decimals}`, restore: { text: trimmed, label: `Back to ${trimmed}` } };
}

/** What a field of dates and times takes: a day, a month, stored as its first day, a day with or without a time in UTC, a time of day. */
export type Picking = 'day' | 'month' | 'moment' | 'time';

export interface DateFieldOptions {
  /** The person's day, '2026-11-25'. */
  today: () => string;
  minYear?: number | undefined;
  /** Whether 't' is today and '+7' a week ahead; true unless the text comes from another program. */
  isRelativeAccepted?: boolean;
}

const parsers: Record<Picking, (text: string, options: DateOptions) => Parsed<string>> = {
  day: parseDate,
  month: parseMonth,
  moment: parseDateTime,
  time: parseTime,
};

/** Parses what was typed into a field of dates or times. */
export function parseTypedDate(text: string, picking: Picking, options: DateFieldOptions): Parsed<string> {
  const { today, minYear, isRelativeAccepted = true } = options;
  return parsers[picking](text, { today: today(), minYear, isRelativeAccepted });
}

/** A date or time in any format that its parser accepts; a field without focus shows the canonical one. */
export function dateKind(picking: Picking, options: DateFieldOptions): TypedKind {
  const read = (text: string) => {
    const parsed = parseTypedDate(text, picking, options);
    if (parsed.status === 'value') return parsed.value;
    return parsed.status === 'empty' ? '' : text;
  };
  const show = (value: unknown) => {
    if (typeof value !== 'string') return '';
    const parsed = isStored(value) ? parseTypedDate(value, picking, options) : undefined;
    return parsed?.status === 'value' ? parsed.text : value;
  };
  return { read, settle: (text) => ({ value: read(text), notice: null }), edit: show, show };
}

/** Whether a text is a stored date or time, rather than one that was typed and could not be read. */
const isStored = (value: string) => /^(?:\d{4}-\d{2}-\d{2}|\d{2}:\d{2})/.test(value);

const asTyped = (value: unknown) => (typeof value === 'string' ? value : '');

function textKindOf(read: (text: string) => string): TypedKind {
  return { read, settle: (text) => ({ value: read(text), notice: null }), edit: asTyped, show: asTyped };
}

/** A text of one line, without what surrounds it. */
export const lineKind = textKindOf(trimText);

/** A text of several lines, as it was typed. */
export const plainKind = textKindOf((text) => text);

/** A password, as it was typed. */
export const secretKind: TypedKind = { ...plainKind, isSecret: true };

const isBlank = (text: string) => trimText(text) === '';
