import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { normalizeLine, validateLineData } from '#api/features/products/line-schema.ts';
import { validatorModule } from '#api/features/products/line-validators.ts';
import { setClock } from '#api/platform/clock/clock.ts';
import { createLineValidator } from '#portal/orders/line-form/lineValidator.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import type { LineValidatorModule } from '#schemas/products/line-runtime.ts';

const today = '2026-11-25';
afterAll(setClock(() => Date.parse(`${today}T12:00:00Z`)));

/** What the server reports for a line's data when they are saved as typed. */
const onServer = (schema: JsonMap, data: JsonMap) => validateLineData(schema, normalizeLine(schema, data).data);

/** What the browser reports, by the validator module that the server compiles. */
async function inBrowser(schema: JsonMap): Promise<(data: JsonMap) => unknown> {
  const code = await validatorModule(schema);
  // Without a compiled module only the server validates the line.
  if (code === undefined) return (data) => onServer(schema, data);
  const module: LineValidatorModule = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const { problemsOf } = await createLineValidator(module, schema);
  return (data) => problemsOf(data, today);
}

const texts = [
  '',
  ' ',
  'a',
  'ab ',
  'ann@example.com',
  ' https://example.com ',
  'abc',
  'é😀\ud800',
  'toString',
  '(212) 555-0100',
];
const typedNumbers = ['1,200', '$2,000.50', '(500.00)', '200.5.0', '1.234,50', '−5', '0.1', '19.99'];
const typedDates = [
  '2026-02-30',
  '2026-03-31',
  '3/31/26',
  'Mar 31',
  '0026-01-01',
  '3/31/',
  '2026-03-31T10:00:00Z',
  '9am',
  '25:00',
];
const scalars = fc.oneof(
  fc.constantFrom(...texts, ...typedNumbers, ...typedDates),
  fc.constantFrom(0, 1, -1, 2.5, 7, 19.99, 0.07, 1e21, 100),
  fc.constantFrom(true, false, null),
);

/** Biome takes an object with a `then` key for a promise. */
const consequence = 'then';

/** A schema with one property, as products have. */
const leaf = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom('number', 'integer'),
      title: fc.constantFrom('Rate', 'Weeks'),
      minimum: fc.constantFrom(0, 1),
      maximum: fc.constantFrom(5, 5200),
      exclusiveMinimum: fc.constantFrom(0),
      multipleOf: fc.constantFrom(0.01, 0.1, 5),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constant('string'),
      title: fc.constantFrom('Text', 'Name'),
      minLength: fc.constantFrom(1, 2),
      maxLength: fc.constantFrom(3, 500),
      pattern: fc.constantFrom('^a', '^(a+)+$', '\\d', '^https?://'),
      format: fc.constantFrom(
        'date',
        'date-time',
        'time',
        'email',
        'uri',
        'url',
        'phone',
        'textarea',
        'file',
        'color',
        'uuid',
      ),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({ enum: fc.constantFrom<unknown[]>(['a', 'b'], [1, '1', null], [{ a: 1 }]) }),
  fc.record({ const: fc.constantFrom<unknown>('a', 1, { a: 1 }, [1, 'a']) }),
  fc.record({ type: fc.constantFrom('boolean', ['string', 'null'], ['number', 'string']) }),
);
const names = ['rate', 'name', 'kind', 'rows', 'a/b', 'constructor'];

function objectOf(property: fc.Arbitrary<JsonMap>): fc.Arbitrary<JsonMap> {
  return fc.record(
    {
      type: fc.constant('object'),
      properties: fc.dictionary(fc.constantFrom(...names), property, { maxKeys: 4, noNullPrototype: true }),
      required: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
      additionalProperties: fc.boolean(),
    },
    { requiredKeys: ['type', 'properties'] },
  );
}
const inner: fc.Arbitrary<JsonMap> = objectOf(leaf);
const list = fc.record(
  {
    type: fc.constant('array'),
    items: fc.oneof(leaf, inner),
    uniqueItems: fc.boolean(),
    minItems: fc.constantFrom(1, 2),
    maxItems: fc.constantFrom(1, 3),
  },
  { requiredKeys: ['type', 'items'] },
);
const choice = fc.record({ oneOf: fc.array(fc.oneof(inner, leaf), { minLength: 1, maxLength: 3 }) });
const referring = fc.constant({ $ref: '#/definitions/size' });
const own = objectOf(fc.oneof({ weight: 4, arbitrary: leaf }, list, choice, inner));
const dependent = fc.record({
  type: fc.constant('object'),
  properties: fc.record({ rate: leaf, kind: fc.oneof(referring, leaf) }),
  definitions: fc.record({ size: fc.oneof(leaf, inner) }),
  dependencies: fc.record({ rate: fc.constant(['name']) }),
  if: fc.record({ properties: fc.record({ kind: fc.record({ const: fc.constantFrom('a', 1) }) }) }),
  [consequence]: objectOf(leaf),
  else: fc.record({ required: fc.constant(['name']) }),
});
const schemas: fc.Arbitrary<JsonMap> = fc.oneof(
  { weight: 3, arbitrary: own },
  dependent,
  fc.record({ allOf: fc.tuple(own, own) }),
);
const anyOfNames = (value: fc.Arbitrary<unknown>) =>
  fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 5, noNullPrototype: true });
const lines = anyOfNames(
  fc.oneof(
    { weight: 4, arbitrary: scalars },
    fc.array(fc.oneof(scalars, anyOfNames(scalars)), { maxLength: 4 }),
    anyOfNames(scalars),
  ),
);

describe('the problems of an order line', () => {
  it('are the same in the browser and on the server for generated schemas and data', { timeout: 300_000 }, async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(schemas, fc.array(lines, { minLength: 20, maxLength: 40 }), async (schema, all) => {
        const problemsOf = await inBrowser(schema);
        for (const data of all) {
          const expected = onServer(schema, data);
          for (const { message } of expected) seen.add(message.replace(/[\d:].*/, ''));
          expect(problemsOf(data)).toEqual(expected);
        }
      }),
      { numRuns: 120 },
    );
    // Check that the generated cases trigger the messages under test.
    expect(seen.size).toBeGreaterThan(20);
  });

  it('the problems of an order line of a single number are those of the whole schema', async () => {
    const schema = { properties: { price: { type: 'number', multipleOf: 0.01, title: 'Price' } }, required: ['price'] };
    const problemsOf = await inBrowser(schema);
    expect(problemsOf({})).toEqual([{ path: '/price', message: 'Missing required field: Price' }]);
    expect(problemsOf({ price: '200.5.0' })).toEqual([
      { path: '/price', value: '200.5.0', message: 'Must be a number' },
    ]);
  });
});
