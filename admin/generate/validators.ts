import { maxLength, maxValue, minValue, required, type Validator } from 'react-admin';
import type { Kind } from '#schemas/resource/kind.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { formatMessage } from '#schemas/texts/format-messages.ts';
import { formats } from '#schemas/texts/texts.ts';
import { decimalsOf, notNumber, notWhole, tooManyDecimals } from '#schemas/typed-values/parse-number.ts';

/** What a text says of itself that stayed as it was typed, by what the property takes. */
const unreadText =
  (message: (text: string) => string | undefined): Validator =>
  (value: unknown) =>
    typeof value === 'string' && value !== '' ? message(value) : undefined;

/** What does not have a format; the messages are those of its parser. */
const misformatted = (format: 'date' | 'date-time' | 'email' | 'phone') =>
  unreadText((text) => (formats[format].fits(text) ? undefined : formatMessage(format, text)));

/** What cannot be stored of what was typed into an input, by the kind of its property: it blocks the save, in the server's words. */
export const unreadOf = {
  number: unreadText(() => notNumber),
  integer: (value: unknown) =>
    typeof value === 'string' || (typeof value === 'number' && !Number.isInteger(value)) ? notWhole : undefined,
  money: (value: unknown) => {
    if (typeof value === 'string') return notNumber;
    return typeof value === 'number' && decimalsOf(value) > 2 ? tooManyDecimals : undefined;
  },
  date: misformatted('date'),
  dateTime: misformatted('date-time'),
  email: misformatted('email'),
  phone: misformatted('phone'),
} satisfies Partial<Record<Kind, Validator>>;

/**
 * What the browser can tell before the server is asked: the bounds that the schema gives. The server checks all of it
 * again and its errors land on the same inputs, so nothing that only the server can word is repeated here.
 */
export function validatorsOf({ label, property, isRequired }: Field): Validator[] {
  const { maxLength: longest, minimum, maximum } = property;
  return [
    ...(isRequired ? [required(`Missing required field: ${label}`)] : []),
    ...(longest === undefined ? [] : [maxLength(longest)]),
    ...(minimum === undefined ? [] : [minValue(minimum)]),
    ...(maximum === undefined ? [] : [maxValue(maximum)]),
  ];
}
