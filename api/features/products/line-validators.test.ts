import { describe, expect, it } from 'vitest';
import { hashSecret } from '../../platform/secrets/secrets.ts';
import { compilerHash, gzippedModule, validatorModule } from './line-validators.ts';
import { countBranches } from './schema-cost.ts';

/** Uses every construct that is compiled in a special way. */
const sample = {
  type: 'object',
  required: ['text'],
  properties: {
    text: { type: 'string', pattern: 'a', format: 'date', maxLength: 2 },
    rows: { type: 'array', uniqueItems: true, items: { oneOf: [{ properties: { price: { multipleOf: 0.01 } } }] } },
  },
};

/** Biome reports an object literal with this key as a thenable. */
const consequence = 'then';

const conditions = (count: number) => ({
  allOf: Array.from({ length: count }, (_, index) => ({
    if: { properties: { [`kind${index}`]: { const: 'a' } } },
    [consequence]: { properties: { [`size${index}`]: { type: 'string' } } },
    else: { properties: { [`price${index}`]: { type: 'number' } } },
  })),
});

describe('the validator module of a schema', () => {
  it("has a URL that contains the hash of the compiler's output", async () => {
    expect(compilerHash).toBe(hashSecret((await validatorModule(sample)) ?? ''));
  });

  it('is compiled once per schema text', async () => {
    expect(await gzippedModule(sample)).toBe(await gzippedModule(structuredClone(sample)));
  });

  it.each([
    ['a schema without conditions', sample, 1],
    ['3 conditions side by side', conditions(3), 8],
    [
      'conditions beside a $ref to conditions',
      { ...conditions(2), $ref: '#/definitions/a', definitions: { a: conditions(2) } },
      16,
    ],
    ['a dependency with 3 alternatives', { dependencies: { kind: { oneOf: [{}, {}, {}] }, size: ['kind'] } }, 3],
    ['conditions inside properties', { properties: { a: conditions(1), b: conditions(2) } }, 4],
  ])('counts the branches of %s', (_, schema, branches) => {
    expect(countBranches(schema)).toBe(branches);
  });

  it('is not generated for more than 256 branches or for an invalid schema', async () => {
    expect(await gzippedModule(conditions(8))).toBeDefined();
    expect(await gzippedModule(conditions(20))).toBeUndefined();
    expect(await gzippedModule({ type: 'txt' })).toBeUndefined();
  });

  it('is not generated when a condition turns a text into an object', async () => {
    const kind = (value: unknown) => ({ type: 'object', properties: { kind: { const: value } } });
    expect(await gzippedModule({ ...kind('a'), if: kind('a'), [consequence]: kind({ a: 1 }) })).toBeUndefined();
  });

  it('is not generated when equal alternatives have a property named constructor', async () => {
    const alternative = () => ({ type: 'object', properties: { constructor: { const: { a: 1 } } } });
    const rate = { oneOf: [alternative(), alternative()] };
    expect(await gzippedModule({ type: 'object', properties: { rate } })).toBeUndefined();
  });
});
