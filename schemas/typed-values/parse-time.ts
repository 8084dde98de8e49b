import { emptyResult, type ParseResult, problemResult, trimText } from './parsed.ts';

export const timeMessage = 'Must be a time, such as 9:30 AM or 14:30';
const incompleteTime = 'This time is incomplete';

const names: Record<string, string> = { noon: '12:00', midnight: '00:00' };

/**
 * Parses a time of day: 14:30, 9:30 AM, 9am, 930, noon. The value is 'HH:MM', or 'HH:MM:SS' with seconds; the canonical
 * text is 9:30 AM.
 */
export function parseTime(text: string): ParseResult<string> {
  const trimmed = trimText(text);
  if (trimmed === '') return emptyResult;
  if (/^\d{1,2}:\d?$/.test(trimmed)) return problemResult(incompleteTime);
  const clock = clockOf(names[trimmed.toLowerCase()] ?? trimmed);
  if (!clock) return problemResult(timeMessage);
  const value = clock.replace(/\.\d+$/, '');
  return { status: 'value', value, text: clockText(value) };
}

/**
 * Parses a time to the 24-hour clock: 'HH:MM', 'HH:MM:SS', or with fractional seconds. Undefined if it is not a time.
 */
export function clockOf(text: string): string | undefined {
  if (text.length > 40) return undefined;
  const [, hour = '', minute = '00', rest = '', half] =
    /^(\d{1,2})(?::?(\d{2})(?::(\d{2}(?:\.\d{1,9})?))?)?(?:\s*([ap])\.?m?\.?)?$/i.exec(text) ?? [];
  const hours = Number(hour);
  if (hour === '' || Number(minute) > 59 || Number(rest) >= 60) return undefined;
  if (half !== undefined && (hours < 1 || hours > 12)) return undefined;
  const onDay = half === undefined ? hours : (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (onDay > 23) return undefined;
  return [String(onDay).padStart(2, '0'), minute, ...(rest === '' ? [] : [rest])].join(':');
}

/** Formats '14:30' as 2:30 PM, with seconds if there are any. */
export function clockText(value: string): string {
  const [hour = '0', ...rest] = value.split(':');
  const hours = Number(hour);
  return `${[hours % 12 || 12, ...rest].join(':')} ${hours < 12 ? 'AM' : 'PM'}`;
}
