import { describe, expect, it } from 'vitest';
import { resourceOf } from '#schemas/resource/resource.ts';
import { catalogue } from '../generate/catalogue.ts';
import { hasBackOffice, menuFor } from './admission.ts';

const labels = (...roles: Parameters<typeof menuFor>[1]) => menuFor(catalogue, roles).map(({ label }) => label);

describe('the menu of the back-office', () => {
  it('has every item for an admin, and all but jobs and webhooks for a developer', () => {
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

  it('has Users, Entities and the approvals queue for an agency admin', () => {
    expect(labels('AGENCY_ADMIN')).toEqual(['Users', 'Entities', 'Orders']);
  });

  it('has only Users and Entities for an agency user', () => {
    expect(labels('AGENCY_USER')).toEqual(['Users', 'Entities']);
  });

  it('has a resource that says nothing of it at the end, for admins', () => {
    const vendor = resourceOf({ title: 'Vendor', type: 'object', properties: { name: { type: 'string' } } });
    const seen = (role: 'ADMIN' | 'AGENCY_USER') => menuFor([vendor, ...catalogue], [role]).map(({ name }) => name);
    expect(seen('ADMIN').at(-1)).toBe('Vendor');
    expect(seen('AGENCY_USER')).not.toContain('Vendor');
  });
});

it('somebody without a role has nothing to do in the back-office', () => {
  expect(hasBackOffice(catalogue, [])).toBe(false);
  expect(hasBackOffice(catalogue, ['AGENCY_USER'])).toBe(true);
});
