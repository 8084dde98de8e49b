import { gzipSync } from 'node:zlib';
import type { RJSFSchema } from '@rjsf/utils';
import { Ajv } from 'ajv';
import { LRUCache } from 'lru-cache';
import type { JsonMap } from '#schemas/generated/types.ts';
import { lineFormSchema, runtimeNames } from '#schemas/products/line-runtime.ts';
import { hashSecret } from '../../platform/secrets/secrets.ts';
import { lineOptions, withLineVocabulary } from './line-ajv.ts';
import { lineSchemaErrors, schemaHash } from './line-schema.ts';
import { countBranches } from './schema-cost.ts';

/**
 * Hash of the module compiled from a sample schema. It is part of each URL, so that browsers do not reuse a module from
 * another version of ajv, @rjsf or these options (cache busting). A test compares it and prints the new value.
 */
export const compilerHash = 'Zrzg-MPEDKdqQ4ujJ31CC32q_w1zldB_F52NkSb6V1s';

/** Limit of branches per schema: 243 take 300 ms, and each further condition doubles that. */
const maxBranches = 256;

const modules = new LRUCache<string, { gzip: Buffer | undefined }>({ max: 500, maxSize: 10_000_000 });

/** Hash that identifies a module by everything it depends on. */
export const validatorHash = (schema: JsonMap): string => hashSecret(`${compilerHash} ${schemaHash(schema)}`);

/**
 * URL of the precompiled validator module for a product's lines; it changes with the schema. `orderId` gives access to
 * a user who may read the product only through that order.
 */
export const validatorUrl = (productId: string, schema: JsonMap, orderId?: string): string =>
  `/api/products/${productId}/validator?schema=${validatorHash(schema)}${orderId ? `&order=${orderId}` : ''}`;

/**
 * Returns the module, gzipped and cached. Undefined for a schema that is invalid or too expensive to compile; then only
 * the server validates.
 */
export async function gzippedModule(schema: JsonMap): Promise<Buffer | undefined> {
  const hash = validatorHash(schema);
  const cached = modules.get(hash);
  if (cached) return cached.gzip;
  const isCompiled = lineSchemaErrors(schema).length === 0 && countBranches(schema) <= maxBranches;
  const code = isCompiled ? await validatorModule(schema) : undefined;
  const gzip = code === undefined ? undefined : gzipSync(code);
  modules.set(hash, { gzip }, { size: 1 + (gzip?.length ?? 0) });
  return gzip;
}

/**
 * Compiles a JavaScript module (`LineValidatorModule`) whose function returns the validators for
 * `createPrecompiledValidator` of @rjsf/validator-ajv8. Undefined for a schema that @rjsf cannot compile.
 */
export async function validatorModule(schema: JsonMap): Promise<string | undefined> {
  // Import lazily: it loads all of @rjsf/utils, which would slow down the start.
  const { compileSchemaValidatorsCode } = await import('@rjsf/validator-ajv8/compileSchemaValidators');
  const formSchema = Object.assign<RJSFSchema, JsonMap>({}, lineFormSchema(schema));
  const code = tryCompile(() =>
    compileSchemaValidatorsCode(formSchema, {
      AjvClass: Ajv,
      ajvFormatOptions: false,
      ajvOptionsOverrides: { ...lineOptions, code: { ...lineOptions.code, lines: false } },
      extenderFn: withLineVocabulary,
    }),
  );
  if (code === undefined) return undefined;
  return [
    `export const usesPatterns = ${code.includes('linearPattern')};`,
    `export default ({ ${runtimeNames.join(', ')} }) => { const exports = {};`,
    `${code}\nreturn exports; };\n`,
  ].join('\n');
}

/**
 * Runs the compiler. The schema is valid, but @rjsf throws a TypeError when a condition turns a text constant into an
 * object, and takes equal alternatives for different ones when they have a property named `constructor`.
 */
function tryCompile(compile: () => string): string | undefined {
  try {
    return compile();
  } catch (error) {
    const isTakenForOther = error instanceof Error && error.message.startsWith('Two different schemas exist');
    if (error instanceof TypeError || isTakenForOther) return undefined;
    throw error;
  }
}
