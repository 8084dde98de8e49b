import type { Property } from '#schemas/generated/vocabulary.ts';
import { type PropertyKind, propertyKindOf } from '#schemas/resource/kind.ts';
import { valueLabel } from '#schemas/resource/resource.ts';
import { dayText } from '#schemas/texts/moments.ts';
import { moneyText } from '#schemas/texts/money.ts';
import { numberText } from '#schemas/texts/number-text.ts';

type Formatter = (value: unknown, property: Property) => string;

const plain: Formatter = (value) => String(value);
const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'short' });
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** Formats a moment in local time as M/d/yy h:mm a (spec 9); returns other text unchanged. */
export function formatDateTime(value: unknown): string {
  const date = new Date(typeof value === 'string' ? value : Number.NaN);
  if (Number.isNaN(date.getTime())) return String(value);
  // Intl uses a narrow no-break space before AM and PM.
  return `${day.format(date)} ${time.format(date).replaceAll('\u202f', ' ')}`;
}

const formatters = {
  text: plain,
  longText: plain,
  markdown: plain,
  email: plain,
  phone: plain,
  colour: plain,
  date: (value) => dayText(String(value)),
  dateTime: formatDateTime,
  number: (value) => numberText(value, {}),
  integer: (value) => numberText(value, {}),
  boolean: (value) => (value === true ? 'Yes' : 'No'),
  money: (value, property) => moneyText(value, property['x-money']),
  enum: valueLabel,
  reference: plain,
  list: (value, { items }) => {
    if (!Array.isArray(value)) return String(value);
    const isPlain = items && !['reference', 'list', 'object', 'map'].includes(propertyKindOf(items, 'items'));
    return isPlain ? value.map((item) => formatValue(item, items)).join(', ') : count(value.length, 'item');
  },
  object: (value) => count(Object.keys(Object(value)).length, 'field'),
  map: (value) => count(Object.keys(Object(value)).length, 'key'),
} satisfies Record<PropertyKind, Formatter>;

/** Formats a value on one line; '' if it is missing. */
export const formatValue: Formatter = (value, property) =>
  value === null || value === undefined ? '' : formatters[propertyKindOf(property, 'value')](value, property);
