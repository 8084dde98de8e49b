import { Ajv, type AnySchema, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import { formats } from '#schemas/texts/texts.ts';
import { blankTexts } from './blank-texts.ts';
import { multipleOf } from './multiple-of.ts';
import { plainKeys } from './plain-keys.ts';
import { recipient } from './recipient.ts';

/** Answers whether it holds, and keeps why not. */
interface Validator {
  (value: unknown): boolean;
  errors?: ErrorObject[] | null | undefined;
}

/**
 * What makes Fastify's validators of the schemas of bodies, parameters and queries. Each is compiled when it is first asked: to
 * compile those of all calls took half of a start, and few processes serve them all.
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
  for (const [name, { fits }] of Object.entries(formats)) ajv.addFormat(name, fits);
  return ({ schema }) => {
    const made: { validate?: Validator } = {};
    const validate: Validator = (value) => {
      made.validate ??= ajv.compile(schema);
      const isValid = made.validate(value);
      validate.errors = made.validate.errors;
      return isValid;
    };
    return validate;
  };
}
