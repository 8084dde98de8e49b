import type { KeywordDefinition, SchemaValidateFunction } from 'ajv';
import { isRecord } from '#schemas/forms/is-record.ts';
import { textFormats } from '#schemas/texts/formats.ts';

const { fits, message } = textFormats.email;

/** Rejects an invalid static address; variables are resolved only when the message is sent. */
const validate: SchemaValidateFunction = (_isOn: unknown, value: unknown) => {
  const isWrong = isRecord(value) && value.type === 'static' && typeof value.value === 'string' && !fits(value.value);
  validate.errors = isWrong ? [{ keyword: 'x-recipient', message, params: { path: '/value' } }] : [];
  return !isWrong;
};

/** AJV keyword for a message recipient: `{type: 'variable' | 'static', value}`. */
export const recipient: KeywordDefinition = { keyword: 'x-recipient', errors: true, validate };
