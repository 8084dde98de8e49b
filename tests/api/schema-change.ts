import type { Property, ResourceVocabulary } from '#schemas/generated/vocabulary.ts';

const contacts = (address: string): Property => ({
  type: 'array',
  items: {
    type: 'object',
    required: ['person'],
    properties: { person: { type: 'string' }, [address]: { type: 'string' } },
  },
});

/** A resource before a schema change. */
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

/**
 * The resource after it: renamed properties, one of them in rows, a removed one, a new required one, and two narrowed
 * ones.
 */
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
