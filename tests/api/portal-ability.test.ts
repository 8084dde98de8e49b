import { createMongoAbility, subject } from '@casl/ability';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AbilityRule, abilityOf, type PortalAbility } from '#portal/session/ability.ts';
import type { Records } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { type Agency, aDraft, anAgency, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let ours: Agency;
let theirs: Agency;

beforeAll(async () => {
  api = await startApi();
  [ours, theirs] = [await anAgency(api), await anAgency(api)];
});
afterAll(async () => api.close());

it('a user’s access rules mean the same in the portal, which includes only the operators it needs', async () => {
  const guild = (await api.admin.create('Guild', { name: 'Ours' })).id;
  const manager = await api.signedInAs(await aUser(api, { guild, guildFlags: 1 }));
  const member = await api.signedInAs(await aUser(api, { memberOf: [ours.entity] }));
  const developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
  const records = {
    Order: [await aDraft(ours), await aDraft(theirs), await aDraft({ ...ours, user: member })],
    Client: [ours.client, theirs.client],
    User: [ours.user.user, theirs.user.user, member.user, manager.user, api.admin.user],
    Entity: [ours.entity, theirs.entity],
    EntityMember: [
      { entity: ours.entity.id, treeScope: [ours.entity.id] },
      { entity: theirs.entity.id, treeScope: [] },
    ],
    Product: [
      { openTo: [`entity:${ours.entity.id}`], closedTo: [] },
      { openTo: ['everybody'], closedTo: [{ names: [`user:${member.user.id}`], unless: [] }] },
    ],
  } satisfies Partial<Record<keyof Records, object[]>>;
  const actions = ['read', 'update', 'moderate', 'delete', 'create'] as const;
  for (const person of [api.admin, developer, ours.moderator, ours.user, member, manager]) {
    const rules = await callExpecting<AbilityRule[]>(person.call, 200, { path: '/api/auth/ability' });
    const [inPortal, byLibrary] = [abilityOf(rules), createMongoAbility<PortalAbility>(rules)];
    for (const name of ['Order', 'Client', 'User', 'Entity', 'EntityMember', 'Product'] as const)
      for (const [index, record] of records[name].entries())
        for (const action of actions)
          expect(
            inPortal.can(action, subject(name, { ...record })),
            `${person.user.name}: ${action} ${name} ${index}`,
          ).toBe(byLibrary.can(action, subject(name, { ...record })));
  }
});
