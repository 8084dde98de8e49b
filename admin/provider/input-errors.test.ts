import { expect, it } from 'vitest';
import { resourceOf } from '#schemas/resource/resource.ts';
import { errorsAtInputs } from './input-errors.ts';

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

it("errors of a list item move to the list's input, errors in a row stay at the row's input", () => {
  const errors = { 'tags.0': 'Too long', 'tags.2': 'Twice', 'contacts.1.mail': 'No address', 'options.a.b': 'Broken' };
  expect(errorsAtInputs(vendor, { name: 'Taken', ...errors })).toEqual({
    name: 'Taken',
    tags: 'Too long',
    'contacts.1.mail': 'No address',
    'options.a.b': 'Broken',
  });
});
