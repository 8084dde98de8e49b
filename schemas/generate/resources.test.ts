import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generateResources } from './resources.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-schemas-'));
  await cp(new URL('../vocabulary', import.meta.url), join(folder, 'vocabulary'), { recursive: true });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The error lines of generating from these files; empty if it succeeds. */
async function errorsOf(files: Record<string, object | string>): Promise<string[]> {
  for (const [name, schema] of Object.entries(files))
    await writeFile(join(folder, name), typeof schema === 'string' ? schema : JSON.stringify(schema));
  const error = await generateResources(folder).then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return error instanceof Error ? error.message.split('\n') : [];
}

const vendorErrors = (properties: object, more: object = {}) =>
  errorsOf({ 'vendor.schema.json': { title: 'Vendor', type: 'object', properties, ...more } });

const text = { type: 'string' };
const tree = { type: 'array', items: { type: 'string', 'x-ref': 'Vendor' }, readOnly: true };
const reference = { type: 'string', 'x-ref': 'Vendor' };

describe('generateResources', () => {
  it('accepts a schema without any x- key', async () => {
    expect(await vendorErrors({ name: text, rows: { type: 'array', items: { type: 'number' } } })).toEqual([]);
  });

  it('rejects each property of an unknown kind, however deep', async () => {
    const problems = await vendorErrors({
      odd: { title: 'Odd' },
      address: { type: 'object', properties: { city: {}, zip: text } },
      rows: { type: 'array', items: { type: 'object', properties: { bare: { type: 'array' } } } },
      grid: { type: 'array', items: { type: 'array', items: { type: 'null' } } },
    });
    expect(problems.map((line) => line.split(':')[0])).toEqual([
      'schemas/vendor.schema.json/properties/odd',
      'schemas/vendor.schema.json/properties/address/properties/city',
      'schemas/vendor.schema.json/properties/rows/items/properties/bare',
      'schemas/vendor.schema.json/properties/grid/items/items',
    ]);
  });

  it('rejects unknown fields and schemas', async () => {
    const problems = await vendorErrors(
      {
        name: text,
        rows: { type: 'array', items: { type: 'string', 'x-ref': 'Nobody' } },
        maker: { type: 'string', 'x-weak-ref': 'Noone' },
      },
      { 'x-store': { search: ['nome'] }, 'x-admin': { columns: ['name', 'size'] } },
    );
    expect(problems).toEqual([
      'schemas/vendor.schema.json/properties/rows/items/x-ref: "Nobody" is not the title of a schema. Allowed: Vendor',
      'schemas/vendor.schema.json/properties/maker/x-weak-ref: "Noone" is not the title of a schema. Allowed: Vendor',
    ]);
    expect(
      await vendorErrors({ name: text }, { 'x-store': { search: ['nome'] }, 'x-admin': { columns: ['name', 'size'] } }),
    ).toEqual([
      'schemas/vendor.schema.json/x-store/search/0: "nome" is not a text of Vendor that all its readers receive; did you mean name? Allowed: name',
      'schemas/vendor.schema.json/x-admin/columns/1: "size" is not a field of Vendor. Allowed: name, id, revision, createdAt, updatedAt',
    ]);
  });

  it('rejects search fields that are no visible texts, of its own and of referenced records', async () => {
    const properties = {
      name: text,
      size: { type: 'number' },
      token: text,
      note: { ...text, 'x-visible-to': ['ADMIN'] },
      above: reference,
      rows: { type: 'array', items: reference },
    };
    const own = ['size', 'token', 'note', 'first', 'first.name', 'name.first', 'rows.name'];
    const search = [...own, 'above.nome', 'above.size', 'above.token', 'above.note', 'above.above.name'];
    const problems = await vendorErrors(properties, { 'x-store': { search, hidden: ['token'] } });
    const ofIts = 'is not a text of Vendor that all its readers receive';
    const foreign = (name: string) => `refers to a field of another record, but ${name} is not a reference of Vendor`;
    const faults = [ofIts, ofIts, ofIts, ofIts, foreign('first'), foreign('name'), foreign('rows')];
    expect(problems).toEqual(
      [...faults, ...Array.from({ length: 5 }, () => ofIts)].map((fault, index) =>
        expect.stringContaining(`schemas/vendor.schema.json/x-store/search/${index}: "${search[index]}" ${fault}`),
      ),
    );
    expect(problems[7]).toContain('did you mean above.name? Allowed: name, above.name');
    expect(await vendorErrors(properties, { 'x-store': { search: ['name', 'above.name'] } })).toEqual([]);
  });

  it('rejects a file that is no JSON', async () => {
    const [problem = '', ...more] = await errorsOf({
      'vendor.schema.json': '{"title": "Vendor",\n  "type" "object"}',
    });
    expect(problem).toMatch(/^schemas\/vendor\.schema\.json: .+ is the reason that the file is not valid JSON/);
    expect(more).toEqual([]);
  });

  it.each([
    ['is no JSON', '{"title": "Entity",\n  "type" "object"}'],
    ['has an unknown key', { title: 'Entity', type: 'object', properties: {}, colour: 'red' }],
  ])('reports only the errors of a file that %s, not those of schemas that refer to it', async (_, broken) => {
    const problems = await errorsOf({
      'entity.schema.json': broken,
      'member.schema.json': {
        title: 'Member',
        type: 'object',
        properties: {
          entity: { type: 'string', 'x-ref': 'Entity', readOnly: true },
          rows: { type: 'array', items: { 'x-part': 'Entity' } },
        },
        'x-store': { under: { resource: 'Entity', field: 'entity', path: 'members' } },
      },
      'address.schema.json': {
        title: 'Address',
        type: 'object',
        properties: { city: text },
        'x-store': { within: { resource: 'Entity', field: 'addresses', path: 'addresses' } },
      },
    });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/^schemas\/entity\.schema\.json/);
  });

  it.each([
    ['number', '$name', 'computes a text, which a property of kind number cannot hold. Allowed: number'],
    ['number', 'if $name { "a" }', undefined],
    ['boolean', '$size + 1', 'computes a number, which a property of kind boolean cannot hold. Allowed: boolean'],
    ['string', '$size * 2', undefined],
    ['number', '$size * 2', undefined],
    ['string', 'now', 'computes a date, which a property of kind text cannot hold. Allowed: text or number'],
  ])('reports a computed %s from %s as an error where it could never be stored', async (type, script, fault) => {
    const problems = await vendorErrors({
      name: text,
      size: { type: 'number' },
      total: { type, readOnly: true, 'x-computed': script },
    });
    expect(problems).toEqual(fault ? [expect.stringContaining(fault)] : []);
  });

  it('rejects a duplicate title and a duplicate path', async () => {
    const [one, other] = ['Vendor', 'Depot'].map((title) => ({ title, type: 'object', properties: { name: text } }));
    expect(
      await errorsOf({
        'depot.schema.json': { ...other, 'x-store': { path: 'vendors' } },
        'seller.schema.json': { ...one },
        'vendor.schema.json': { ...one },
      }),
    ).toEqual([
      'schemas/vendor.schema.json/title: "Vendor" is already used by schemas/seller.schema.json',
      'schemas/seller.schema.json/title: "vendors" is already used by schemas/depot.schema.json',
    ]);
  });

  it.each([
    [
      'an unknown key',
      { name: { ...text, titel: 'Name' } },
      {},
      'properties/name/titel: "titel" is not a known key here; did you mean title?',
    ],
    [
      'an unknown value of a keyword',
      { name: { ...text, format: 'e-mail' } },
      {},
      'properties/name/format: "e-mail" is not known here; did you mean email?',
    ],
    [
      'a scope without its property',
      { name: text },
      { 'x-access': { AGENCY_USER: { actions: ['read'], scope: 'own' } } },
      'x-access/AGENCY_USER/scope: "own" needs the property user, which Vendor does not have. Allowed: all, self',
    ],
    [
      'a tree scope on a resource outside the tree',
      { name: text },
      { 'x-access': { AGENCY_USER: [{ actions: ['read'], scope: 'tree' }] } },
      'x-access/AGENCY_USER/0/scope: "tree" needs the property treeScope',
    ],
    [
      'a limit of another type',
      { name: text, seats: { type: 'number', title: 'Seats', minLength: 2 } },
      {},
      'properties/seats/minLength: 2 has no effect on type number: it limits string',
    ],
    [
      'a pattern without a message',
      { name: { ...text, pattern: '^[a-z]+$' } },
      {},
      'properties/name/pattern: "^[a-z]+$" needs x-pattern-message, so that people are not shown a regular expression',
    ],
    [
      'an invalid pattern',
      { name: { ...text, pattern: '^[a-z' } },
      {},
      'properties/name/pattern: "^[a-z" is not a regular expression',
    ],
    [
      'a default that is not in enum',
      { tier: { ...text, enum: ['gold', 'silver'], default: 'golt' } },
      {},
      'properties/tier/default: "golt" is not in enum; did you mean gold? Allowed: gold, silver',
    ],
    [
      'a default of the wrong type',
      { tier: { type: 'integer', default: 'one' } },
      {},
      'properties/tier/default: "one" is invalid: it must be integer',
    ],
    [
      'an enum value of the wrong type',
      { tier: { ...text, enum: ['gold', 1] } },
      {},
      'properties/tier/enum/1: 1 does not match the property',
    ],
    [
      'a rule that does not compile',
      { name: text },
      { 'x-rules': ['if $name { }', 'if $nmae { reject $name }'] },
      'x-rules/1: "if $nmae { reject $name }" cannot be compiled, line 1, column 4: Undefined variable: $nmae; did you mean $name?',
    ],
    [
      'a computed property that is not readOnly',
      { name: text, twice: { ...text, 'x-computed': '$name + $name' } },
      {},
      'properties/twice/readOnly: nothing must be true beside x-computed',
    ],
    [
      'computed properties that form a cycle',
      {
        one: { ...text, readOnly: true, 'x-computed': '$other' },
        other: { ...text, readOnly: true, 'x-computed': '$one' },
      },
      {},
      'properties/one/x-computed: "$other" is a cycle: one, other',
    ],
    [
      'a label for a value that is not in enum',
      { tier: { ...text, enum: ['gold', 'silver'], 'x-labels': { golt: 'Gold' } } },
      {},
      'properties/tier/x-labels/golt: "golt" is not in enum; did you mean gold?',
    ],
    [
      'x-money on a text',
      { price: { ...text, 'x-money': 'USD' } },
      {},
      'properties/price/x-money: "USD" requires a number or an integer',
    ],
    [
      'x-expects on a number',
      { phone: { type: 'number', 'x-expects': 'phone' } },
      {},
      'properties/phone/x-expects: "phone" requires a string',
    ],
    [
      'an attachment whose date property does not exist',
      { name: text, unusedSince: { type: 'string', format: 'date-time' } },
      { 'x-store': { attachment: 'unusedSins' } },
      'x-store/attachment: "unusedSins" is not a field of Vendor; did you mean unusedSince?',
    ],
    [
      'a copy of an unknown text of another record',
      { above: reference, name: { ...text, readOnly: true, 'x-copy': 'above.nome' } },
      {},
      'properties/name/x-copy: "above.nome" is not a text of Vendor that all its readers receive',
    ],
    [
      'a copy that is not readOnly',
      { above: reference, name: { ...text, 'x-copy': 'above.name' } },
      {},
      'properties/name/readOnly: nothing must be true beside x-copy',
    ],
    [
      'an unknown currency',
      { price: { type: 'number', 'x-money': 'XQX' } },
      {},
      'properties/price/x-money: "XQX" is not a currency',
    ],
    [
      'a minimum above the maximum',
      { name: { ...text, minLength: 9, maxLength: 5 } },
      {},
      'properties/name/minLength: 9 is more than maxLength, 5',
    ],
    [
      'an unknown required property',
      { at: { type: 'object', properties: { city: text }, required: ['town'] } },
      {},
      'properties/at/required/0: "town" is not a property here. Allowed: city',
    ],
    [
      'two references that could put a record into the tree',
      { one: reference, other: reference, treeScope: tree },
      {},
      'x-store/place: nothing defines which Vendor a record belongs to. Allowed: one, other',
    ],
    [
      'an x-store/place that is no reference',
      { name: text, one: reference, treeScope: tree },
      { 'x-store': { place: 'oen' } },
      'x-store/place: "oen" is not a reference of Vendor; did you mean one?',
    ],
    [
      'an unknown field in the layout',
      { name: text, city: text },
      { 'x-admin': { layout: [{ rows: [['name'], ['citty']] }] } },
      'x-admin/layout/0/rows/1/0: "citty" is not a field on the pages of Vendor; did you mean city? Allowed: name, city',
    ],
    [
      'a duplicate field in the layout',
      { name: text, city: text },
      { 'x-admin': { layout: [{ rows: [['name']] }, { rows: [['name']] }] } },
      'x-admin/layout/1/rows/0/0: "name" is already at x-admin/layout/0/rows/0/0. Allowed: city',
    ],
    [
      'an unknown keyword in the layout',
      { name: text },
      { 'x-admin': { layout: [{ titel: 'Who', rows: [['name']] }] } },
      'x-admin/layout/0/titel: "titel" is not a known key here; did you mean title?',
    ],
  ])('rejects %s', async (_, properties, more, line) => {
    const problems = await vendorErrors(properties, more);
    expect(problems).toEqual([expect.stringContaining(`schemas/vendor.schema.json/${line}`)]);
  });

  it.each(['id', 'toString', 'save', 'errors', 'searchKeys', 'holds', 'constructor'])(
    'rejects a property named %s, which is reserved',
    async (name) => {
      const [problem = '', ...more] = await errorsOf({
        'vendor.schema.json': JSON.stringify({ title: 'Vendor', type: 'object', properties: {} }).replace(
          '{}',
          JSON.stringify({ [name]: text }),
        ),
      });
      expect(problem).toContain(`schemas/vendor.schema.json/properties: "${name}" is a reserved name`);
      expect(more).toEqual([]);
    },
  );
});
