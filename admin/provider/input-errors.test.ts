import { expect, it } from 'vitest';
import { resourceOf } from '#schemas/resource/resource.ts';
import { atInputs } from './input-errors.ts';

const vendor = resourceOf({
  title: 'Vendor',
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    contacts: { type: 'array', items: { type: 'object', properties: { mail: { type: 'string' } } } },
    options: { type: 'object', additionalProperties: true },
  },
});

it('a refusal about a value in a list marks the input of the list, and about a row the input in it', () => {
  const errors = { 'tags.0': 'Too long', 'tags.2': 'Twice', 'contacts.1.mail': 'No address', 'options.a.b': 'Broken' };
  expect(atInputs(vendor, { name: 'Taken', ...errors })).toEqual({
    name: 'Taken',
    tags: 'Too long',
    'contacts.1.mail': 'No address',
    'options.a.b': 'Broken',
  });
});
