import { describe, expect, it } from 'vitest';
import type { ResourceVocabulary } from '#schemas/generated/vocabulary.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import { changesOf, newValuesOf } from './changes.ts';

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

describe('the body that makes a record', () => {
  it('holds what was filled in and nothing of the server', () => {
    const filled = { name: 'Acme', note: '', rating: null, address: { city: undefined, zip: '' }, score: 4, id: 'x' };
    expect(newValuesOf(vendor, filled)).toEqual({ name: 'Acme' });
  });

  it('leaves out an object that only its inputs have filled in', () => {
    expect(newValuesOf(vendor, { name: 'Acme', mail: { on: false, to: [] } })).toEqual({ name: 'Acme' });
    const told = { name: 'Acme', mail: { on: true, to: [] } };
    expect(newValuesOf(vendor, told)).toEqual(told);
  });

  it('keeps null where the schema has it, false, 0 and rows', () => {
    const filled = { owner: null, rating: 0, contacts: [{ name: '' }, { name: 'Ann' }] };
    expect(newValuesOf(vendor, filled)).toEqual({ owner: null, rating: 0, contacts: [{}, { name: 'Ann' }] });
  });
});

describe('the body that changes a record', () => {
  const stored = { ...base, name: 'Acme', note: 'n', rating: 2, owner: 'u', address: { city: 'Boone' }, score: 4 };

  it('names only what changed', () => {
    expect(changesOf(vendor, { ...stored, rating: 3 }, stored)).toEqual({ rating: 3 });
  });

  it('is empty when the inputs of absent fields came and went', () => {
    const touched = {
      ...stored,
      mail: { on: false, to: [] },
      address: { zip: '', city: 'Boone' },
      contacts: undefined,
      options: undefined,
    };
    expect(changesOf(vendor, touched, stored)).toEqual({});
  });

  it('replaces a nested object whole', () => {
    expect(changesOf(vendor, { ...stored, address: { city: 'Boone', zip: '28607' } }, stored)).toEqual({
      address: { city: 'Boone', zip: '28607' },
    });
  });

  it('takes away what a record may be without, and empties what it must have', () => {
    const emptied = { ...stored, name: '', note: '', owner: null, rating: null, address: { city: '' } };
    expect(changesOf(vendor, emptied, stored)).toEqual({
      name: '',
      note: null,
      owner: null,
      rating: null,
      address: null,
    });
  });

  it('never sends a field of the server, nor one that the form does not have', () => {
    expect(changesOf(vendor, { score: 9, revision: 9, id: '2' }, stored)).toEqual({});
  });

  it('never sends again what is only told when the record is made', () => {
    expect(newValuesOf(vendor, { name: 'Acme', invited: ['a'] })).toEqual({ name: 'Acme', invited: ['a'] });
    expect(changesOf(vendor, { ...stored, invited: ['b'] }, stored)).toEqual({});
  });

  it('empties a list, and takes one without rows for none', () => {
    const full = { ...stored, contacts: [{ name: 'A' }] };
    expect(changesOf(vendor, { ...full, contacts: [] }, full)).toEqual({ contacts: [] });
    expect(changesOf(vendor, { ...stored, contacts: [] }, stored)).toEqual({});
  });

  it('sees the order of rows but not of keys', () => {
    const before = { ...stored, contacts: [{ name: 'A' }, { name: 'B' }], options: { a: 1, b: { c: 2, d: 3 } } };
    const after = { ...before, options: { b: { d: 3, c: 2 }, a: 1 } };
    expect(changesOf(vendor, after, before)).toEqual({});
    const moved = [{ name: 'B' }, { name: 'A' }];
    expect(changesOf(vendor, { ...before, contacts: moved }, before)).toEqual({ contacts: moved });
  });
});
