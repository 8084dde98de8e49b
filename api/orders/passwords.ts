import type { Form } from '#schemas/forms/form.ts';
import { mapPasswords } from '#schemas/forms/passwords.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { sealedForm, sealPreserving } from '../store/sealing.ts';

/**
 * Encrypts all passwords in form data for storage (design 7). A password that `before`, the data as they were read,
 * already contains keeps its ciphertext, so that it does not count as a change.
 */
export function sealPasswords(form: Form, data: JsonMap, before: JsonMap = {}): JsonMap {
  if (!form.widgets.some(({ type }) => type === 'password_input')) return data;
  return mapPasswords(form, data, sealPreserving(sealedForm(before)));
}
