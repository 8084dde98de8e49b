import type { Property, ResourceVocabulary } from '#schemas/generated/vocabulary.ts';

const contacts = (address: string): Property => ({
  type: 'array',
  items: {
    type: 'object',
    required: ['person'],
    properties: { person: { type: 'string' }, [address]: { type: 'string' } },
  },
});

/** A resource as it was released. */
export const vendorBefore: ResourceVocabulary = {
  title: 'Vendor',
  type: 'object',
  required: ['name', 'tier'],
  properties: {
    name: { type: 'string' },
    notes: { type: 'string' },
    fax: { type: 'string' },
    tier: { type: 'string', enum: ['gold', 'silver', 'lead'] },
    rating: { type: 'string' },
    contacts: contacts('mail'),
  },
};

/** The same with a property and one in rows renamed, one removed, one that is new and required, and two that take less. */
export const vendorAfter: ResourceVocabulary = {
  title: 'Vendor',
  type: 'object',
  required: ['name', 'tier', 'priority'],
  properties: {
    name: { type: 'string' },
    remarks: { type: 'string' },
    tier: { type: 'string', enum: ['gold', 'silver'] },
    rating: { type: 'integer', maximum: 5 },
    contacts: contacts('email'),
    priority: { type: 'string', enum: ['low', 'normal'] },
  },
};
