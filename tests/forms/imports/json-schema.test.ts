import { Ajv, type ErrorObject } from 'ajv';
import ajvFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idOf } from '#schemas/designing/example-design.ts';
import { fromJsonSchema } from '#schemas/designing/imports/jsonschema/json-schema.ts';
import type { JsonMap } from '#schemas/generated/types.ts';
import { isNightly } from '#tests/runner/sweep.ts';
import { outcomeOf } from './import-outcome.ts';
import '#tests/runner/seed.ts';

// ajv, the validator of react-jsonschema-form, is the oracle: an imported form must reject what the schema does.

const cases = isNightly() ? 5_000 : 500;

const properties = {
  name: { type: 'string', minLength: 2, maxLength: 5 },
  zip: { type: 'string', pattern: '^[0-9]{5}$' },
  mail: { type: 'string', format: 'email' },
  day: { type: 'string', format: 'date' },
  price: { type: 'number', multipleOf: 0.5, minimum: 0, maximum: 6 },
  count: { type: 'integer', minimum: 2 },
  kind: { type: 'string', enum: ['a', 'b', 'c'] },
  agreed: { type: 'boolean' },
  media: {
    type: 'array',
    uniqueItems: true,
    minItems: 1,
    maxItems: 2,
    items: { type: 'string', enum: ['x', 'y', 'z'] },
  },
  tags: { type: 'array', maxItems: 1, uniqueItems: true, items: { type: 'string' } },
} satisfies Record<string, JsonMap>;
type Name = keyof typeof properties;

const answers: Record<Name, fc.Arbitrary<unknown>> = {
  name: fc.constantFrom('A', 'Ann', 'Ann Lee'),
  zip: fc.constantFrom('12345', '1234', 'a12345'),
  mail: fc.constantFrom('a@example.com', 'nobody'),
  day: fc.constantFrom('2026-01-31', '2026-02-28'),
  price: fc.constantFrom(-1, 0, 0.5, 0.3, 7),
  count: fc.constantFrom(1, 2, 2.5),
  kind: fc.constantFrom('a', 'b', 'c'),
  agreed: fc.boolean(),
  media: fc.subarray(['x', 'y', 'z'], { minLength: 1 }),
  tags: fc.subarray(['one', 'two'], { minLength: 1 }),
};

const names = Object.keys(properties);
const constant = fc.constantFrom('a', 'b', 'q');
const schema = fc
  .record({
    required: fc.subarray(names),
    condition: fc.record({
      properties: fc.record({ kind: fc.record({ const: constant }) }),
      required: fc.constantFrom(['kind'], []),
    }),
    dependent: fc.dictionary(fc.constantFrom(...names), fc.subarray(names, { maxLength: 2 }), { maxKeys: 2 }),
    isRequired: fc.boolean(),
    requiredIf: fc.subarray(names, { maxLength: 2 }),
  })
  .map(({ required, condition, dependent, isRequired, requiredIf }): JsonMap => {
    const yes = {
      properties: { more: { type: 'string' } },
      required: [...(isRequired ? ['more'] : []), ...requiredIf],
    };
    const no = { properties: { other: { type: 'string' } }, required: isRequired ? ['other'] : [] };
    const branches = Object.fromEntries([
      ['if', condition],
      ['then', yes],
      ['else', no],
    ]);
    return { type: 'object', properties, required, dependencies: dependent, ...branches };
  });

const ajv = new Ajv({ allErrors: true, strict: false });
ajvFormats.default(ajv);

const nameOf = ({ keyword, instancePath, params }: ErrorObject): string =>
  keyword === 'required' || keyword === 'dependencies'
    ? String(params.missingProperty)
    : (instancePath.split('/')[1] ?? '');

describe('a form imported from JSON Schema', () => {
  it(`rejects what ajv rejects, in ${cases} generated schemas`, { timeout: 600_000 }, () => {
    fc.assert(
      fc.property(
        schema,
        fc.record({ ...answers, more: fc.constant('m'), other: fc.constant('o') }, { requiredKeys: [] }),
        (definition, data) => {
          const imported = fromJsonSchema(definition, idOf);
          expect(imported.notImported).toEqual([]);
          const { hidden, rejected } = outcomeOf(imported, data, []);
          ajv.validate(definition, data);
          const original = new Set((ajv.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(nameOf));
          expect(rejected).toEqual([...original].toSorted());
          // Exactly one of the two branches is shown.
          expect(hidden.filter((each) => each === 'more' || each === 'other')).toHaveLength(1);
        },
      ),
      { numRuns: cases },
    );
  });
});
