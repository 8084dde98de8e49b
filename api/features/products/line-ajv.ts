import { _, Ajv, type CodeKeywordDefinition, type Options } from 'ajv';
import type { JsonMap } from '#schemas/generated/types.ts';
import { lineFormats } from '#schemas/products/line-formats.ts';
import { duplicateItemsMessage, hasUniqueItems } from '#schemas/products/line-runtime.ts';
import { linearPattern } from '#schemas/products/linear-pattern.ts';
import { problemsOfAjvError } from '#schemas/texts/schema-messages.ts';
import type { Problem } from '../../platform/errors/catalogue.ts';
import { multipleOf } from '../../platform/errors/request-validators.ts';

/** Whether ajv validates a line or fills in defaults of a new one (design 6). */
export type ValidationPurpose = 'check' | 'fill';

/**
 * ajv options for all line validators, on the server and precompiled for browsers. Precompiled code accesses functions
 * by their names in `lineRuntime`.
 */
export const lineOptions: Options = {
  allErrors: true,
  verbose: true,
  strict: false,
  validateFormats: true,
  meta: false,
  validateSchema: false,
  // A field may be called `constructor`: look at own properties only.
  ownProperties: true,
  // Patterns run in linear time (ReDoS protection). The native engine took 25 s for 27 characters.
  code: { regExp: Object.assign(linearPattern, { code: 'linearPattern' }), formats: _`lineFormats` },
  // `unknown-keywords.ts` reports to the author what ajv would warn about.
  logger: false,
};

const uniqueItems: CodeKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  error: { message: duplicateItemsMessage },
  code(context) {
    const isUnique = context.gen.scopeValue('func', { ref: hasUniqueItems, code: _`hasUniqueItems` });
    if (context.schema === true) context.pass(_`${isUnique}(${context.data})`);
  },
};

/** Adds the formats and keywords of product schemas to an ajv instance. */
export function withLineVocabulary(ajv: Ajv): Ajv {
  for (const [name, format] of Object.entries(lineFormats)) ajv.addFormat(name, format);
  for (const keyword of [uniqueItems, multipleOf]) {
    ajv.removeKeyword(String(keyword.keyword));
    ajv.addKeyword(keyword);
  }
  return ajv;
}

/**
 * Creates an ajv instance for a single product schema. An instance keeps everything it has compiled, even after
 * `removeSchema`, so a shared one would leak memory. Fastify's instance is for our own schemas: it is strict and uses
 * native patterns.
 */
export const createLineAjv = (purpose: ValidationPurpose): Ajv =>
  withLineVocabulary(new Ajv({ ...lineOptions, useDefaults: purpose === 'fill' }));

/**
 * A shared instance that validates schemas against the meta-schema, which takes far longer to compile than any
 * product's schema.
 */
const jsonSchema = new Ajv({ strict: false, allErrors: true, verbose: true });

/** Keywords of other drafts have another meaning here or none, so other dialects are rejected. */
const isDraft07 = (dialect: unknown): boolean =>
  typeof dialect === 'string' && /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/.test(dialect);

/** Validates a line schema against the JSON Schema meta-schema. Returns problems by path. */
export function metaSchemaProblems({ $schema: dialect, ...schema }: JsonMap): Problem[] {
  if (dialect !== undefined && !isDraft07(dialect))
    return [
      {
        path: '/$schema',
        message: 'Lines are validated with draft-07: omit it, or use http://json-schema.org/draft-07/schema#',
      },
    ];
  if (jsonSchema.validateSchema(schema) === true) return [];
  const found = new Map<string, Problem>();
  for (const fault of jsonSchema.errors ?? []) {
    const [problem] = problemsOfAjvError(fault, schema);
    // Report only the first alternative of a choice.
    if (!problem || found.has(problem.path)) continue;
    found.set(problem.path, { ...problem, message: `Not a JSON Schema: ${problem.message}` });
  }
  return [...found.values()];
}

/** Supported keywords of JSON Schema, including annotations. */
export const lineKeywords: ReadonlySet<string> = new Set(Object.keys(jsonSchema.RULES.keywords));

/** Supported formats. */
export const supportedLineFormats: ReadonlySet<string> = new Set(Object.keys(lineFormats));
