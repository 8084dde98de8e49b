import type { Form } from '#schemas/forms/form.ts';
import { mapPasswords } from '#schemas/forms/passwords.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { asStored, sealer } from '../store/sealing.ts';

/**
 * Form data as they are stored: every password sealed (design 7). One that is in `before`, the data as they were read, keeps
 * its seal, so that it is no change.
 */
export function sealPasswords(form: Form, data: JsonMap, before: JsonMap = {}): JsonMap {
  if (!form.widgets.some(({ type }) => type === 'password_input')) return data;
  return mapPasswords(form, data, sealer(asStored(before)));
}
