import type { ValidWidget } from '../form.ts';
import { isRecord } from '../is-record.ts';

/** Formats a value for people; `widget` is its field, or the field it is compared with. */
export function valueInWords(value: unknown, widget: ValidWidget | null, zone: string): string {
  if (isTickBox(widget)) return value === true ? 'checked' : 'not checked';
  if (isEmptyValue(value)) return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return numbers.format(value);
  if (typeof value === 'string') return textInWords(value, widget, zone);
  if (value instanceof Date) return dateInWords(value, zone);
  if (Array.isArray(value)) return listInWords(value, widget, zone);
  if (!isRecord(value)) return 'filled in';
  if (typeof value.milliseconds === 'number') return durationInWords(value.milliseconds);
  return typeof value.name === 'string' && typeof value.mimeType === 'string' ? quote(value.name) : 'filled in';
}

/** Whether a field is a checkbox rather than a yes/no question. */
export const isTickBox = (widget: ValidWidget | null): boolean =>
  widget?.type === 'checkbox' && widget.config.presentation === 'checkbox';

/** Whether a value is empty. */
export function isEmptyValue(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Joins words as in a sentence: 'a, b or c'. */
export function joinWords(parts: readonly string[], word: 'and' | 'or'): string {
  const last = parts.at(-1) ?? '';
  return parts.length > 1 ? `${parts.slice(0, -1).join(', ')} ${word} ${last}` : last;
}

/** A text in quotes, truncated if it is long. */
export const quote = (text: string) => `“${text.length > maxLength ? `${text.slice(0, maxLength)}…` : text}”`;

const maxLength = 60;
const maxItems = 5;
const numbers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });

function textInWords(text: string, widget: ValidWidget | null, zone: string): string {
  if (widget && 'options' in widget.config) {
    const option = widget.config.options.find((each) => each.value === text);
    if (option) return optionInWords(option.label || text);
  }
  if (widget?.type === 'date_input' && dateShape.test(text)) return dateInWords(new Date(text), zone);
  return quote(text);
}

/** Quotes a label of several words, which would otherwise blend into the sentence. */
const optionInWords = (label: string) => (/[^\p{L}\p{N}-]/u.test(label) ? quote(label) : label);

const dateShape = /^\d{4}-\d{2}-\d{2}(T.*Z)?$/;

/** A moment at the start of a day is formatted as a day. */
function dateInWords(date: Date, timeZone: string): string {
  const day = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format(date);
  const time = new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short' }).format(date);
  return time === '12:00\u202fAM' || time === '12:00 AM' ? day : `${day}, ${time}`;
}

function listInWords(list: readonly unknown[], widget: ValidWidget | null, zone: string): string {
  if (list.some((item) => isRecord(item) && !('mimeType' in item))) {
    return list.length === 1 ? '1 row' : `${numbers.format(list.length)} rows`;
  }
  const items = list.slice(0, maxItems).map((item) => valueInWords(item, widget, zone));
  return joinWords(list.length > maxItems ? [...items, `${list.length - maxItems} more`] : items, 'and');
}

const units = [
  ['year', 365 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

function durationInWords(milliseconds: number): string {
  const [unit, length] = units.find((each) => Math.abs(milliseconds) >= each[1]) ?? ['second', 1000];
  const count = Math.round((milliseconds / length) * 10) / 10;
  return `${numbers.format(count)} ${unit}${count === 1 ? '' : 's'}`;
}
