import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { AuditEntry, Import, Invitation, User } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { openMailbox } from '#tests/product/mail.ts';
import { pollUntil } from '#tests/product/until.ts';
import { day, freezeClock, second } from './clock.ts';
import { type Agency, anAgency, anEntity, aUser } from './factories.ts';
import { runImport, updateImport, waitForImports } from './import-helpers.ts';
import { type Api, startApi } from './server.ts';
import { type Uploads, uploadsTo } from './uploads.ts';

let api: Api;
let ours: Agency;
let theirs: Agency;
let uploads: Uploads;

beforeAll(async () => {
  api = await startApi();
  uploads = await uploadsTo(api);
  [ours, theirs] = [await anAgency(api), await anAgency(api)];
});
afterAll(() => api.close());

const invite = ({ call }: SignedInUser, address: string, flags = 0, to = ours.entity) =>
  call({ method: 'POST', path: `/api/entities/${to.id}/invitations`, body: { address, flags } });
const inviteUser = async (
  by: SignedInUser,
  { email }: Pick<User, 'email'>,
  flags = 0,
  to = ours.entity,
): Promise<Invitation> =>
  callExpecting(by.call, 201, {
    method: 'POST',
    path: `/api/entities/${to.id}/invitations`,
    body: { address: email, flags },
  });
const decide = ({ call }: SignedInUser, { id }: { id: string }, how: 'accept' | 'decline' = 'accept') =>
  call({ method: 'POST', path: `/api/invitations/${id}/${how}` });
const withdraw = ({ call }: SignedInUser, { id, entity }: Invitation) =>
  call({ method: 'DELETE', path: `/api/entities/${entity}/invitations/${id}` });
const invitationsOf = async ({ call }: SignedInUser) =>
  callExpecting<{ id: string; entity: { id: string; name: string }; roles: string[] }[]>(call, 200, {
    path: '/api/invitations',
  });
const entitiesOf = async ({ user }: SignedInUser) => {
  const found = await callExpecting<{ entity: { id: string } }[]>(api.admin.call, 200, {
    path: `/api/users/${user.id}/memberships`,
  });
  return found.map(({ entity }) => entity.id);
};
/** A user of the other agency, whom nobody of our agency may read. */
const outsider = async (roles: User['roles'] = []) =>
  api.signedInAs(await aUser(api, { roles, memberOf: [theirs.entity] }));
const notFound = { status: 404, body: { code: 'RESOURCE_NOT_FOUND' } };

describe('an invited user outside the tree', () => {
  it('becomes a member by accepting the invitation, and not before', async () => {
    const person = await outsider();
    expect((await ours.moderator.call({ path: `/api/users/${person.user.id}` })).status).toBe(404);
    const invitation = await inviteUser(ours.moderator, person.user);
    expect(await entitiesOf(person)).toEqual([theirs.entity.id]);
    expect(await invitationsOf(person)).toMatchObject([
      { id: invitation.id, entity: { name: ours.entity.name }, by: { name: ours.moderator.user.name } },
    ]);
    expect(await decide(person, invitation)).toMatchObject({ status: 200, body: { user: person.user.id, flags: 0 } });
    expect((await entitiesOf(person)).toSorted()).toEqual([theirs.entity.id, ours.entity.id].toSorted());
    expect((await person.read('Client', ours.client.id)).id).toBe(ours.client.id);
    expect(await invitationsOf(person)).toEqual([]);
    const { results } = await callExpecting<{ results: AuditEntry[] }>(api.admin.call, 200, {
      path: `/api/audit_log?kind=rights&actor=${person.user.id},${ours.moderator.user.id}&limit=10&sort=createdAt`,
    });
    expect(results.slice(-3).map(({ action, resourceType }) => `${action} ${resourceType}`)).toEqual([
      'create Invitation',
      'delete Invitation',
      'create EntityMember',
    ]);
  });

  it('gets a mail while an unknown address gets none, and both responses are the same', async () => {
    const person = await outsider();
    const [known, unknown] = [
      await invite(ours.moderator, person.user.email.toUpperCase()),
      await invite(ours.moderator, 'Nobody.At.All@example.com'),
    ];
    const shape = ({ body, status }: { body: unknown; status: number }) => ({
      status,
      fields: Object.keys(Object(body)),
    });
    expect(shape(known)).toEqual(shape(unknown));
    expect(known).toMatchObject({ status: 201, body: { address: person.user.email } });
    const mails = await pollUntil({ label: 'both mails to be worked on', seconds: 10 }, async () => {
      const to = { $in: [person.user.email, 'nobody.at.all@example.com'] };
      const found = await storeOf('OutboxMessage').find({ filter: { kind: 'invitation', to, status: 'sent' } });
      return found.length === 2 ? found : undefined;
    });
    expect(mails.filter(({ accepted }) => accepted.length > 0).map(({ to }) => to[0])).toEqual([person.user.email]);
    const page = await ours.moderator.call({ path: `/api/entities/${ours.entity.id}/invitations?limit=2` });
    const rows: object[] = Object(page.body).results;
    expect(new Set(rows.map((row) => Object.keys(row).join())).size).toBe(1);
  });

  it('no longer sees an invitation after declining it, and nobody is notified', async () => {
    const person = await outsider();
    const invitation = await inviteUser(ours.moderator, person.user);
    const path = `/api/entities/${ours.entity.id}/invitations/${invitation.id}`;
    const before = await ours.moderator.call({ path });
    expect((await decide(person, invitation, 'decline')).status).toBe(200);
    expect(await invitationsOf(person)).toEqual([]);
    expect(await decide(person, invitation)).toMatchObject(notFound);
    expect((await ours.moderator.call({ path })).body).toEqual(before.body);
  });
});

describe('an invitation does not create a membership', () => {
  it('twice, and creates one of twenty concurrent requests', async () => {
    const person = await outsider();
    const invitation = await inviteUser(ours.moderator, person.user);
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(person, invitation)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19);
    expect(await decide(person, invitation)).toMatchObject(notFound);
    expect(await storeOf('EntityMember').count({ user: person.user.id, entity: ours.entity.id })).toBe(1);
  });

  it('an invitation does not create a membership for a user whose address it does not name, including the inviter', async () => {
    const invitation = await inviteUser(ours.moderator, (await outsider()).user);
    for (const other of [await outsider(), ours.moderator, api.admin])
      expect(await decide(other, invitation)).toMatchObject(notFound);
  });

  it('an invitation does not create a membership for an address that is not verified', async () => {
    const [person, other] = [await outsider(), await outsider()];
    const invitation = await inviteUser(ours.moderator, person.user);
    await other.call({ method: 'POST', path: '/api/email_addresses', body: { address: person.user.email } });
    expect(await invitationsOf(other)).toEqual([]);
    expect(await decide(other, invitation)).toMatchObject(notFound);
  });

  it('an invitation does not create a membership for an admin who impersonates the invited user', async () => {
    const person = await outsider();
    const invitation = await inviteUser(ours.moderator, person.user);
    const proxied = await api.signedInAs(api.admin.user);
    const { cookies } = await proxied.call({ method: 'POST', path: `/api/auth/proxy/${person.user.id}`, body: {} });
    const path = `/api/invitations/${invitation.id}/accept`;
    const answer = await api.call({ method: 'POST', path, cookies });
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
  });

  it('an invitation does not create a membership after it was withdrawn', async () => {
    const person = await outsider();
    const invitation = await inviteUser(ours.moderator, person.user);
    expect((await withdraw(ours.moderator, invitation)).status).toBe(200);
    expect(await decide(person, invitation)).toMatchObject(notFound);
  });

  it('an invitation does not create a membership after two weeks, to the second', async () => {
    const clock = freezeClock();
    const person = await api.signedInAs(await aUser(api, { memberOf: [theirs.entity] }));
    const [one, other] = [ours.entity, await anEntity(api, { parent: ours.entity.id })];
    const [late, soon] = [
      await inviteUser(ours.moderator, person.user, 0, one),
      await inviteUser(ours.moderator, person.user, 0, other),
    ];
    expect(new Date(late.expires).getTime() - clock.now().getTime()).toBe(14 * day);
    // A session does not last that long, so the test moves the expiry instead of the clock.
    const endsIn = (milliseconds: number) => ({
      $set: { expires: new Date(clock.now().getTime() + milliseconds) },
    });
    await storeOf('Invitation').updateMany({ _id: late.id }, endsIn(-second));
    await storeOf('Invitation').updateMany({ _id: soon.id }, endsIn(second));
    expect(await decide(person, late)).toMatchObject(notFound);
    expect((await decide(person, soon)).status).toBe(200);
  });
});

describe('an invitation gives no right that the inviter no longer has when it is accepted:', () => {
  const rejected = { status: 400, body: { code: 'REQUEST_DENIED' } };
  const inviter = async () => api.signedInAs(await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [ours.entity] }));
  const patchUser = (id: string, body: object) =>
    callExpecting(api.admin.call, 200, { method: 'PATCH', path: `/api/users/${id}`, body });

  it.each<[string, (inviter: User) => Promise<unknown>]>([
    ['their role', ({ id }) => patchUser(id, { roles: [] })],
    ['their account', ({ id }) => patchUser(id, { inactive: true })],
    [
      'their membership',
      ({ id }) =>
        callExpecting(api.admin.call, 200, { method: 'DELETE', path: `/api/entities/${ours.entity.id}/members/${id}` }),
    ],
  ])('%s was lost', async (_, lose) => {
    const [by, person] = [await inviter(), await outsider()];
    const invitation = await inviteUser(by, person.user);
    await lose(by.user);
    expect(await decide(person, invitation)).toMatchObject(rejected);
    expect(await entitiesOf(person)).toEqual([theirs.entity.id]);
  });

  it('an agency admin of another agency would be one here', async () => {
    const manager = await aUser(api, {});
    const body = { user: manager.id, flags: 1 };
    await callExpecting(api.admin.call, 201, { method: 'POST', path: `/api/entities/${ours.entity.id}/members`, body });
    const by = await api.signedInAs(manager);
    const [admin, plain] = [await outsider(['AGENCY_ADMIN']), await outsider()];
    expect(await decide(admin, await inviteUser(by, admin.user))).toMatchObject(rejected);
    expect(await decide(plain, await inviteUser(by, plain.user))).toMatchObject({ status: 200 });
    expect(
      await decide(
        admin,
        await inviteUser(ours.moderator, admin.user, 0, await anEntity(api, { parent: ours.entity.id })),
      ),
    ).toMatchObject({ status: 200 });
  });
});

describe('an invitation is rejected', () => {
  it('an invitation is rejected for an entity that the user does not manage, and other users cannot read or withdraw it', async () => {
    const invitation = await inviteUser(ours.moderator, (await outsider()).user);
    const list = `/api/entities/${ours.entity.id}/invitations`;
    expect((await invite(ours.user, 'a@example.com')).status).toBe(403);
    expect((await invite(theirs.moderator, 'a@example.com')).status).toBe(404);
    expect((await theirs.moderator.call({ path: list })).status).toBe(404);
    expect((await withdraw(theirs.moderator, invitation)).status).toBe(404);
    expect((await ours.user.call({ path: list })).status).toBe(403);
    expect((await withdraw(ours.user, invitation)).status).toBe(403);
  });

  it('an invitation is rejected for the place of a client', async () => {
    const [id = ''] = ours.client.treeScope;
    const place = await api.admin.read('Entity', id);
    expect(await invite(ours.moderator, 'a@example.com', 0, place)).toMatchObject({ status: 409 });
  });

  it('an invitation is rejected for the same mailbox again and again, whether a user has it or not', async () => {
    const person = await outsider();
    const [name = '', host = ''] = person.user.email.split('@');
    for (const mailbox of [name, 'nobody-again']) {
      const spellings = [mailbox, mailbox.toUpperCase(), `${mailbox}+1`, `${mailbox}+2`];
      const answers: number[] = [];
      for (const spelling of spellings) {
        const { status, body } = await invite(ours.moderator, `${spelling}@${host}`);
        answers.push(status);
        if (status === 201) await withdraw(ours.moderator, Object(body));
      }
      expect(answers).toEqual([201, 201, 201, 429]);
    }
  });
});

describe('an import of users by an AGENCY_ADMIN', () => {
  it('invites people who exist outside the tree, and creates accounts for the others, with the same result for both', async () => {
    const [person, stranger] = [await outsider(), 'brand.new@example.com'];
    const done = await importUsers([person.user.email, stranger]);
    expect(done).toMatchObject({ status: 'done', created: 2, faulty: 0 });
    expect(await auditedInvitationsOf(person)).toEqual([`create by ${ours.moderator.user.id}`]);
    const filter = { by: ours.moderator.user.id, to: { $in: [person.user.email, stranger] } };
    const messages = await storeOf('OutboxMessage').find({ filter });
    expect(messages.map(({ kind, to }) => `${kind} ${to}`).toSorted()).toEqual(
      [`invitation ${person.user.email}`, `welcome ${stranger}`].toSorted(),
    );
    expect(await accountsOf(ours.moderator, person.user.email)).toMatchObject([{ inactive: false }]);
    // The inviter's list does not reveal which address has an owner.
    const path = `/api/entities/${ours.entity.id}/invitations`;
    const listed = await callExpecting<{ address: string }[]>(ours.moderator.call, 200, { path });
    expect(JSON.stringify(listed)).not.toContain(person.user.email);
    // Nothing changes for the person before they accept.
    expect(await entitiesOf(person)).toEqual([theirs.entity.id]);
    const [invitation] = await invitationsOf(person);
    if (!invitation) throw new Error('There is no invitation');
    expect((await decide(person, invitation)).status).toBe(200);
    expect((await entitiesOf(person)).toSorted()).toEqual([theirs.entity.id, ours.entity.id].toSorted());
    // The account that stood for the person has ended.
    const accounts = await accountsOf(ours.moderator, person.user.email);
    expect(accounts.map(({ id }) => id)).toEqual([person.user.id]);
    const all = await accountsOf(api.admin, person.user.email);
    expect(all.map(({ id, inactive }) => [id === person.user.id, inactive])).toEqual(
      expect.arrayContaining([
        [true, false],
        [false, true],
      ]),
    );
  });

  it('withdraws the invitations when it is undone', async () => {
    const person = await outsider();
    const done = await importUsers([person.user.email]);
    expect(await invitationsOf(person)).toHaveLength(1);
    await updateImport(ours.moderator, done, { status: 'removing' });
    await waitForImports();
    expect(await invitationsOf(person)).toEqual([]);
    const by = ours.moderator.user.id;
    expect(await auditedInvitationsOf(person)).toEqual([`create by ${by}`, `delete by ${by}`]);
  });
});

/** The entries of the audit log about invitations of a person's address, oldest first. */
async function auditedInvitationsOf({ user }: SignedInUser): Promise<string[]> {
  const path = '/api/audit_log?kind=rights&resourceType=Invitation&limit=50&sort=-createdAt';
  const { results } = await callExpecting<{ results: AuditEntry[] }>(api.admin.call, 200, { path });
  const found = results.filter(({ changes }) => JSON.stringify(changes).includes(user.email));
  return found.toReversed().map(({ action, actor }) => `${action} by ${actor}`);
}

describe('the roles of an imported user are given to the person who accepts', () => {
  const rolesOf = async ({ user }: SignedInUser) => (await api.admin.read('User', user.id)).roles;
  const inviteAsAdmin = async (
    person: SignedInUser,
    { by = ours.moderator, expected }: { by?: SignedInUser; expected: User['roles'] },
  ) => {
    expect(await importUsers([person.user.email], { by, role: 'AGENCY_ADMIN' })).toMatchObject({ created: 1 });
    expect(await rolesOf(person)).toEqual([]);
    const [invitation] = await invitationsOf(person);
    if (!invitation) throw new Error('There is no invitation');
    expect(invitation.roles).toEqual(expected);
    return invitation;
  };
  const mayManage = async ({ call }: SignedInUser, { id }: { id: string }) =>
    (await call({ method: 'POST', path: `/api/entities/${id}/invitations`, body: { address: 'x@example.com' } }))
      .status;

  it('of their own account if it has no rights elsewhere, as an entry of the audit log', async () => {
    const person = await api.signedInAs(await aUser(api, {}));
    const mailbox = await openMailbox(api.config.dataDir, person.user.email);
    const invitation = await inviteAsAdmin(person, { expected: ['AGENCY_ADMIN'] });
    const { text } = await mailbox.next();
    expect(text.replace(/\s+/g, ' ')).toContain('You also get the role Agency admin, unless your account already has');
    expect((await decide(person, invitation)).status).toBe(200);
    expect(await rolesOf(person)).toEqual(['AGENCY_ADMIN']);
    expect(await mayManage(person, ours.entity)).toBe(201);
    const path = `/api/audit_log?kind=rights&resourceId=${person.user.id}&sort=-createdAt&limit=1`;
    expect(await callExpecting(api.admin.call, 200, { path })).toMatchObject({
      results: [{ action: 'update', actor: person.user.id, changes: [{ field: expect.stringMatching(/^roles/) }] }],
    });
  });

  it('not to an account with a membership elsewhere, where the role would hold as well', async () => {
    const person = await outsider();
    expect((await decide(person, await inviteAsAdmin(person, { expected: [] }))).status).toBe(200);
    expect(await rolesOf(person)).toEqual([]);
    for (const entity of [ours.entity, theirs.entity]) expect(await mayManage(person, entity)).toBe(403);
  });

  it('not if the inviter may no longer give them, but may still add members', async () => {
    const by = await api.signedInAs(await aUser(api, { roles: ['AGENCY_ADMIN'] }));
    const member = { user: by.user.id, flags: 1 };
    const members = `/api/entities/${ours.entity.id}/members`;
    await callExpecting(api.admin.call, 201, { method: 'POST', path: members, body: member });
    const person = await api.signedInAs(await aUser(api, {}));
    const invitation = await inviteAsAdmin(person, { by, expected: ['AGENCY_ADMIN'] });
    const user = { method: 'PATCH' as const, path: `/api/users/${by.user.id}`, body: { roles: ['AGENCY_USER'] } };
    await callExpecting(api.admin.call, 200, user);
    expect(await invitationsOf(person)).toMatchObject([{ id: invitation.id, roles: [] }]);
    expect((await decide(person, invitation)).status).toBe(200);
    expect(await entitiesOf(person)).toEqual([ours.entity.id]);
    expect(await rolesOf(person)).toEqual([]);
  });
});

async function importUsers(
  addresses: string[],
  { by = ours.moderator, role = 'AGENCY_USER' }: { by?: SignedInUser; role?: User['roles'][number] } = {},
): Promise<Import> {
  const rows = addresses.map((address) => `Person,${address},${ours.entity.name},${role}`);
  const bytes = `${['Name,E-mail,Member of: Entity,Roles', ...rows].join('\n')}\n`;
  const name = `users-${addresses[0]}.csv`;
  return await runImport(uploads, { person: by, path: '/api/users/import', bytes, name });
}

/** The accounts with an address that a user can read. */
async function accountsOf({ call }: SignedInUser, address: string): Promise<User[]> {
  const path = `/api/users?search=${encodeURIComponent(address)}&limit=10`;
  const { results } = await callExpecting<{ results: User[] }>(call, 200, { path });
  return results.filter(({ email }) => email === address);
}
