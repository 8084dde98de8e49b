import { describe, expect, it } from 'vitest';
import { hashOf } from '../secrets/secrets.ts';
import { compilerHash, gzippedModule, validatorModule } from './line-validators.ts';
import { branchesOf } from './schema-cost.ts';

/** One of each thing that is compiled in a way of its own. */
const sample = {
  type: 'object',
  required: ['text'],
  properties: {
    text: { type: 'string', pattern: 'a', format: 'date', maxLength: 2 },
    rows: { type: 'array', uniqueItems: true, items: { oneOf: [{ properties: { price: { multipleOf: 0.01 } } }] } },
  },
};

/** Biome takes an object with this key for a promise. */
const consequence = 'then';

const conditions = (count: number) => ({
  allOf: Array.from({ length: count }, (_, index) => ({
    if: { properties: { [`kind${index}`]: { const: 'a' } } },
    [consequence]: { properties: { [`size${index}`]: { type: 'string' } } },
    else: { properties: { [`price${index}`]: { type: 'number' } } },
  })),
});

describe('the module of a validator', () => {
  it('has an address that names the compiler that wrote it', async () => {
    expect(compilerHash).toBe(hashOf((await validatorModule(sample)) ?? ''));
  });

  it('is compiled once', async () => {
    expect(await gzippedModule(sample)).toBe(await gzippedModule(structuredClone(sample)));
  });

  it.each([
    ['no condition', sample, 1],
    ['3 conditions beside each other', conditions(3), 8],
    [
      'a condition in each alternative of a reference',
      { ...conditions(2), $ref: '#/definitions/a', definitions: { a: conditions(2) } },
      16,
    ],
    ['a dependency of 3 kinds', { dependencies: { kind: { oneOf: [{}, {}, {}] }, size: ['kind'] } }, 3],
    ['a condition within a property', { properties: { a: conditions(1), b: conditions(2) } }, 4],
  ])('is compiled for as many forms as %s makes', (_, schema, branches) => {
    expect(branchesOf(schema)).toBe(branches);
  });

  it('is not made of a schema that makes more than 256 forms, or that lines cannot be checked by', async () => {
    expect(await gzippedModule(conditions(8))).toBeDefined();
    expect(await gzippedModule(conditions(20))).toBeUndefined();
    expect(await gzippedModule({ type: 'txt' })).toBeUndefined();
  });

  it('is not made of a schema whose condition makes a text an object', async () => {
    const kind = (value: unknown) => ({ type: 'object', properties: { kind: { const: value } } });
    expect(await gzippedModule({ ...kind('a'), if: kind('a'), [consequence]: kind({ a: 1 }) })).toBeUndefined();
  });
});
