import { maxLength, maxValue, minValue, required, type Validator } from 'react-admin';
import type { Field } from '#schemas/resource/resource.ts';
import { formats } from '#schemas/texts/texts.ts';

/** The server's own rule, so that there is one message. */
const isMail: Validator = (value: unknown) =>
  typeof value !== 'string' || value === '' || formats.email.fits(value) ? undefined : formats.email.message;

/**
 * What the browser can tell before the server is asked: the bounds that the schema gives. The server checks all of it
 * again and its errors land on the same inputs, so nothing that only the server can word is repeated here.
 */
export function validatorsOf({ label, kind, property, isRequired }: Field): Validator[] {
  const { maxLength: longest, minimum, maximum } = property;
  return [
    ...(isRequired ? [required(`Missing required field: ${label}`)] : []),
    ...(longest === undefined ? [] : [maxLength(longest)]),
    ...(minimum === undefined ? [] : [minValue(minimum)]),
    ...(maximum === undefined ? [] : [maxValue(maximum)]),
    ...(kind === 'email' ? [isMail] : []),
  ];
}
