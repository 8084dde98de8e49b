import { describe, expect, it } from 'vitest';
import { adminItemsFor } from './adminItems.ts';

const titles = (...roles: Parameters<typeof adminItemsFor>[0]) => adminItemsFor(roles).map(({ title }) => title);

describe('the admin submenu', () => {
  it("shows an ADMIN every item, the spec's first, and a DEVELOPER all but jobs, webhooks, share links, status", () => {
    expect(titles('ADMIN')).toEqual([
      ...['Users', 'Entities', 'Clients', 'Products', 'Approvals Queue', 'All', 'Pending Approval'],
      ...['Order Mgmt Forms', 'Order Mgmt Channels', 'Guilds', 'Reports'],
      ...[
        'Option lists',
        'E-mail templates',
        'Audit log',
        'Audit exports',
        'Audit suggestions',
        'Proof of work',
        'Prospect audits',
        'Jobs',
        'Webhooks',
        'Outbox',
        'Share links',
        'Dashboard',
        'Status',
      ],
    ]);
    expect(titles('DEVELOPER')).toEqual(
      titles('ADMIN').filter((title) => !['Jobs', 'Webhooks', 'Outbox', 'Share links', 'Status'].includes(title)),
    );
  });

  it('shows users, entities and the approvals queue with its sublists to an AGENCY_ADMIN', () => {
    expect(titles('AGENCY_ADMIN')).toEqual(['Users', 'Entities', 'Approvals Queue', 'All', 'Pending Approval']);
  });

  it('shows only users and entities to an AGENCY_USER, and nothing to people without a role', () => {
    expect(titles('AGENCY_USER')).toEqual(['Users', 'Entities']);
    expect(titles()).toEqual([]);
  });
});
