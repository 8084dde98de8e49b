import { _, Ajv, type CodeKeywordDefinition, type Options } from 'ajv';
import type { JsonMap } from '#schemas/generated/types.ts';
import { lineFormats } from '#schemas/products/line-formats.ts';
import { linearPattern } from '#schemas/products/linear-pattern.ts';
import { hasUniqueItems, notUnique } from '#schemas/products/unique-items.ts';
import { problemsOf } from '#schemas/texts/schema-messages.ts';
import type { Problem } from '../errors/catalogue.ts';
import { multipleOf } from '../errors/multiple-of.ts';

/** Whether a line is checked, or a new one filled from its product (design 6). */
export type Purpose = 'check' | 'fill';

/**
 * What every validator of lines is compiled with, those that run here and those that are written out for the browser. In code
 * that is written out, functions stand under the names of `lineRuntime`.
 */
export const lineOptions: Options = {
  allErrors: true,
  verbose: true,
  strict: false,
  validateFormats: true,
  meta: false,
  validateSchema: false,
  // A field may be called `constructor`: one that is not there is not the prototype's.
  ownProperties: true,
  // Patterns are read in linear time: the native engine took 25 s for 27 characters.
  code: { regExp: Object.assign(linearPattern, { code: 'linearPattern' }), formats: _`lineFormats` },
  // What it would warn of, its author is told (`unknown-words.ts`).
  logger: false,
};

const uniqueItems: CodeKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  error: { message: notUnique },
  code(context) {
    const isUnique = context.gen.scopeValue('func', { ref: hasUniqueItems, code: _`hasUniqueItems` });
    if (context.schema === true) context.pass(_`${isUnique}(${context.data})`);
  },
};

/** Gives an ajv the formats and keywords that product schemas have. */
export function withLineVocabulary(ajv: Ajv): Ajv {
  for (const [name, format] of Object.entries(lineFormats)) ajv.addFormat(name, format);
  for (const keyword of [uniqueItems, multipleOf]) {
    ajv.removeKeyword(String(keyword.keyword));
    ajv.addKeyword(keyword);
  }
  return ajv;
}

/**
 * An ajv keeps whatever it has compiled for as long as it lives, `removeSchema` or not: so each schema of a product has a
 * bare one that goes with it. Fastify's own is for our schemas, which stay: it is strict, and reads patterns by V8.
 */
export const newAjv = (purpose: Purpose): Ajv =>
  withLineVocabulary(new Ajv({ ...lineOptions, useDefaults: purpose === 'fill' }));

/** What a schema may say is asked of one that stays: to compile that takes far longer than any product's schema. */
const jsonSchema = new Ajv({ strict: false, allErrors: true, verbose: true });

/** Other drafts have words that mean something else here, or nothing: who writes for one of them is told. */
const isDraft07 = (dialect: unknown): boolean =>
  typeof dialect === 'string' && /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/.test(dialect);

/** What of a schema is no JSON Schema, by paths into it. */
export function misread({ $schema: dialect, ...schema }: JsonMap): Problem[] {
  if (dialect !== undefined && !isDraft07(dialect))
    return [
      {
        path: '/$schema',
        message: 'Lines are checked by draft-07: leave it out, or say http://json-schema.org/draft-07/schema#',
      },
    ];
  if (jsonSchema.validateSchema(schema) === true) return [];
  const found = new Map<string, Problem>();
  for (const fault of jsonSchema.errors ?? []) {
    const [problem] = problemsOf(fault, schema);
    // What a choice is refused for is said by the first of its alternatives.
    if (!problem || found.has(problem.path)) continue;
    found.set(problem.path, { ...problem, message: `Is no JSON Schema: ${problem.message}` });
  }
  return [...found.values()];
}

/** The keywords of JSON Schema that a line is checked by, or that only say something. */
export const keywords: ReadonlySet<string> = new Set(Object.keys(jsonSchema.RULES.keywords));

/** The formats that a text of a line may have. */
export const formats: ReadonlySet<string> = new Set(Object.keys(lineFormats));
