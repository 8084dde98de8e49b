import { gzipSync } from 'node:zlib';
import type { RJSFSchema } from '@rjsf/utils';
import { Ajv } from 'ajv';
import { LRUCache } from 'lru-cache';
import type { JsonMap } from '#schemas/generated/types.ts';
import { lineFormSchema } from '#schemas/products/line-form-schema.ts';
import { runtimeNames } from '#schemas/products/line-runtime.ts';
import { hashOf } from '../secrets/secrets.ts';
import { lineOptions, withLineVocabulary } from './line-ajv.ts';
import { schemaHash, unusableFor } from './line-schema.ts';
import { branchesOf } from './schema-cost.ts';

/**
 * The hash of the module that a sample schema is compiled to. It is part of every address, so that no browser keeps a module
 * that another version of ajv, @rjsf or these options wrote: a test compares it and says the next one.
 */
export const compilerHash = 'l_tUIEXCkg-YrwEIq-DGakTbqd3FaQ94QV_qVGXOfx8';

/** A schema with more forms than this has no validator: 243 take 300 ms, and each condition more doubles that. */
const maxBranches = 256;

const modules = new LRUCache<string, { gzip: Buffer | undefined }>({ max: 500, maxSize: 10_000_000 });

/** Names a module by all that it is made of. */
export const validatorHash = (schema: JsonMap): string => hashOf(`${compilerHash} ${schemaHash(schema)}`);

/**
 * The address of the module by which a browser checks lines of a schema; another schema has another one. `orderId` is an order
 * of whoever may read the product through it alone.
 */
export const validatorAddress = (productId: string, schema: JsonMap, orderId?: string): string =>
  `/api/products/${productId}/validator?schema=${validatorHash(schema)}${orderId ? `&order=${orderId}` : ''}`;

/**
 * The module, gzipped. Undefined for a schema that lines cannot be checked by, and for one that takes too long to compile:
 * there the server alone says what is wrong.
 */
export async function gzippedModule(schema: JsonMap): Promise<Buffer | undefined> {
  const hash = validatorHash(schema);
  const cached = modules.get(hash);
  if (cached) return cached.gzip;
  const isCompiled = unusableFor(schema).length === 0 && branchesOf(schema) <= maxBranches;
  const code = isCompiled ? await validatorModule(schema) : undefined;
  const gzip = code === undefined ? undefined : gzipSync(code);
  modules.set(hash, { gzip }, { size: 1 + (gzip?.length ?? 0) });
  return gzip;
}

/**
 * A JavaScript module (`LineValidatorModule`): its function answers the validators that `createPrecompiledValidator` of
 * @rjsf/validator-ajv8 takes. Undefined for a schema that @rjsf cannot merge with its own conditions.
 */
export async function validatorModule(schema: JsonMap): Promise<string | undefined> {
  // It loads all of @rjsf/utils, which a start need not wait for.
  const { compileSchemaValidatorsCode } = await import('@rjsf/validator-ajv8/compileSchemaValidators');
  const formSchema = Object.assign<RJSFSchema, JsonMap>({}, lineFormSchema(schema));
  const code = compiled(() =>
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

/** @rjsf throws a TypeError where a condition makes a constant an object that is a text elsewhere. */
function compiled(compile: () => string): string | undefined {
  try {
    return compile();
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}
