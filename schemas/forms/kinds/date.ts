import type { DateInputConfig } from '../../generated/widgets.ts';
import { storedMoment } from '../../texts/moments.ts';
import { defaultMinYear, parseDate, parseDateTime, parseMonth } from '../../typed-values/parse-date.ts';
import type { ParseResult } from '../../typed-values/parsed.ts';
import { isNothing, type ValueKind } from './kind.ts';

/**
 * A date as YYYY-MM-DD, or with includeTime also an ISO moment with milliseconds and Z (spec 5); without includeDay the
 * first of the month. Other texts are parsed as people write dates. A text that cannot be parsed stays as typed and is
 * rejected; scripts read it as nothing (design 7, "Typed values").
 */
export const date: ValueKind<'date_input'> = {
  holds: 'value',
  scriptType: 'date',
  isAbsent: isNothing,
  normal: (value, config, today) => {
    if (typeof value !== 'string') return '';
    if (isStored(value, config)) return value;
    const parsed = parsedDate(value, config, today);
    if (parsed.status === 'empty') return '';
    return parsed.status === 'value' ? parsed.value : value;
  },
  inScripts: (value, config) => (value === '' || isStored(value, config) ? value : undefined),
  isMissing: (value) => typeof value !== 'string' || value.trim() === '',
  formatErrors: (value, config, today) => {
    if (typeof value !== 'string' || isStored(value, config)) return [];
    const parsed = parsedDate(value, config, today);
    return parsed.status === 'problem' ? [parsed.message] : [];
  },
};

const shape = /^(\d{4})-\d{2}-(\d{2})(T\d{2}:\d{2}:\d{2}\.\d{3}Z)?$/;

/** Fast path: whether a value is a date in normal form, without parsing it. */
function isStored(value: unknown, { includeTime, includeDay, minYear = defaultMinYear }: DateInputConfig): boolean {
  if (typeof value !== 'string') return false;
  const [, year, day, time] = shape.exec(value) ?? [];
  if (year === undefined || Number(year) < minYear) return false;
  return (includeTime || time === undefined) && (includeDay || day === '01') && storedMoment(value) !== undefined;
}

function parsedDate(
  text: string,
  { includeTime, includeDay, minYear }: DateInputConfig,
  today: () => string,
): ParseResult<string> {
  const options = { today: today(), minYear };
  if (!includeTime) return (includeDay ? parseDate : parseMonth)(text, options);
  const parsed = parseDateTime(text, options);
  if (includeDay || parsed.status !== 'value') return parsed;
  return { ...parsed, value: `${parsed.value.slice(0, 8)}01${parsed.value.slice(10)}` };
}
