import { describe, expect, it } from 'vitest';
import { resourceOf } from '#schemas/resource/resource.ts';
import { catalogue } from '../generate/catalogue.ts';
import { canUseBackOffice, menuResources } from './permissions.ts';

const labels = (...roles: Parameters<typeof menuResources>[1]) =>
  menuResources(catalogue, roles).map(({ label }) => label);

describe('back-office menu', () => {
  it('has every item for an ADMIN, and all but jobs, webhooks and share links for a DEVELOPER', () => {
    expect(labels('ADMIN')).toEqual([
      ...['Users', 'Entities', 'Clients', 'Products', 'Orders', 'Order Mgmt Forms', 'Order Mgmt Channels'],
      ...[
        'Guilds',
        'Reports',
        'E-mail templates',
        'Audit log',
        'Audit suggestions',
        'Proof of work',
        'Prospect audits',
        'Jobs',
        'Webhooks',
        'Share links',
      ],
    ]);
    expect(labels('DEVELOPER')).toEqual(
      labels('ADMIN').filter((label) => !['Jobs', 'Webhooks', 'Share links'].includes(label)),
    );
  });

  it('has Users, Entities and Orders for an AGENCY_ADMIN', () => {
    expect(labels('AGENCY_ADMIN')).toEqual(['Users', 'Entities', 'Orders']);
  });

  it('has only Users and Entities for an AGENCY_USER', () => {
    expect(labels('AGENCY_USER')).toEqual(['Users', 'Entities']);
  });

  it('lists a resource without menu keywords last, and for ADMINs only', () => {
    const vendor = resourceOf({ title: 'Vendor', type: 'object', properties: { name: { type: 'string' } } });
    const seen = (role: 'ADMIN' | 'AGENCY_USER') =>
      menuResources([vendor, ...catalogue], [role]).map(({ name }) => name);
    expect(seen('ADMIN').at(-1)).toBe('Vendor');
    expect(seen('AGENCY_USER')).not.toContain('Vendor');
  });
});

it('users without a role have no access to the back-office', () => {
  expect(canUseBackOffice(catalogue, [])).toBe(false);
  expect(canUseBackOffice(catalogue, ['AGENCY_USER'])).toBe(true);
});
