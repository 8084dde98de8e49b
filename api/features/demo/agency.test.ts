import { describe, expect, it } from 'vitest';
import { schemas } from '#schemas/generated/registry.ts';
import { resourceOf } from '#schemas/resource/resource.ts';
import { demoAgency } from './fill.ts';

const now = new Date('2026-03-10T12:00:00Z');
const agency = demoAgency(now);

describe('the demo agency', () => {
  it('has three agencies in a tree of twelve entities', () => {
    expect(agency.entities).toHaveLength(12);
    expect(agency.entities.filter(({ parent }) => parent === null)).toHaveLength(3);
  });

  it('has sixty clients, each with an entity below a branch', () => {
    expect(agency.clients).toHaveLength(60);
    expect(new Set(agency.clients.map(({ name }) => name)).size).toBe(60);
    expect(agency.clientEntities.map(({ client }) => client)).toEqual(agency.clients.map(({ id }) => id));
  });

  it('stores in treeScope each entity itself and all its ancestors', () => {
    const all = new Map(
      [...agency.entities, ...agency.clientEntities].map(({ id, parent, treeScope }) => [id, { parent, treeScope }]),
    );
    const lineOf = (id: string): string[] => {
      const parent = all.get(id)?.parent;
      return [id, ...(parent ? lineOf(parent) : [])];
    };
    for (const [id, { treeScope }] of all) expect(treeScope).toEqual(lineOf(id));
    for (const { treeScope } of agency.clients) expect(treeScope).toEqual(lineOf(treeScope[0] ?? ''));
  });

  it('has users of every role and without a role, with example.com addresses', () => {
    expect(agency.users).toHaveLength(24);
    const roles = new Set(agency.users.map((user) => user.roles.join() || 'none'));
    expect(roles).toEqual(new Set(['DEVELOPER', 'AGENCY_ADMIN', 'AGENCY_USER', 'none']));
    expect(agency.users.every(({ email }) => email.endsWith('@example.com'))).toBe(true);
  });

  it("sets the treeScope of each user to the union of their memberships' scopes", () => {
    const scopes = new Map(agency.entities.map(({ id, treeScope }) => [id, treeScope]));
    for (const { id, treeScope } of agency.users) {
      const own = agency.members.filter(({ user }) => user === id).flatMap(({ entity }) => scopes.get(entity) ?? []);
      expect([...treeScope].sort()).toEqual([...new Set(own)].sort());
    }
  });

  it('has an agency admin at or above every branch', () => {
    const admins = agency.users.filter(({ roles }) => roles.includes('AGENCY_ADMIN')).map(({ id }) => id);
    const places = agency.members.filter(({ user }) => admins.includes(user)).map(({ entity }) => entity);
    for (const { treeScope } of agency.entities) expect(treeScope.some((id) => places.includes(id))).toBe(true);
  });

  it('has five channels with unique slugs, each on an existing form', () => {
    expect(agency.channels).toHaveLength(5);
    expect(new Set(agency.channels.map(({ slug }) => slug)).size).toBe(5);
    const forms = agency.forms.map(({ id }) => id);
    for (const { orderFormId } of agency.channels) expect(forms).toContain(orderFormId);
  });

  it('uses only properties that the schemas define', () => {
    const known = (name: 'Client' | 'Channel' | 'Form' | 'Product' | 'User') =>
      new Set(resourceOf(schemas[name]).fields.map((field) => field.name));
    const lists = {
      Client: agency.clients,
      Channel: agency.channels,
      Form: agency.forms,
      Product: agency.products,
      User: agency.users,
    };
    for (const name of ['Client', 'Channel', 'Form', 'Product', 'User'] as const) {
      const unknown = lists[name].flatMap((record) => Object.keys(record).filter((key) => !known(name).has(key)));
      expect(unknown).toEqual([]);
    }
  });

  it('is identical each time it is generated', () => {
    expect(demoAgency(now)).toEqual(agency);
  });
});
