import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { conditionOf } from '#api/engine/access/ability.ts';
import { may, viewerNow } from '#api/engine/access/viewer.ts';
import { storeOf } from '#api/engine/store/store.ts';
import type { AccessExplanation } from '#schemas/access/access-explanation.ts';
import type { Product } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { type Agency, aDraft, anAgency, aProduct, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let ours: Agency;
let theirs: Agency;
let rules: Product;
let people: Record<string, SignedInUser>;

beforeAll(async () => {
  api = await startApi();
  [ours, theirs] = [await anAgency(api), await anAgency(api)];
  const guild = await api.admin.create('Guild', { name: 'Harbor' });
  const someone = async (fields: Parameters<typeof aUser>[1]) => api.signedInAs(await aUser(api, fields));
  people = {
    ADMIN: api.admin,
    DEVELOPER: await someone({ roles: ['DEVELOPER'] }),
    AGENCY_ADMIN: ours.moderator,
    AGENCY_USER: ours.user,
    member: await someone({ memberOf: [ours.entity] }),
    'member of both': await someone({ memberOf: [ours.entity, theirs.entity] }),
    manager: await someone({ guild: guild.id, guildFlags: 1 }),
    nobody: await someone({}),
  };
  rules = await aProduct(api, { availability: 'CONTROLLED', name: 'Ruled' });
  const rule = { refType: 'entity', refId: ours.entity.id, rule: 'grant', priority: 3 };
  const path = `/api/products/${rules.id}/access_rules`;
  await callExpecting(api.admin.call, 201, { method: 'POST', path, body: rule });
});
afterAll(() => api.close());

const explainRaw = ({ call }: SignedInUser, { user }: Pick<SignedInUser, 'user'>, query = '') =>
  call({ path: `/api/users/${user.id}/rights${query}` });
const explain = async (
  by: SignedInUser,
  about: Pick<SignedInUser, 'user'>,
  query: string,
): Promise<AccessExplanation> => callExpecting(by.call, 200, { path: `/api/users/${about.user.id}/rights${query}` });
const verdictOn = ({ rights }: AccessExplanation, action: string) =>
  rights[0]?.actions.find((each) => each.action === action);
const personCalled = (name: string): SignedInUser => people[name] ?? api.admin;

it('the explanation of rights matches the actual rights, for all users and records', async () => {
  const [own, foreign] = [await aDraft(ours), await aDraft(theirs)];
  const records = [
    ['Order', own.id],
    ['Order', foreign.id],
    ['Client', ours.client.id],
    ['Client', theirs.client.id],
    ['Product', rules.id],
    ['User', ours.user.user.id],
    ['User', theirs.user.user.id],
    ['User', api.admin.user.id],
    ['Channel', ours.channel.id],
    ['Entity', theirs.entity.id],
  ] as const;
  const wrong: string[] = [];
  for (const [name, person] of Object.entries(people)) {
    const viewer = await viewerNow(person.user.id);
    for (const { type, actions } of (await explain(api.admin, person, '')).rights)
      for (const { action, isAllowed } of actions)
        if (!viewer || (conditionOf(viewer.ability, action, type) !== null) !== isAllowed)
          wrong.push(`${name}: ${action} any ${type}: ${isAllowed}`);
    for (const [type, id] of records) {
      const stored = await storeOf(type).findOne({ _id: id });
      const { rights } = await explain(api.admin, person, `?type=${type}&record=${id}`);
      for (const { action, isAllowed } of rights[0]?.actions ?? [])
        if (!viewer || !stored || may(viewer, action, type, stored) !== isAllowed)
          wrong.push(`${name}: ${action} ${type} ${id}: ${isAllowed}`);
    }
  }
  expect(wrong).toEqual([]);
});

describe('the explanation of a right', () => {
  it('names the role and the membership that grant it, and what would be required', async () => {
    const order = await aDraft(ours);
    const query = `?type=Order&record=${order.id}`;
    const moderator = await explain(ours.moderator, ours.moderator, query);
    expect(verdictOn(moderator, 'moderate')).toMatchObject({
      isAllowed: true,
      ways: [
        { principal: 'ADMIN', isGranted: false },
        {
          principal: 'AGENCY_ADMIN',
          scope: 'tree',
          isGranted: true,
          isInScope: true,
          from: [
            { kind: 'role', role: 'AGENCY_ADMIN' },
            { kind: 'membership', entity: { name: ours.entity.name } },
          ],
        },
      ],
    });
    const user = await explain(ours.moderator, ours.user, query);
    expect(verdictOn(user, 'moderate')).toMatchObject({
      isAllowed: false,
      ways: [{ isGranted: false }, { principal: 'AGENCY_ADMIN', isGranted: false, isInScope: true, from: [] }],
    });
    const administrator = await explain(api.admin, api.admin, query);
    expect(verdictOn(administrator, 'moderate')?.ways).toContainEqual(
      expect.objectContaining({ principal: 'ADMIN', isGranted: true, from: [{ kind: 'role', role: 'ADMIN' }] }),
    );
    const elsewhere = await explain(api.admin, theirs.moderator, query);
    expect(verdictOn(elsewhere, 'read')?.ways).toContainEqual(
      expect.objectContaining({ principal: 'AGENCY_ADMIN', isGranted: true, isInScope: false }),
    );
  });

  it('to a product names the deciding rule, and its scope for users who may read rules', async () => {
    const query = `?type=Product&record=${rules.id}`;
    expect(await explain(api.admin, ours.user, query)).toMatchObject({
      product: { isOpen: true, by: { id: rules.id }, rule: { rule: 'grant', priority: 3, refId: ours.entity.id } },
    });
    expect(await explain(api.admin, theirs.user, query)).toMatchObject({
      product: { isOpen: false, rule: null, availability: 'CONTROLLED' },
    });
    const { product } = await explain(ours.user, ours.user, query);
    expect(product).toEqual({
      isOpen: true,
      by: { id: rules.id, name: 'Ruled' },
      availability: 'CONTROLLED',
      rule: { rule: 'grant', priority: 3 },
    });
  });

  it('is empty for a deactivated user', async () => {
    const inactiveUser = await aUser(api, { roles: ['ADMIN'], inactive: true });
    const answer = await explain(api.admin, { user: inactiveUser }, '?type=Order');
    expect(answer.user.inactive).toBe(true);
    expect(answer.rights[0]?.actions.some(({ isAllowed }) => isAllowed)).toBe(false);
  });

  it('covers every type for oneself', async () => {
    const { rights } = await explain(personCalled('nobody'), personCalled('nobody'), '');
    expect(rights.map(({ type }) => type)).toEqual(expect.arrayContaining(['Order', 'User', 'Invitation']));
  });
});

describe('the explanation is refused', () => {
  it('the explanation is refused for unreadable users or records, and for a record without its type', async () => {
    const { client } = theirs;
    expect((await explainRaw(ours.moderator, theirs.user)).status).toBe(404);
    expect((await explainRaw(ours.moderator, ours.user, `?type=Client&record=${client.id}`)).status).toBe(404);
    expect(
      (await explainRaw(ours.moderator, ours.user, '?type=AuditEntry&record=0123456789abcdef01234567')).status,
    ).toBe(403);
    expect((await explainRaw(ours.moderator, ours.user, `?record=${client.id}`)).status).toBe(400);
    expect((await explainRaw(ours.moderator, ours.user, '?type=Nothing')).status).toBe(400);
  });

  it('the explanation is refused for memberships that the user may not read', async () => {
    const both = personCalled('member of both');
    const answer = JSON.stringify(await explain(ours.moderator, both, `?type=Client&record=${ours.client.id}`));
    expect(answer).toContain(ours.entity.name);
    expect(JSON.stringify(await explain(ours.moderator, both, ''))).not.toContain(theirs.entity.id);
  });
});
