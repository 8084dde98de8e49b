import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import type { JsonMap } from '#schemas/generated/types.ts';
import type { Problem } from '../errors/catalogue.ts';
import { problemsOf } from '../errors/schema-messages.ts';
import { fileId } from './line-files.ts';
import { linearPattern } from './linear-pattern.ts';
import { uniqueItems } from './unique-items.ts';

/** Whether a line is checked, or a new one filled from its product (design 6). */
export type Purpose = 'check' | 'fill';

/**
 * An ajv keeps whatever it has compiled for as long as it lives, `removeSchema` or not: so each schema of a product has a
 * bare one that goes with it. Fastify's own is for our schemas, which stay: it is strict, and reads patterns by V8.
 */
export function newAjv(purpose: Purpose): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: false,
    validateFormats: true,
    meta: false,
    validateSchema: false,
    // A field may be called `constructor`: one that is not there is not the prototype's.
    ownProperties: true,
    useDefaults: purpose === 'fill',
    code: { regExp },
    // What it would warn of, its author is told (`unknown-words.ts`).
    logger: false,
  });
  // The fast ones are linear in the text, as the others are not.
  addFormatsModule.default(ajv, { mode: 'fast' });
  ajv.addFormat('file', fileId);
  ajv.addFormat('textarea', true);
  ajv.addFormat('url', /^(?:https?|ftp):\/\/[^\s/?#]\S*$/i);
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword(uniqueItems);
  return ajv;
}

/** What ajv makes its patterns by; `code` is for validators that are written out, which these never are. */
const regExp = Object.assign(linearPattern, { code: 'linearPattern' });

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

const known = newAjv('check');

/** The keywords of JSON Schema that a line is checked by, or that only say something. */
export const keywords: ReadonlySet<string> = new Set(Object.keys(jsonSchema.RULES.keywords));

/** The formats that a text of a line may have. */
export const formats: ReadonlySet<string> = new Set(Object.keys(known.formats));
