import { describe, expect, it } from 'vitest';
import type { ResourceVocabulary } from '#schemas/generated/vocabulary.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import { createPayload, updatePayload } from './payloads.ts';

const schema: ResourceVocabulary = {
  title: 'Vendor',
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    note: { type: 'string' },
    rating: { type: 'integer' },
    owner: { type: ['string', 'null'], 'x-ref': 'User' },
    address: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'string' } } },
    mail: {
      type: 'object',
      properties: {
        on: { type: 'boolean', default: false },
        to: { type: 'array', items: { type: 'string' }, default: [] },
      },
    },
    contacts: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    options: { type: 'object', additionalProperties: true },
    score: { type: 'number', readOnly: true },
    invited: { type: 'array', items: { type: 'string' }, writeOnly: true },
  },
};
const vendor = resourceOf(schema);
const base = { id: '1', revision: 3, createdAt: '', updatedAt: '' };

describe('create payload', () => {
  it('has the filled-in fields without server-owned ones', () => {
    const filled = { name: 'Acme', note: '', rating: null, address: { city: undefined, zip: '' }, score: 4, id: 'x' };
    expect(createPayload(vendor, filled)).toEqual({ name: 'Acme' });
  });

  it("leaves out an object that only has its inputs' default values", () => {
    expect(createPayload(vendor, { name: 'Acme', mail: { on: false, to: [] } })).toEqual({ name: 'Acme' });
    const nonDefault = { name: 'Acme', mail: { on: true, to: [] } };
    expect(createPayload(vendor, nonDefault)).toEqual(nonDefault);
  });

  it('keeps false, 0, rows and nullable nulls', () => {
    const filled = { owner: null, rating: 0, contacts: [{ name: '' }, { name: 'Ann' }] };
    expect(createPayload(vendor, filled)).toEqual({ owner: null, rating: 0, contacts: [{}, { name: 'Ann' }] });
  });
});

describe('update payload (diff)', () => {
  const stored = { ...base, name: 'Acme', note: 'n', rating: 2, owner: 'u', address: { city: 'Boone' }, score: 4 };

  it('has only the changed fields', () => {
    expect(updatePayload(vendor, { ...stored, rating: 3 }, stored)).toEqual({ rating: 3 });
  });

  it('is empty when inputs only added default values', () => {
    const touched = {
      ...stored,
      mail: { on: false, to: [] },
      address: { zip: '', city: 'Boone' },
      contacts: undefined,
      options: undefined,
    };
    expect(updatePayload(vendor, touched, stored)).toEqual({});
  });

  it('has the whole of a changed nested object', () => {
    expect(updatePayload(vendor, { ...stored, address: { city: 'Boone', zip: '28607' } }, stored)).toEqual({
      address: { city: 'Boone', zip: '28607' },
    });
  });

  it("sends null for emptied optional fields, and '' for required ones", () => {
    const emptied = { ...stored, name: '', note: '', owner: null, rating: null, address: { city: '' } };
    expect(updatePayload(vendor, emptied, stored)).toEqual({
      name: '',
      note: null,
      owner: null,
      rating: null,
      address: null,
    });
  });

  it('never has server-owned fields or fields that the form lacks', () => {
    expect(updatePayload(vendor, { score: 9, revision: 9, id: '2' }, stored)).toEqual({});
  });

  it('leaves out write-only fields, which are sent on create only', () => {
    expect(createPayload(vendor, { name: 'Acme', invited: ['a'] })).toEqual({ name: 'Acme', invited: ['a'] });
    expect(updatePayload(vendor, { ...stored, invited: ['b'] }, stored)).toEqual({});
  });

  it('empties a list, and treats an empty list as a missing one', () => {
    const full = { ...stored, contacts: [{ name: 'A' }] };
    expect(updatePayload(vendor, { ...full, contacts: [] }, full)).toEqual({ contacts: [] });
    expect(updatePayload(vendor, { ...stored, contacts: [] }, stored)).toEqual({});
  });

  it('detects a changed order of rows but ignores that of keys', () => {
    const before = { ...stored, contacts: [{ name: 'A' }, { name: 'B' }], options: { a: 1, b: { c: 2, d: 3 } } };
    const after = { ...before, options: { b: { d: 3, c: 2 }, a: 1 } };
    expect(updatePayload(vendor, after, before)).toEqual({});
    const moved = [{ name: 'B' }, { name: 'A' }];
    expect(updatePayload(vendor, { ...before, contacts: moved }, before)).toEqual({ contacts: moved });
  });
});
