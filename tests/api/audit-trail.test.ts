import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditEntry, Form } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { type Agency, aDraft, aForm, anAgency, anEntity, aProduct, aUser, textInput } from './factories.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
});
afterAll(() => api.close());

const pageOf = (query: string) =>
  callExpecting<{ results: AuditEntry[] }>(api.admin.call, 200, { path: `/api/audit_log?${query}&limit=200` });
const entriesOf = async (query: string) => (await pageOf(query)).results;
const everything = async () => entriesOf('sort=createdAt');

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

it('records a sign-in, a sign-out and the end of all sessions with the user, the method and the IP address', async () => {
  const { id, email, name } = await aUser(api);
  const cookies = await signIn(
    { call: (call) => api.call({ ...call, headers: { 'user-agent': firefox } }), dataDir: api.config.dataDir },
    email,
  );
  await callExpecting(api.call, 200, { method: 'POST', path: '/api/auth/logout', cookies });
  const { call } = await api.signedInAs({ email });
  await api.signedInAs({ email });
  await callExpecting(call, 200, { method: 'DELETE', path: '/api/sessions' });
  const base = {
    kind: 'signIn',
    actor: id,
    user: id,
    resourceType: 'User',
    resourceId: id,
    name,
    address: '127.0.0.1',
  };
  expect(await entriesOf(`resourceId=${id}&kind=signIn&sort=createdAt`)).toMatchObject([
    { ...base, action: 'signIn', details: { way: 'magic' }, agent: 'Firefox on Linux' },
    { ...base, action: 'signOut', details: { reason: 'signedOut' } },
    { ...base, action: 'signIn' },
    { ...base, action: 'signIn' },
    { ...base, action: 'endSessions', details: { reason: 'everywhere', count: 2 } },
  ]);
});

it('records a failed magic link, and names only the user whose account it was for', async () => {
  await api.call({ method: 'POST', path: '/api/auth/magic/verify', body: { token: 'no-such-link' } });
  const [failed] = await entriesOf('action=signInFailed');
  expect(failed).toMatchObject({
    actor: null,
    user: null,
    address: '127.0.0.1',
    details: { way: 'magic', reason: 'link' },
  });
  expect(failed).not.toHaveProperty('resourceId');
});

it('records whose sessions ended when an account was deactivated, and who deactivated it', async () => {
  const { user } = await api.signedInAs(await aUser(api));
  await callExpecting(api.admin.call, 200, {
    method: 'PATCH',
    path: `/api/users/${user.id}`,
    body: { inactive: true },
  });
  expect(await entriesOf(`resourceId=${user.id}&action=endSessions`)).toMatchObject([
    { actor: api.admin.user.id, details: { reason: 'deactivated', count: 1 } },
  ]);
});

it('distinguishes changes of access rights and sign-in methods from other changes', async () => {
  const { id } = await aUser(api, { memberOf: [agency.entity] });
  const path = `/api/users/${id}`;
  await callExpecting(api.admin.call, 200, { method: 'PATCH', path, body: { name: 'Somebody Else' } });
  await callExpecting(api.admin.call, 200, { method: 'PATCH', path, body: { roles: ['AGENCY_USER'] } });
  const [renamed, given] = await entriesOf(`resourceId=${id}&action=update&sort=createdAt`);
  expect([renamed?.kind, given?.kind]).toEqual(['record', 'rights']);
  const product = await aProduct(api);
  const rule = { refType: 'entity', refId: (await anEntity(api)).id, rule: 'grant' };
  await callExpecting(api.admin.call, 201, {
    method: 'POST',
    path: `/api/products/${product.id}/access_rules`,
    body: rule,
  });
  const of = `/api/users/${id}`;
  const provider = { type: 'BASIC', key: 'somebody', challenge: 'a long enough password' };
  await callExpecting(api.admin.call, 201, {
    method: 'POST',
    path: `${of}/email_addresses`,
    body: { address: 'b@example.com' },
  });
  const createdUser = await callExpecting<{ id: string }>(api.admin.call, 201, {
    method: 'POST',
    path: `${of}/auth_providers`,
    body: provider,
  });
  await callExpecting(api.admin.call, 200, { method: 'DELETE', path: `${of}/auth_providers/${createdUser.id}` });
  for (const [kind, resourceType, actions] of [
    ['rights', 'AccessRule', ['create']],
    ['waysIn', 'EmailAddress', ['create']],
    ['waysIn', 'AuthProvider', ['create', 'delete']],
  ] as const) {
    const entries = await entriesOf(`kind=${kind}&resourceType=${resourceType}&sort=createdAt`);
    expect(entries.map(({ action }) => action)).toEqual(actions);
    expect(entries[0]).toMatchObject({ actor: api.admin.user.id, user: api.admin.user.id, address: '127.0.0.1' });
  }
  expect((await entriesOf('kind=rights&resourceType=EntityMember')).length).toBeGreaterThan(0);
});

it('records which list was exported as CSV, with its filters', async () => {
  await agency.user.call({ path: '/api/orders.csv?status=DRAFT' });
  await agency.user.call({ path: '/api/clients', headers: { accept: 'text/csv' } });
  await agency.user.call({ path: '/api/clients' });
  expect(await entriesOf(`kind=export&actor=${agency.user.user.id}&sort=createdAt`)).toMatchObject([
    { action: 'export', resourceType: 'Order', details: { list: '/api/orders.csv?status=DRAFT' } },
    { action: 'export', resourceType: 'Client', details: { list: '/api/clients' } },
  ]);
});

it('records decisions about orders and the publishing of forms', async () => {
  const { id } = await aDraft(agency);
  const path = `/api/orders/${id}`;
  await callExpecting(agency.user.call, 200, { method: 'PATCH', path, body: { status: 'PENDING' } });
  await callExpecting(agency.moderator.call, 200, { method: 'PATCH', path, body: { status: 'COMPLETE' } });
  expect(await entriesOf(`resourceId=${id}`)).toMatchObject([
    { kind: 'moderation', action: 'moderate', actor: agency.moderator.user.id, address: '127.0.0.1' },
  ]);
  const form = await api.admin.read('Form', agency.channel.orderFormId);
  const { formSchema } = await aForm(api, { widgets: [textInput('slogan', 'Slogan')] });
  await callExpecting<Form>(api.admin.call, 200, {
    method: 'PATCH',
    path: `/api/forms/${form.id}`,
    body: { formSchema },
  });
  expect(await entriesOf(`resourceId=${form.id}&kind=publishing&sort=createdAt`)).toMatchObject([
    { action: 'publish', name: form.name, details: { version: 1 } },
    { action: 'publish', name: form.name, details: { version: 2 }, actor: api.admin.user.id },
  ]);
});

it('contains no secret in any entry', async () => {
  // The hashes of the chain itself are computed over entries and are no secrets.
  const text = JSON.stringify((await everything()).map(({ hash, previous, ...entry }) => entry));
  expect(text).toContain('"signInFailed"');
  for (const secret of ['a long enough password', '$argon2', 'no-such-link', 'sealed:', 'challenge":', 'hash"'])
    expect(text).not.toContain(secret);
  for (const { value } of [...api.admin.cookies, ...agency.user.cookies])
    expect(text).not.toContain(value.split('.')[0]);
});

it('exports as CSV, as the screen does, whom a user acted for if that is a different user', async () => {
  const developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'], name: 'Dora Developer' }));
  const person = await aUser(api, { name: 'Bob Owner' });
  const { cookies } = await developer.call({ method: 'POST', path: `/api/auth/proxy/${person.id}`, body: {} });
  await callExpecting(api.call, 200, {
    ...{ method: 'PATCH', path: '/api/users/me', body: { name: 'Bob The Owner' } },
    cookies: cookies.filter(({ value }) => value !== ''),
  });
  const csvOf = async (query: string) =>
    String((await api.admin.call({ path: `/api/audit_log.csv?resourceId=${person.id}&${query}` })).body);
  const rows = (text: string) => text.trim().split('\n').slice(1).toSorted();
  const both = rows(await csvOf('columns=action,actor,user&populate=actor,user'));
  expect(both).toEqual(
    ['create,Administrator,', 'proxyStart,Dora Developer,Bob The Owner', 'update,Dora Developer,Bob The Owner'].map(
      (row) => row.replace('Administrator', api.admin.user.name),
    ),
  );
  // Also when the other column is not requested, and when no columns are chosen.
  expect(rows(await csvOf('columns=action,user&populate=user'))).toEqual(
    both.map((row) => row.replace(/,[^,]*,/, ',')),
  );
  expect(rows(await csvOf('populate=user')).join()).not.toContain(`${api.admin.user.id},${api.admin.user.id}`);
});

it('records a new order of tiles as one entry of their guild, with the titles of the tiles', async () => {
  const guild = await api.admin.create('Guild', { name: 'Harbor Guild' });
  const path = `/api/guilds/${guild.id}/resources`;
  const tiles = [];
  for (const [order, title] of ['Welcome', 'Rates', 'News'].entries())
    tiles.push(
      await callExpecting<{ id: string }>(api.admin.call, 201, {
        ...{ method: 'POST', path },
        body: { title, place: 'homepage', content: title, order },
      }),
    );
  const body = tiles.map(({ id }, index) => ({ id, order: (index + 1) % 3 }));
  await callExpecting(api.admin.call, 200, { method: 'PATCH', path, body });
  await callExpecting(api.admin.call, 200, { method: 'PATCH', path, body });
  const log = await callExpecting<{ results: object[] }>(api.admin.call, 200, { path: '/api/audit_log?limit=2' });
  expect(log.results).toMatchObject([
    {
      action: 'update',
      resourceType: 'Guild',
      resourceId: guild.id,
      name: 'Harbor Guild',
      changes: [{ field: 'resources', from: '"Welcome, Rates, News"', to: '"News, Welcome, Rates"' }],
    },
    { action: 'create', resourceType: 'GuildResource', name: 'News' },
  ]);
});
