import { describe, expect, it } from 'vitest';
import { testContext } from '#tests/forms/form-builders.ts';
import { checkFormSchema } from '../../../forms/check-form-schema.ts';
import { fill } from '../../../forms/fill.ts';
import { readForm } from '../../../forms/read-form.ts';
import type { JsonMap } from '../../../generated/types.ts';
import { idOf } from '../../example-design.ts';
import { importForTest } from '../imported.ts';
import { fromJsonSchema, isJsonSchema } from './json-schema.ts';

const importForm = (schema: JsonMap, uiSchema?: JsonMap) =>
  importForTest(fromJsonSchema(uiSchema ? { schema, uiSchema } : schema, idOf));

/** The keywords `then` and `else`. */
const branches = (yes: JsonMap, no?: JsonMap): JsonMap =>
  Object.fromEntries([['then', yes], ...(no ? [['else', no]] : [])]);

/** The keys of the fields with a problem. */
function rejectedIn(formSchema: JsonMap, data: JsonMap): string[] {
  const { problems } = fill(readForm(formSchema), { data, as: 'sent' }, testContext());
  return problems.map(({ path }) => path.slice(1));
}

describe('fromJsonSchema', () => {
  it('imports types, labels, options, limits, defaults, nested objects and lists', () => {
    const { fields, formSchema, notImported, about } = importForm(
      {
        ...{ $schema: 'http://json-schema.org/draft-07/schema#', title: 'Campaign', description: 'A plan' },
        ...{ type: 'object', required: ['company', 'agreed', 'media'] },
        definitions: { size: { type: 'string', enum: ['s', 'l'], enumNames: ['Small', 'Large'] } },
        properties: {
          company: { type: 'string', title: 'Company', minLength: 2, pattern: '^[A-Z]' },
          mail: { type: 'string', format: 'email' },
          notes: { type: 'string', description: 'Anything else' },
          start: { type: 'string', format: 'date' },
          until: { type: ['string', 'null'], format: 'date-time' },
          budget: { type: 'number', minimum: 10, maximum: 90, default: 20 },
          count: { type: 'integer', multipleOf: 5 },
          kind: { oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] },
          size: { $ref: '#/definitions/size', title: 'Size' },
          agreed: { type: 'boolean' },
          terms: { type: 'boolean', const: true },
          media: { type: 'array', uniqueItems: true, minItems: 1, items: { type: 'string', enum: ['radio', 'tv'] } },
          tags: { type: 'array', uniqueItems: true, items: { type: 'string' } },
          address: { type: 'object', title: 'Address', required: ['city'], properties: { city: { type: 'string' } } },
          lines: {
            ...{ type: 'array', maxItems: 4, title: 'Lines' },
            items: { type: 'object', properties: { price: { type: 'number' } } },
          },
        },
      },
      {
        'ui:order': ['mail', '*', 'notes'],
        notes: { 'ui:widget': 'textarea', 'ui:options': { rows: 5 } },
        kind: { 'ui:widget': 'radio', 'ui:options': { inline: true } },
        media: { 'ui:widget': 'checkboxes', 'ui:help': 'One or two' },
        budget: { 'ui:readonly': true, 'ui:title': 'Whole budget' },
      },
    );
    expect(checkFormSchema(formSchema)).toEqual([]);
    expect(notImported).toEqual([{ path: '/schema/properties/terms/const', message: expect.any(String) }]);
    expect(about).toEqual({ name: 'Campaign', description: 'A plan' });
    expect(Object.keys(fields)).toEqual([
      ...['mail', 'company', 'start', 'until', 'budget', 'count', 'kind', 'size', 'agreed', 'terms', 'media', 'tags'],
      ...['address', 'city', 'lines', 'price', 'notes'],
    ]);
    expect(fields).toMatchObject({
      company: { type: 'text_input', meta: { label: 'Company' }, config: { required: true } },
      mail: { meta: { validationScript: expect.stringContaining('valid_email') } },
      notes: { meta: { description: 'Anything else' }, config: { textArea: true, minRows: 5 } },
      start: { type: 'date_input' },
      until: { type: 'date_input', config: { includeTime: true } },
      budget: {
        meta: { label: 'Whole budget' },
        config: {
          minValueScript: '10',
          maxValueScript: '90',
          readonly: true,
          initialValue: { static: true, value: 20 },
        },
      },
      count: { type: 'number_input', meta: { validationScript: expect.stringContaining('whole number') } },
      kind: { type: 'radio', config: { layout: 'inline', options: [{ value: 'a', label: 'First' }, { value: 'b' }] } },
      size: {
        type: 'select',
        meta: { label: 'Size' },
        config: { options: [{ value: 's', label: 'Small' }, { value: 'l' }] },
      },
      agreed: { type: 'checkbox', config: { presentation: 'yes_no', required: true } },
      media: { type: 'checkboxes', config: { required: true, tooltip: { content: 'One or two' } } },
      tags: { type: 'tags_input' },
      address: { type: 'container', meta: { label: 'Address' } },
      city: { config: { required: true } },
      lines: { type: 'collection', config: { minItems: 0, maxItems: 4 } },
    });
    const data = { company: 'acme', count: 7, agreed: false, media: ['tv'], mail: 'nobody', address: { city: 'Bonn' } };
    expect(rejectedIn(formSchema, data)).toEqual(['mail', 'company', 'count']);
    expect(rejectedIn(formSchema, { ...data, company: 'Acme', count: 10, mail: 'a@example.com' })).toEqual([]);
  });

  it.each([
    [
      'if, then and else',
      {
        if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
        ...branches(
          { properties: { more: { type: 'string' } }, required: ['more'] },
          { properties: { other: { type: 'string' } } },
        ),
      },
      '($kind == "a")',
      '(not ($kind == "a"))',
    ],
    [
      'an if whose property may be absent',
      {
        allOf: [
          {
            if: { properties: { kind: { enum: ['a'] } } },
            ...branches({ properties: { more: { type: 'string' } } }, { properties: { other: { type: 'string' } } }),
          },
        ],
      },
      '($kind != "b")',
      '(not ($kind != "b"))',
    ],
    [
      'dependencies',
      {
        dependencies: {
          kind: {
            oneOf: [
              { properties: { kind: { enum: ['a'] }, more: { type: 'string' } }, required: ['more'] },
              { properties: { kind: { const: 'b' }, other: { type: 'string' } } },
            ],
          },
        },
      },
      '($kind == "a")',
      '($kind == "b")',
    ],
  ])('shows fields by %s', (_, rules, more, other) => {
    const kind = { type: 'string', enum: ['a', 'b'] };
    const { fields, notImported } = importForm({ type: 'object', properties: { kind }, ...rules });
    expect(notImported).toEqual([]);
    expect(fields).toMatchObject({
      more: { meta: { conditionalScript: more } },
      other: { meta: { conditionalScript: other } },
    });
  });

  it('requires a field if another one is answered', () => {
    const properties = { card: { type: 'string' }, owner: { type: 'string' } };
    const { formSchema, notImported } = importForm({
      type: 'object',
      properties,
      dependentRequired: { card: ['owner'] },
    });
    expect(notImported).toEqual([]);
    expect(rejectedIn(formSchema, {})).toEqual([]);
    expect(rejectedIn(formSchema, { card: '1' })).toEqual(['owner']);
  });

  it('lists what has no counterpart with its place', () => {
    const { fields, notImported } = importForm(
      {
        type: 'object',
        properties: {
          a: { type: 'string', format: 'ipv4', pattern: '(?=a)', anyOf: [{ minLength: 2 }] },
          list: { type: 'array', items: { type: 'number' } },
          tree: { $ref: '#/definitions/tree' },
          gone: { $ref: 'https://example.com/a.json' },
          nothing: { type: 'null' },
        },
        definitions: { tree: { type: 'object', properties: { inner: { $ref: '#/definitions/tree' } } } },
        oneOf: [{ required: ['a'] }],
        if: { properties: { a: { minLength: 3 } } },
        ...branches({ properties: { b: { type: 'string' } } }),
        additionalProperties: false,
      },
      { a: { 'ui:placeholder': 'x', 'ui:widget': 'color' }, other: {}, 'ui:field': 'Custom' },
    );
    expect(Object.keys(fields)).toEqual(['a', 'tree', 'b']);
    expect(notImported.map(({ path }) => path).toSorted()).toEqual([
      '/schema/oneOf',
      '/schema/properties/a/anyOf',
      '/schema/properties/a/format',
      '/schema/properties/a/pattern',
      '/schema/properties/gone',
      '/schema/properties/list',
      '/schema/properties/nothing',
      '/schema/properties/tree/properties/inner',
      '/schema/then/properties',
      '/uiSchema/a/ui:widget',
      '/uiSchema/ui:field',
    ]);
  });

  it('rejects a number outside its limits and one with decimals, and changes neither', () => {
    const properties = { whole: { type: 'integer', minimum: 2 }, price: { type: 'number', maximum: 9.5 } };
    const { formSchema, notImported, changed } = importForm({ type: 'object', properties });
    expect([notImported, changed]).toEqual([[], []]);
    expect(rejectedIn(formSchema, { whole: 1, price: 9.6 })).toEqual(['whole', 'price']);
    expect(rejectedIn(formSchema, { whole: 2.5, price: 9.5 })).toEqual(['whole']);
  });

  it('imports a schema of one value as a form with one field', () => {
    const { fields, notImported } = importForm({ type: 'array', title: 'Tags', items: { type: 'string' } });
    expect(notImported).toEqual([]);
    expect(fields).toMatchObject({ answer: { type: 'tags_input', meta: { label: 'Tags' } } });
  });

  it('stops at references that multiply a large definition', () => {
    const large = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`p${at}`, { type: 'null' }]));
    const properties = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [`a${at}`, { $ref: '#/definitions/large' }]),
    );
    const schema = { type: 'object', properties, definitions: { large: { type: 'object', properties: large } } };
    const { notImported } = importForm(schema);
    expect(notImported.length).toBeLessThan(21_000);
    expect(notImported).toContainEqual({
      path: '/properties/a999/properties',
      message: 'Only 20,000 properties can be imported',
    });
  });

  it.each([
    [{ type: 'object', properties: {} }, true],
    [{ schema: { properties: { a: {} } }, uiSchema: {} }, true],
    [{ type: 'array', items: {} }, false],
    [{ schema: 'a' }, false],
    [{ properties: [] }, false],
  ])('recognizes a schema of an object: %j', (value, is) => {
    expect(isJsonSchema(value)).toBe(is);
  });
});
