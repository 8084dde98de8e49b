import fc from 'fast-check';
import { isRecord } from '#schemas/forms/is-record.ts';
import { formData, formSchemas } from './form-schemas.ts';
import { hostileKeys, hostileValues, mutateJson } from './mutate-json.ts';
import { type CustomValues, type SchemaKeywords, valuesOfSchema } from './values-of-schema.ts';

/** An operation of the OpenAPI document. */
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema?: SchemaKeywords; example?: unknown }[];
  requestBody?: { content: Record<string, { schema?: SchemaKeywords; example?: unknown }> };
  responses: Record<string, { content?: Record<string, { schema?: object }> }>;
}

/** The parts of the OpenAPI document that calls are generated from. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, SchemaKeywords> };
}

export interface GeneratedOperation {
  method: string;
  path: string;
  operation: Operation;
}

const nobody = 'nobody';
const signedIn = ['a seller', 'a seller of another agency', 'an administrator'] as const;
export const callerNames = [nobody, ...signedIn] as const;
export type CallerName = (typeof callerNames)[number];

/** A generated call before record ids are known: numbers stand for ids, so that a seed reproduces it. */
export interface GeneratedCall {
  operated: GeneratedOperation;
  caller: CallerName;
  /** Whose records its path refers to: mostly the caller's own. */
  whose: 'own' | 'theirs' | 'nobody’s' | 'hostile';
  /** Path ids that no record has. */
  segment: string;
  query: readonly (readonly [name: string, value: string])[];
  headers: Record<string, string>;
  type: string;
  body: { value: unknown } | { text: string } | undefined;
  /** Indexes of the ids in the body. */
  choice: number;
}

/** Excluded: these would end the session that the calls use, or change its user. */
const endings = /^(signOut|endSessions?|signInAsUser)$/;

/** Generates random calls of all documented operations. */
export function randomCalls(document: OpenApiDocument): fc.Arbitrary<GeneratedCall> {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([name, operation]) => {
      const method = name.toUpperCase();
      // Print the operation's name in a counterexample, and leave out its documentation.
      return { method, path, operation, [fc.toStringMethod]: () => `${method} ${path}` };
    }),
  );
  const called = all.filter(({ operation }) => !endings.test(operation.operationId));
  const callsByOperation = new Map<GeneratedOperation, fc.Arbitrary<GeneratedCall>>();
  return fc.constantFrom(...called).chain((operated) => {
    const calls = callsByOperation.get(operated) ?? callOf(operated, document);
    callsByOperation.set(operated, calls);
    return calls;
  });
}

const headers: fc.Arbitrary<Record<string, string>> = fc.record(
  {
    'if-match': fc.constantFrom('"1"', '"0"', '*', 'W/"1"', '1', '"x"', '"99999999999999999999"', ''),
    'idempotency-key': fc.constantFrom('one', 'two', '', 'k'.repeat(3_000), '"quoted"', '; drop'),
    accept: fc.constantFrom('text/csv', 'application/json', '*/*', 'text/html', 'image/png', ';;;', 'a/b;q=x'),
    range: fc.constantFrom('bytes=0-1', 'bytes=5-1', 'bytes=-', 'items=0-9', 'bytes=0-99999999999999999999'),
    'if-none-match': fc.constantFrom('*', '"1"', 'W/"x"'),
    signature: fc.constantFrom('sig1=:AAAA:', 'sig1=', 'x'.repeat(5_000)),
    'signature-input': fc.constantFrom('sig1=("@method");created=1;keyid="x";nonce="n"', '((((', 'sig1=()'),
    'x-forwarded-for': fc.constantFrom('203.0.113.9', 'not an address'),
    'accept-language': fc.constantFrom('de', '*', 'x'.repeat(500)),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** Most calls send no special header; otherwise nearly all would be rejected early. */
const fewHeaders = fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: headers });

const refPattern = /^#\/components\/schemas\/(.+)$/;

function callOf(operated: GeneratedOperation, document: OpenApiDocument): fc.Arbitrary<GeneratedCall> {
  const { operation } = operated;
  const special: CustomValues = (schema, depth) => {
    const name = refPattern.exec(schema.$ref ?? '')?.[1];
    const named = name === undefined ? undefined : document.components.schemas[name];
    return named && valuesOfSchema(named, special, depth + 2);
  };
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const schema =
    document.components.schemas[refPattern.exec(content?.schema?.$ref ?? '')?.[1] ?? ''] ?? content?.schema;
  const media = content && { ...content, schema };
  return fc.record({
    operated: fc.constant(operated),
    // Without a session most calls get the same rejection.
    caller: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom(...signedIn) },
      { weight: 1, arbitrary: fc.constant(nobody) },
    ),
    whose: fc.oneof(
      { weight: 6, arbitrary: fc.constant('own' as const) },
      { weight: 3, arbitrary: fc.constant('theirs' as const) },
      { weight: 1, arbitrary: fc.constantFrom('nobody’s' as const, 'hostile' as const) },
    ),
    segment: fc.oneof(
      fc.constantFrom(...hostileKeys.filter((key) => key !== '')),
      fc.string({ unit: 'binary', minLength: 1 }),
    ),
    query: queryOf(operation, special),
    headers: fewHeaders,
    type: fc.oneof(
      { weight: 30, arbitrary: fc.constant(type ?? 'application/json') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('text/plain', 'application/xml', 'application/json; charset=utf-16', ''),
      },
    ),
    body: media ? bodyOf(media, special) : fc.constant(undefined),
    choice: fc.nat(),
  });
}

const texts = hostileValues.filter((value) => typeof value === 'string').map(String);

function queryOf({ parameters = [] }: Operation, special: CustomValues) {
  const queryParameters = parameters.filter((each) => each.in === 'query');
  const common = [
    '1',
    '0',
    '-1',
    '200',
    '1e3',
    'name',
    '-createdAt',
    'client',
    'empty',
    '2026-11-01',
    'true',
    'a,b',
    '',
  ];
  const shapes = [
    '[0,9]',
    '[9,0]',
    '["name","ASC"]',
    '{"q":"a"}',
    '{"id":["0123456789abcdef01234567"]}',
    '{',
    '[[[[',
    '{"x":{}}',
    '{"name":"\\u0000"}',
    '[1e400,1]',
    '\u0000',
  ];
  const value = fc.oneof(fc.constantFrom(...common, ...shapes), texts);
  const entry = fc.oneof(
    ...queryParameters.map(({ name, schema, example }) =>
      fc.tuple(
        fc.constant(name),
        fc.oneof(
          valuesOfSchema(schema ?? {}, special).map(asText),
          ...(example === undefined ? [] : [fc.constant(asText(example))]),
          value,
        ),
      ),
    ),
    fc.tuple(fc.constantFrom('unknown', 'page[]', '__proto__', 'limit', 'sort', 'filter'), value),
  );
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(entry, { maxLength: 3 }) },
  );
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

function bodyOf({ schema = {}, example }: { schema?: SchemaKeywords; example?: unknown }, special: CustomValues) {
  const examples = [...(example === undefined ? [] : [example]), ...(schema.examples ?? [])];
  const fit = withForms(valuesOfSchema(schema, special), schema);
  const like = examples.length > 0 ? withForms(fc.constantFrom(...examples), schema) : fit;
  const raw = [
    '',
    'null',
    '[',
    '{"a":',
    '{"__proto__": {}}',
    '{"a":1,"a":2}',
    '\ufeff{}',
    '[1e999]',
    '{"a":1e400}',
    '{"a":-0}',
    '{"a":"\\u0000"}',
    '{"\\ud800":1}',
    '{}'.repeat(50),
  ];
  const wrapped = (values: fc.Arbitrary<unknown>) => values.map((value) => ({ value }));
  return fc.oneof(
    { weight: 4, arbitrary: wrapped(fit) },
    { weight: 2, arbitrary: wrapped(like) },
    { weight: 4, arbitrary: wrapped(mutateJson(like)) },
    { weight: 4, arbitrary: wrapped(mutateJson(fit)) },
    { weight: 1, arbitrary: fc.constantFrom(...raw).map((text) => ({ text })) },
  );
}

/** Line schemas of products, of every draft of JSON Schema. */
const lineSchemas = ['draft-04', 'draft-06', 'draft-07', 'draft/2019-09', 'draft/2020-12', '']
  .flatMap((draft) => [`http://json-schema.org/${draft}/schema#`, `https://json-schema.org/${draft}/schema`])
  .map(($schema) => ({ $schema, type: 'object', properties: { months: { type: 'integer' } } }));

/** Uses generated forms, form data and line schemas where a body accepts them. */
function withForms(bodies: fc.Arbitrary<unknown>, { properties = {} }: SchemaKeywords): fc.Arbitrary<unknown> {
  const parts = {
    ...(properties.formSchema ? { formSchema: formSchemas } : {}),
    ...(properties.formData ? { formData } : {}),
    ...(properties.schema ? { schema: fc.constantFrom(...lineSchemas) } : {}),
  };
  if (Object.keys(parts).length === 0) return bodies;
  return fc
    .tuple(bodies, fc.record(parts, { requiredKeys: [], noNullPrototype: true }))
    .map(([body, more]) => (isRecord(body) ? { ...body, ...more } : body));
}
