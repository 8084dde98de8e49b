import { createMongoAbility } from '@casl/ability';
import { describe, expect, it } from 'vitest';
import { resourceOf } from '#schemas/resource/resource.ts';
import { catalogue } from '../generate/catalogue.ts';
import { overrideOf } from '../resources.ts';
import { canUseBackOffice, creatableResources, isPermitted, menuGroupsFor } from './permissions.ts';

const groups = (...roles: Parameters<typeof menuGroupsFor>[1]) =>
  Object.fromEntries(
    menuGroupsFor(catalogue, roles).map(({ group, items }) => [group, items.map(({ label }) => label)]),
  );

describe('back-office menu', () => {
  it('has the dashboard first and every item in its group for an ADMIN', () => {
    expect(Object.entries(groups('ADMIN'))).toEqual([
      ['Work', ['Dashboard', 'Orders']],
      ['People', ['Users', 'Entities', 'Clients', 'Guilds']],
      ['Catalogue', ['Products', 'Audit suggestions']],
      ['Forms', ['Order Mgmt Forms', 'Order Mgmt Channels', 'Option lists', 'E-mail templates']],
      ['Data', ['Reports', 'Proof of work', 'Prospect audits', 'Share links']],
      ['System', ['Audit log', 'Audit exports', 'Jobs', 'Webhooks', 'Outbox', 'Status']],
    ]);
  });

  it('has all but jobs, webhooks, share links and status for a DEVELOPER', () => {
    const { Data = [], System = [], ...others } = groups('ADMIN');
    expect(groups('DEVELOPER')).toEqual({
      ...others,
      Data: Data.filter((label) => label !== 'Share links'),
      System: System.filter((label) => label.startsWith('Audit ')),
    });
  });

  it('has only orders, users and entities for agencies', () => {
    expect(groups('AGENCY_ADMIN')).toEqual({ Work: ['Orders'], People: ['Users', 'Entities'] });
    expect(groups('AGENCY_USER')).toEqual({ People: ['Users', 'Entities'] });
  });

  it('lists a resource without menu keywords last in Data, and for ADMINs only', () => {
    const vendor = resourceOf({ title: 'Vendor', type: 'object', properties: { name: { type: 'string' } } });
    const data = (role: 'ADMIN' | 'DEVELOPER') =>
      menuGroupsFor([vendor, ...catalogue], [role]).find(({ group }) => group === 'Data')?.items;
    expect(data('ADMIN')?.at(-1)?.resource?.name).toBe('Vendor');
    expect(data('DEVELOPER')?.map(({ resource }) => resource?.name)).not.toContain('Vendor');
  });

  it('shows another icon for each resource', () => {
    const icons = catalogue
      .filter((resource) =>
        menuGroupsFor([resource], ['ADMIN']).some(({ items }) => items.some((item) => item.resource)),
      )
      .map((resource) => overrideOf(resource).icon);
    expect(icons).not.toContain(undefined);
    expect(new Set(icons).size).toBe(icons.length);
  });
});

describe('pages that create a record', () => {
  const namesFor = (role: 'ADMIN' | 'AGENCY_USER', rules: { action: string; subject: string }[]) =>
    creatableResources(catalogue, { user: { roles: [role] }, ability: createMongoAbility(rules) }).map(
      ({ name }) => name,
    );

  it('are those of resources with pages in the back-office', () => {
    const names = namesFor('ADMIN', [{ action: 'manage', subject: 'all' }]);
    expect(names).toEqual(expect.arrayContaining(['Webhook', 'Report', 'User']));
    for (const missing of ['FormBlock', 'ReportSchedule', 'SavedView', 'Order']) expect(names).not.toContain(missing);
  });

  it('are limited to what the user may create', () => {
    expect(namesFor('AGENCY_USER', [{ action: 'read', subject: 'User' }])).toEqual([]);
  });
});

it('orders are imported in the back-office by those who may create them, although they are created in the portal only', () => {
  const ability = createMongoAbility([{ action: 'create', subject: 'Order' }]);
  const reader = createMongoAbility([{ action: 'read', subject: 'Order' }]);
  const session = { user: { roles: ['AGENCY_ADMIN' as const] }, ability };
  expect(isPermitted(session, { action: 'import', resource: 'orders' })).toBe(true);
  expect(isPermitted(session, { action: 'create', resource: 'orders' })).toBe(false);
  expect(isPermitted({ ...session, ability: reader }, { action: 'import', resource: 'orders' })).toBe(false);
});

it('users without a role have no access to the back-office', () => {
  expect(canUseBackOffice(catalogue, [])).toBe(false);
  expect(canUseBackOffice(catalogue, ['AGENCY_USER'])).toBe(true);
});
