import { Ajv, type AnySchema, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { textFormats } from '#schemas/texts/formats.ts';
import { blankTexts } from './blank-texts.ts';
import { multipleOf } from './multiple-of.ts';
import { plainKeys } from './plain-keys.ts';
import { recipient } from './recipient.ts';

/** Validates a value and stores the errors. */
interface Validator {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null | undefined;
}

/**
 * Creates Fastify's validator compiler. Schemas are compiled lazily: compiling those of all routes took half of the
 * startup time, and few processes serve all routes.
 */
export function requestValidators(): (route: { schema: AnySchema }) => Validator {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    allowUnionTypes: true,
    strict: true,
    keywords: ['x-read-only', 'x-missing', 'x-trim', blankTexts, plainKeys, recipient],
  });
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword(multipleOf);
  addFormats.default(ajv);
  for (const [name, { fits }] of Object.entries(textFormats)) ajv.addFormat(name, fits);
  return ({ schema }) => {
    const compiled: { validate?: Validator } = {};
    const validate: Validator = (value) => {
      compiled.validate ??= ajv.compile(schema);
      const isValid = compiled.validate(value);
      validate.errors = compiled.validate.errors;
      return isValid;
    };
    return validate;
  };
}
