import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv, type ErrorObject } from 'ajv';
import type { ResourceVocabulary } from '../generated/vocabulary.ts';
import type { SchemaFile, SchemaFileProblem } from './problem.ts';

/**
 * Reads the schema files in `folder` and validates them against the `vocabulary` (meta schema). Invalid ones are left
 * out and reported.
 */
export async function readSchemas(
  folder: string,
  vocabulary: object,
): Promise<{ written: SchemaFile[]; problems: SchemaFileProblem[] }> {
  const validate = new Ajv({ allErrors: true, strict: false, verbose: true }).compile<ResourceVocabulary>(vocabulary);
  const written: SchemaFile[] = [];
  const problems: SchemaFileProblem[] = [];
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.schema.json')).sort()) {
    const schema = parseJson(await readFile(join(folder, file), 'utf8'));
    if (schema instanceof SyntaxError) problems.push(brokenJson(file, schema));
    else if (validate(schema)) written.push({ file, schema });
    else problems.push(...problemsOf(file, validate.errors ?? []));
  }
  return { written, problems };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return error;
    throw error;
  }
}

const brokenJson = (file: string, { message }: SyntaxError): SchemaFileProblem => ({
  file,
  key: '',
  value: message,
  fault: 'is the reason that the file is not valid JSON',
});

/** For a failed choice ajv reports each alternative and the choice itself; keep the alternatives. */
function problemsOf(file: string, errors: ErrorObject[]): SchemaFileProblem[] {
  const specific = errors.filter(({ keyword }) => !['oneOf', 'anyOf', 'if', 'propertyNames'].includes(keyword));
  const found = (specific.length > 0 ? specific : errors).map((error) => problemOf(file, error));
  const places = new Map(found.map((problem) => [`${problem.key} ${problem.fault}`, problem]));
  return [...places.values()];
}

function problemOf(
  file: string,
  { keyword, instancePath, params, message, data, schema, parentSchema, propertyName }: ErrorObject,
): SchemaFileProblem {
  const key = instancePath.slice(1);
  const at = (name: string) => (key === '' ? name : `${key}/${name}`);
  // The name of a property is invalid.
  if (propertyName !== undefined) return { file, key, value: propertyName, ...nameFault(keyword, schema, message) };
  if (keyword === 'additionalProperties') {
    const unknown = String(params.additionalProperty);
    const words = Object.keys(Object(parentSchema?.properties));
    return { file, key: at(unknown), value: unknown, fault: 'is not a known key here', words };
  }
  if (keyword === 'required')
    return { file, key: at(String(params.missingProperty)), value: undefined, fault: 'is given instead of a value' };
  if (keyword === 'enum') return { file, key, value: data, fault: 'is not known here', words: wordsOf(schema) };
  return { file, key, value: data, fault: message ?? keyword };
}

function nameFault(
  keyword: string,
  schema: unknown,
  message: string | undefined,
): Pick<SchemaFileProblem, 'fault' | 'words'> {
  if (keyword === 'not') {
    const reserved = wordsOf(Object(schema).enum).join(', ');
    return { fault: `is a reserved name. Allowed: any other than ${reserved}` };
  }
  if (keyword === 'pattern') return { fault: `is not a valid name. Allowed: ${String(schema)}` };
  return keyword === 'enum' ? { fault: 'is not known here', words: wordsOf(schema) } : { fault: message ?? keyword };
}

const wordsOf = (values: unknown): string[] => (Array.isArray(values) ? values.map(String) : []);
