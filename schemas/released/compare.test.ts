import { describe, expect, it } from 'vitest';
import type { Property } from '../generated/vocabulary.ts';
import { compareSchemas } from './compare.ts';
import { changeInWords, needsMigration } from './plan.ts';
import type { Resources } from './released.ts';

type Properties = Record<string, Property>;

const vendors = (properties: Properties, required: string[] = [], collection = 'vendors'): Resources => ({
  Vendor: { collection, search: [], required, properties },
});
const text: Property = { type: 'string' };
const number: Property = { type: 'number' };
const list = (items: Property): Property => ({ type: 'array', items });
const object = (properties: Properties, required: string[] = []): Property => ({
  type: 'object',
  properties,
  required,
});

/** The changes in words if the property `a` changes from one schema to the other. */
const changesBetween = (before: Property, after: Property, required: string[] = []) =>
  compareSchemas(vendors({ a: before }, required), vendors({ a: after }, required)).map(changeInWords);

describe('compare a property that accepts as much as before, or more', () => {
  it.each<[string, Property, Property]>([
    ['a title', text, { ...text, title: 'A' }],
    ['null', text, { type: ['string', 'null'] }],
    ['more enum values', { ...text, enum: ['x'] }, { ...text, enum: ['y', 'x'] }],
    ['no enum any more', { ...text, enum: ['x'] }, text],
    ['longer texts', { ...text, maxLength: 4 }, { ...text, maxLength: 5 }],
    ['no length limits any more', { ...text, maxLength: 4, minLength: 1 }, text],
    ['fractions', { type: 'integer' }, number],
    ['no pattern and format any more', { ...text, pattern: '^a$', format: 'email' }, text],
    ['free keys', object({ b: text }), { type: 'object', additionalProperties: true }],
    ['another property in an object', object({ b: text }), object({ b: text, c: number })],
    ['an unchanged default', { ...text, default: 'x' }, { ...text, default: 'x' }],
    ['fewer required properties', object({ b: text }, ['b']), object({ b: text })],
  ])('needs no migration for %s', (_, before, after) => {
    expect(compareSchemas(vendors({ a: before }, ['a']), vendors({ a: after })).filter(needsMigration)).toEqual([]);
  });
});

describe('compare a property that accepts less than before', () => {
  it.each<[Property, Property, string]>([
    [text, number, 'number instead of string'],
    [number, { type: 'integer' }, 'integer instead of number'],
    [text, { ...text, format: 'date-time' }, 'date-time instead of string'],
    [{ ...text, format: 'date-time' }, text, 'string instead of date-time'],
    [text, { ...text, 'x-ref': 'Client' }, 'reference instead of string'],
    [text, list(text), 'array of string instead of string'],
    [{ type: ['string', 'null'] }, text, 'never null'],
    [text, { ...text, enum: ['x', 'y'] }, 'one of x, y'],
    [{ ...text, enum: ['x', 'y', 'z'] }, { ...text, enum: ['y', 'w'] }, 'without x, z'],
    [text, { ...text, maxLength: 4 }, 'maxLength 4'],
    [{ ...text, maxLength: 5 }, { ...text, maxLength: 4 }, 'maxLength 4 instead of 5'],
    [number, { ...number, minimum: 0 }, 'minimum 0'],
    [{ ...number, minimum: 0 }, { ...number, minimum: 1 }, 'minimum 1 instead of 0'],
    [text, { ...text, pattern: '^a' }, 'pattern ^a'],
    [{ ...text, pattern: '^a' }, { ...text, pattern: '^b' }, 'pattern ^b instead of ^a'],
    [text, { ...text, format: 'email' }, 'format email'],
    [list(text), { ...list(text), uniqueItems: true }, 'unique items'],
    [list(text), list({ ...text, maxLength: 2 }), 'items: maxLength 2'],
    [{ type: 'object', additionalProperties: true }, object({ b: text }), 'only known properties'],
  ])('reports why for %j -> %j', (before, after, why) => {
    expect(changesBetween(before, after)).toEqual([`Vendor.a is stricter: ${why}`]);
  });

  it.each<[string, Property, Property, string]>([
    ['in an object', object({ b: text }), object({ b: { ...text, maxLength: 1 } }), 'maxLength 1'],
    ['in rows', list(object({ b: text })), list(object({ b: number })), 'number instead of string'],
  ])('reports the nested path %s', (_, before, after, why) => {
    expect(changesBetween(before, after)).toEqual([`Vendor.a.b is stricter: ${why}`]);
  });
});

describe('compare a property that becomes required', () => {
  it.each<[string, Property, Property, string[]]>([
    ['is reported', text, text, ['Vendor.a is required']],
    ['is filled with its default', text, { ...text, default: 'x' }, ['Vendor.a is set to "x" where it is missing']],
    [
      'is filled with the old default, because stored records without it were read as that',
      { ...text, default: 'x' },
      { ...text, default: 'y' },
      ['Vendor.a is set to "x" where it is missing'],
    ],
    [
      'is filled with the old default even if there is no new one',
      { ...text, default: 'x' },
      text,
      ['Vendor.a is set to "x" where it is missing'],
    ],
    [
      'is not reported if it is writeOnly, because it is stored elsewhere',
      { ...text, writeOnly: true },
      { ...text, writeOnly: true },
      [],
    ],
  ])('%s', (_, before, after, changes) => {
    expect(compareSchemas(vendors({ a: before }), vendors({ a: after }, ['a'])).map(changeInWords)).toEqual(changes);
  });

  it('reports required properties in rows', () => {
    const after = list(object({ b: text, c: text }, ['b', 'c']));
    expect(changesBetween(list(object({ b: text }, ['b'])), after)).toEqual([
      'Vendor.a.c is added',
      'Vendor.a.c is required',
    ]);
  });

  it('needs a migration in a nested object even if there is a default, because defaults are not applied there on read', () => {
    const after = { a: object({ b: { ...text, default: 'x' } }, ['b']) };
    const changes = compareSchemas(vendors({ a: object({}) }), vendors(after));
    expect(changes.filter(needsMigration).map(changeInWords)).toEqual(['Vendor.a.b is set to "x" where it is missing']);
    const plain = compareSchemas(vendors({}), vendors({ b: { ...text, default: 'x' } }, ['b']));
    expect(plain.filter(needsMigration)).toEqual([]);
  });
});

describe('compare added and removed things', () => {
  it('reports properties with their path', () => {
    const [before, after] = [
      object({ b: text, c: list(object({ d: text })) }),
      object({ b: text, c: list(object({ e: text })) }),
    ];
    expect(changesBetween(before, after)).toEqual(['Vendor.a.c.d is removed', 'Vendor.a.c.e is added']);
  });

  it('treats a removed and an added property as renamed only on request, and then compares them', () => {
    const before = vendors({ a: object({ b: text }), n: text });
    const after = vendors({ z: object({ y: { ...text, maxLength: 3 } }), n: text });
    expect(compareSchemas(before, after).map(changeInWords)).toEqual(['Vendor.a is removed', 'Vendor.z is added']);
    expect(compareSchemas(before, after, { 'Vendor.a': 'z', 'Vendor.z.b': 'y' }).map(changeInWords)).toEqual([
      'Vendor.a is renamed to z',
      'Vendor.z.b is renamed to y',
      'Vendor.z.y is stricter: maxLength 3',
    ]);
    // A property that exists in both states was not renamed.
    expect(compareSchemas(before, after, { 'Vendor.n': 'z' }).map(changeInWords)).toEqual([
      'Vendor.a is removed',
      'Vendor.z is added',
    ]);
  });

  it('reports resources and their collection', () => {
    const before = {
      ...vendors({ a: text }),
      Visit: { collection: 'visits', search: [], required: [], properties: { v: { ...text, 'x-ref': 'Vendor' } } },
    };
    const [supplier] = Object.values(vendors({ a: number }, [], 'supply'));
    const renamedReference = { v: { ...text, 'x-ref': 'Supplier' } };
    const after = {
      Visit: { ...before.Visit, properties: renamedReference },
      ...(supplier ? { Supplier: supplier } : {}),
    };
    expect(compareSchemas({ ...before, Visit: after.Visit }, after).map(changeInWords)).toEqual([
      'Vendor is removed',
      'Supplier is added',
    ]);
    expect(compareSchemas(before, after, { Vendor: 'Supplier' }).map(changeInWords)).toEqual([
      'Supplier is stored in supply instead of vendors',
      'Supplier.a is stricter: number instead of string',
    ]);
  });
});

describe('compare the search words of a resource that is searched', () => {
  const searchable = (properties: Properties, search: string[]): Resources => ({
    Vendor: { collection: 'vendors', search, required: [], properties },
  });
  const wordsChange = 'Vendor has different search words or copies';

  it.each<[string, Resources, Resources, string[]]>([
    [
      'by another existing text',
      searchable({ a: text, b: text }, ['a']),
      searchable({ a: text, b: text }, ['a', 'b']),
      [wordsChange],
    ],
    [
      'by one text less',
      searchable({ a: text, b: text }, ['a', 'b']),
      searchable({ a: text, b: text }, ['a']),
      [wordsChange],
    ],
    ['by the name of another record', searchable({ v: text }, []), searchable({ v: text }, ['v.name']), [wordsChange]],
    [
      'as before, but copies the name of another record',
      searchable({ v: text }, []),
      searchable({ v: text, n: { ...text, 'x-copy': 'v.name' } }, []),
      ['Vendor.n is added', wordsChange],
    ],
    [
      'by a new text',
      searchable({ a: text }, ['a']),
      searchable({ a: text, b: text }, ['a', 'b']),
      ['Vendor.b is added'],
    ],
    [
      'by a text whose values change',
      searchable({ a: text }, ['a']),
      searchable({ a: { ...text, maxLength: 1 } }, ['a']),
      ['Vendor.a is stricter: maxLength 1', wordsChange],
    ],
  ])('reports the change: %s', (_, before, after, changes) => {
    expect(compareSchemas(before, after).map(changeInWords)).toEqual(changes);
  });

  it('does not report a renamed text', () => {
    const changes = compareSchemas(searchable({ a: text }, ['a']), searchable({ b: text }, ['b']), { 'Vendor.a': 'b' });
    expect(changes.map(changeInWords)).toEqual(['Vendor.a is renamed to b']);
  });
});

describe('compare changes that no step can migrate', () => {
  it.each<[Property, Property, string]>([
    [{ ...text, 'x-ref': 'Client' }, { ...text, 'x-ref': 'User' }, 'it referred to Client and now refers to User'],
    [list({ ...text, 'x-ref': 'Client' }), list({ ...text, 'x-ref': 'User' }), 'it referred to Client'],
    [{ type: 'object' }, { type: 'object', 'x-sealed': 'whole' }, 'x-sealed was absent and is now whole'],
  ])('reports %j -> %j', (before, after, why) => {
    expect(changesBetween(before, after)).toEqual([expect.stringContaining(`Vendor.a: ${why}`)]);
  });

  it('reports any change of an audit log entry except a new property', () => {
    const entries = (properties: Properties): Resources => ({
      AuditEntry: { collection: 'audit_log', search: [], required: [], properties },
    });
    const changes = compareSchemas(entries({ a: text, b: text }), entries({ a: number, c: text }));
    const why = 'its entries are sealed and must never change';
    expect(changes.map(changeInWords)).toEqual([
      `AuditEntry.a: ${why}`,
      `AuditEntry.b: ${why}`,
      'AuditEntry.c is added',
    ]);
  });
});
