import type { KeywordDefinition, SchemaValidateFunction } from 'ajv';
import { isRecord } from '#schemas/forms/is-record.ts';
import { formats } from '#schemas/texts/texts.ts';

const { fits, message } = formats.email;

/** Refuses an address that is none; whom a variable names is known when the message is sent. */
const validate: SchemaValidateFunction = (_isOn: unknown, value: unknown) => {
  const isWrong = isRecord(value) && value.type === 'static' && typeof value.value === 'string' && !fits(value.value);
  validate.errors = isWrong ? [{ keyword: 'x-recipient', message, params: { path: '/value' } }] : [];
  return !isWrong;
};

/** ajv's keyword for whom a message goes to: `{type: 'variable' | 'static', value}`. */
export const recipient: KeywordDefinition = { keyword: 'x-recipient', errors: true, validate };
