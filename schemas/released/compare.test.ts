import { describe, expect, it } from 'vitest';
import type { Property } from '../generated/vocabulary.ts';
import { compare } from './compare.ts';
import { inWords, isNeeded } from './plan.ts';
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

/** What is told of a property that was one and is the other. */
const told = (before: Property, after: Property, required: string[] = []) =>
  compare(vendors({ a: before }, required), vendors({ a: after }, required)).map(inWords);

describe('a property that takes as much as before, or more,', () => {
  it.each<[string, Property, Property]>([
    ['a title', text, { ...text, title: 'A' }],
    ['null', text, { type: ['string', 'null'] }],
    ['more values', { ...text, enum: ['x'] }, { ...text, enum: ['y', 'x'] }],
    ['any value', { ...text, enum: ['x'] }, text],
    ['longer texts', { ...text, maxLength: 4 }, { ...text, maxLength: 5 }],
    ['texts of any length', { ...text, maxLength: 4, minLength: 1 }, text],
    ['fractions', { type: 'integer' }, number],
    ['any text', { ...text, pattern: '^a$', format: 'email' }, text],
    ['any keys', object({ b: text }), { type: 'object', additionalProperties: true }],
    ['another property in an object', object({ b: text }), object({ b: text, c: number })],
    ['its default', { ...text, default: 'x' }, { ...text, default: 'x' }],
    ['less that is required', object({ b: text }, ['b']), object({ b: text })],
  ])('needs nothing: %s', (_, before, after) => {
    expect(compare(vendors({ a: before }, ['a']), vendors({ a: after })).filter(isNeeded)).toEqual([]);
  });
});

describe('a property that takes less than before', () => {
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
    [list(text), { ...list(text), uniqueItems: true }, 'each item once'],
    [list(text), list({ ...text, maxLength: 2 }), 'items: maxLength 2'],
    [{ type: 'object', additionalProperties: true }, object({ b: text }), 'named properties alone'],
  ])('is told what: %j, %j', (before, after, why) => {
    expect(told(before, after)).toEqual([`Vendor.a takes less: ${why}`]);
  });

  it.each<[string, Property, Property, string]>([
    ['in an object', object({ b: text }), object({ b: { ...text, maxLength: 1 } }), 'maxLength 1'],
    ['in rows', list(object({ b: text })), list(object({ b: number })), 'number instead of string'],
  ])('is told where it stands: %s', (_, before, after, why) => {
    expect(told(before, after)).toEqual([`Vendor.a.b takes less: ${why}`]);
  });
});

describe('what a record must have', () => {
  it.each<[string, Property, Property, string[]]>([
    ['is told', text, text, ['Vendor.a is required']],
    [
      'is its default, where there is one',
      text,
      { ...text, default: 'x' },
      ['Vendor.a is "x" where a record lacks it'],
    ],
    [
      'is what a record without it was read as',
      { ...text, default: 'x' },
      { ...text, default: 'y' },
      ['Vendor.a is "x" where a record lacks it'],
    ],
    ['is that also without a new one', { ...text, default: 'x' }, text, ['Vendor.a is "x" where a record lacks it']],
    ['is not there, where it is kept elsewhere', { ...text, writeOnly: true }, { ...text, writeOnly: true }, []],
  ])('%s', (_, before, after, changes) => {
    expect(compare(vendors({ a: before }), vendors({ a: after }, ['a'])).map(inWords)).toEqual(changes);
  });

  it('is told of rows', () => {
    const after = list(object({ b: text, c: text }, ['b', 'c']));
    expect(told(list(object({ b: text }, ['b'])), after)).toEqual(['Vendor.a.c came', 'Vendor.a.c is required']);
  });

  it('needs a migration in an object whatever its default, since nothing reads that there', () => {
    const after = { a: object({ b: { ...text, default: 'x' } }, ['b']) };
    const changes = compare(vendors({ a: object({}) }), vendors(after));
    expect(changes.filter(isNeeded).map(inWords)).toEqual(['Vendor.a.b is "x" where a record lacks it']);
    const plain = compare(vendors({}), vendors({ b: { ...text, default: 'x' } }, ['b']));
    expect(plain.filter(isNeeded)).toEqual([]);
  });
});

describe('what came and went', () => {
  it('is told of properties, at their place', () => {
    const [before, after] = [
      object({ b: text, c: list(object({ d: text })) }),
      object({ b: text, c: list(object({ e: text })) }),
    ];
    expect(told(before, after)).toEqual(['Vendor.a.c.d went', 'Vendor.a.c.e came']);
  });

  it('is a new name only where somebody said so, and then compared under it', () => {
    const before = vendors({ a: object({ b: text }), n: text });
    const after = vendors({ z: object({ y: { ...text, maxLength: 3 } }), n: text });
    expect(compare(before, after).map(inWords)).toEqual(['Vendor.a went', 'Vendor.z came']);
    expect(compare(before, after, { 'Vendor.a': 'z', 'Vendor.z.b': 'y' }).map(inWords)).toEqual([
      'Vendor.a is called z',
      'Vendor.z.b is called y',
      'Vendor.z.y takes less: maxLength 3',
    ]);
    // What is there in both was not renamed.
    expect(compare(before, after, { 'Vendor.n': 'z' }).map(inWords)).toEqual(['Vendor.a went', 'Vendor.z came']);
  });

  it('is told of resources, and of their collection', () => {
    const before = {
      ...vendors({ a: text }),
      Visit: { collection: 'visits', search: [], required: [], properties: { v: { ...text, 'x-ref': 'Vendor' } } },
    };
    const [supplier] = Object.values(vendors({ a: number }, [], 'supply'));
    const named = { v: { ...text, 'x-ref': 'Supplier' } };
    const after = { Visit: { ...before.Visit, properties: named }, ...(supplier ? { Supplier: supplier } : {}) };
    expect(compare({ ...before, Visit: after.Visit }, after).map(inWords)).toEqual(['Vendor went', 'Supplier came']);
    expect(compare(before, after, { Vendor: 'Supplier' }).map(inWords)).toEqual([
      'Supplier is stored in supply instead of vendors',
      'Supplier.a takes less: number instead of string',
    ]);
  });
});

describe('what records are found by', () => {
  const found = (properties: Properties, search: string[]): Resources => ({
    Vendor: { collection: 'vendors', search, required: [], properties },
  });
  const told = 'Vendor has other words or copies';

  it.each<[string, Resources, Resources, string[]]>([
    [
      'by another text that is there',
      found({ a: text, b: text }, ['a']),
      found({ a: text, b: text }, ['a', 'b']),
      [told],
    ],
    ['by one text less', found({ a: text, b: text }, ['a', 'b']), found({ a: text, b: text }, ['a']), [told]],
    ['by a name of another record', found({ v: text }, []), found({ v: text }, ['v.name']), [told]],
    [
      'by nothing else, but copies a name of another record',
      found({ v: text }, []),
      found({ v: text, n: { ...text, 'x-copy': 'v.name' } }, []),
      ['Vendor.n came', told],
    ],
    ['by a text that is new', found({ a: text }, ['a']), found({ a: text, b: text }, ['a', 'b']), ['Vendor.b came']],
    [
      'by a text that has other values',
      found({ a: text }, ['a']),
      found({ a: { ...text, maxLength: 1 } }, ['a']),
      ['Vendor.a takes less: maxLength 1', told],
    ],
  ])('%s is told', (_, before, after, changes) => {
    expect(compare(before, after).map(inWords)).toEqual(changes);
  });

  it('is the same where only the name of a text is another', () => {
    const changes = compare(found({ a: text }, ['a']), found({ b: text }, ['b']), { 'Vendor.a': 'b' });
    expect(changes.map(inWords)).toEqual(['Vendor.a is called b']);
  });
});

describe('what no step can do', () => {
  it.each<[Property, Property, string]>([
    [{ ...text, 'x-ref': 'Client' }, { ...text, 'x-ref': 'User' }, 'it named a Client and names a User'],
    [list({ ...text, 'x-ref': 'Client' }), list({ ...text, 'x-ref': 'User' }), 'it named a Client'],
    [{ type: 'object' }, { type: 'object', 'x-sealed': 'whole' }, 'x-sealed was not there and is whole'],
  ])('is told: %j, %j', (before, after, why) => {
    expect(told(before, after)).toEqual([expect.stringContaining(`Vendor.a: ${why}`)]);
  });

  it('is any change of an entry of the audit log, but what is new', () => {
    const entries = (properties: Properties): Resources => ({
      AuditEntry: { collection: 'audit_log', search: [], required: [], properties },
    });
    const changes = compare(entries({ a: text, b: text }), entries({ a: number, c: text }));
    const why = 'its entries are sealed, and none is ever changed';
    expect(changes.map(inWords)).toEqual([`AuditEntry.a: ${why}`, `AuditEntry.b: ${why}`, 'AuditEntry.c came']);
  });
});
