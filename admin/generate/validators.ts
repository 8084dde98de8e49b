import { maxLength, maxValue, minValue, required, type Validator } from 'react-admin';
import type { PropertyKind } from '#schemas/resource/kind.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { formatMessage } from '#schemas/texts/format-messages.ts';
import { textFormats } from '#schemas/texts/formats.ts';
import { decimalsOf, integerMessage, numberMessage, tooManyDecimals } from '#schemas/typed-values/parse-number.ts';

/** Error for text that the parser could not convert. */
const parseError =
  (message: (text: string) => string | undefined): Validator =>
  (value: unknown) =>
    typeof value === 'string' && value !== '' ? message(value) : undefined;

/** Error for text that does not match a format; uses the parser's messages. */
const formatError = (format: 'date' | 'date-time' | 'email' | 'phone') =>
  parseError((text) => (textFormats[format].fits(text) ? undefined : formatMessage(format, text)));

/** Validators for input that did not parse, by kind. They block the save with the server's messages. */
export const parseValidators = {
  number: parseError(() => numberMessage),
  integer: (value: unknown) =>
    typeof value === 'string' || (typeof value === 'number' && !Number.isInteger(value)) ? integerMessage : undefined,
  money: (value: unknown) => {
    if (typeof value === 'string') return numberMessage;
    return typeof value === 'number' && decimalsOf(value) > 2 ? tooManyDecimals : undefined;
  },
  date: formatError('date'),
  dateTime: formatError('date-time'),
  email: formatError('email'),
  phone: formatError('phone'),
} satisfies Partial<Record<PropertyKind, Validator>>;

/**
 * Client-side validators from the schema's bounds. The server validates everything again and its errors appear on the
 * same inputs, so only simple rules are duplicated here.
 */
export function validatorsOf({ label, property, isRequired }: Field): Validator[] {
  const { maxLength: lengthLimit, minimum, maximum } = property;
  return [
    ...(isRequired ? [required(`Missing required field: ${label}`)] : []),
    ...(lengthLimit === undefined ? [] : [maxLength(lengthLimit)]),
    ...(minimum === undefined ? [] : [minValue(minimum)]),
    ...(maximum === undefined ? [] : [maxValue(maximum)]),
  ];
}
