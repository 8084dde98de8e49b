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

/** The migration from `vendorBefore` to `vendorAfter`, without its number. */
export const writtenMigration = `import { schemaMigration } from './steps/schema-migration.ts';
import { rebuildSearchWords } from './steps/step.ts';
import { fill, narrow, rename, setAside } from './steps/steps.ts';

const vendors = { resource: 'Vendor', collection: 'vendors' };

/**
 * Vendor.notes is renamed to remarks.
 * Vendor.fax is removed.
 * Vendor.tier is stricter: without lead.
 * Vendor.rating is stricter: integer instead of string; maximum 5.
 * Vendor.contacts.mail is renamed to email.
 * Vendor.priority is required.
 * Vendor has different search words or copies.
 */
export const vendorTiers = schemaMigration('NEXT-vendor-tiers', [
  rename(vendors, { path: 'notes', to: 'remarks' }),
  rename(vendors, { path: 'contacts.mail', to: 'email' }),
  setAside(vendors, { path: 'fax' }),
  fill(vendors, { path: 'priority', value: 'normal' }),
  narrow(vendors, { path: 'tier', to: { type: 'string', enum: ['gold', 'silver'] }, otherwise: 'silver' }),
  narrow(vendors, { path: 'rating', to: { type: 'integer', maximum: 5 } }),
  rebuildSearchWords(vendors),
]);
`;
