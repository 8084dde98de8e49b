import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMissingNotices } from '#api/engine/mail/templates.ts';
import { storeOf } from '#api/engine/store/store.ts';
import type { EmailTemplate, Order, OutboxMessage } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { openMailbox } from '#tests/product/mail.ts';
import { type Agency, aDraft, aForm, anAgency, aUser, textInput } from './factories.ts';
import { patchOrderOk, sendDelayedMessages } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let second: SignedInUser;

const budget = {
  type: 'number_input',
  meta: { key: 'budget', label: 'Budget', validationScript: 'if this < 500 { reject because "At least $500" }' },
};

beforeAll(async () => {
  api = await startApi();
  const form = await aForm(api, { widgets: [textInput('headline', 'Headline'), budget] });
  agency = await anAgency(api, { form });
  await anAgency(api);
  second = await api.signedInAs(await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [agency.entity] }));
});
afterAll(() => api.close());

/** The notices about an order and their recipients. */
async function notificationsOf(order: Order): Promise<[string, string[]][]> {
  const mails = await storeOf('OutboxMessage').find({ filter: { order: order.id }, sort: ['createdAt'] });
  return mails.map(({ kind, to }: OutboxMessage) => [kind, to.toSorted()]);
}

const draft = (amount = 900) => aDraft(agency, { formData: { headline: 'Fresh bread', budget: amount } });
const act = (person: SignedInUser, order: Order, body: object) =>
  callExpecting<Order>(person.call, 201, { method: 'POST', path: `/api/orders/${order.id}/actions`, body });
const emails = (...people: SignedInUser[]) => people.map(({ user }) => user.email).toSorted();
const setUser = (person: SignedInUser, id: string, body: object) =>
  person.call({ method: 'PATCH', path: `/api/users/${id}`, body });

it('events of an order notify the people concerned, and never their actor', async () => {
  const order = await draft();
  await patchOrderOk(agency.user, order, { status: 'PENDING' });
  await patchOrderOk(agency.moderator, order, { status: 'DRAFT', reason: 'No start date' });
  await patchOrderOk(agency.moderator, order, { status: 'PENDING' });
  await patchOrderOk(second, order, { status: 'COMPLETE' });
  await patchOrderOk(agency.user, order, {
    status: 'PENDING',
    changeNotes: 'More of it',
    formData: { headline: 'B', budget: 900 },
  });
  await patchOrderOk(agency.user, order, { status: 'DRAFT' });
  expect(await notificationsOf(order)).toEqual([
    ['submitted', emails(agency.moderator, second)],
    ['returned', emails(agency.user)],
    ['submitted', emails(second)],
    ['approved', emails(agency.user)],
    ['submitted', emails(agency.moderator, second)],
  ]);
});

it('a bypass request notifies the moderator it names, and its end notifies the requester', async () => {
  const asking = { kind: 'VALIDATION_BYPASS_REQUESTED', notes: 'They pay in spring', moderator: second.user.id };
  const order = await draft(100);
  await act(agency.user, order, asking);
  await act(second, order, { kind: 'VALIDATION_BYPASS_REJECTED', reason: 'Not this year' });
  await act(agency.user, order, { ...asking, moderator: null });
  await act(second, order, { kind: 'VALIDATION_BYPASS_APPROVED' });
  expect(await notificationsOf(order)).toEqual([
    ['waiverAsked', emails(second)],
    ['waiverRefused', emails(agency.user)],
    ['waiverAsked', emails(agency.moderator, second)],
    ['waiverGiven', emails(agency.user)],
  ]);
});

it('a notice says what was done, by whom and why, with a link on a line of its own', async () => {
  const order = await draft();
  const box = await openMailbox(api.config.dataDir, agency.user.user.email);
  await patchOrderOk(agency.user, order, { status: 'PENDING' });
  await patchOrderOk(agency.moderator, order, { status: 'DRAFT', reason: 'No *start* date' });
  const { subject, text, html } = await box.next(/was sent back/);
  const link = `${api.config.publicUrl}/c/${agency.channel.slug}/orders/${order.id}`;
  expect(subject).toBe(`Order ${order.refCode} of ${agency.client.name} was sent back`);
  expect(text).toContain(
    `${agency.moderator.user.name} sent the order back: ${order.refCode} of ${agency.client.name} in ${agency.channel.name}.\n\nNo *start* date\n\n${link}\n`,
  );
  expect(html).toContain(`<a href="${link}">`);
});

it('each user turns off kinds of notices for themselves only', async () => {
  const { user } = agency;
  expect((await setUser(user, 'me', { noticesOff: ['returned'] })).body).toMatchObject({ noticesOff: ['returned'] });
  expect((await setUser(user, 'me', { noticesOff: ['signIn'] })).status).toBe(400);
  expect((await setUser(agency.moderator, user.user.id, { noticesOff: [] })).body).toMatchObject({
    code: 'REQUEST_SCHEMA_INVALID',
    details: { fields: [{ path: '/noticesOff' }] },
  });
  const order = await draft();
  await patchOrderOk(user, order, { status: 'PENDING' });
  await patchOrderOk(second, order, { status: 'DRAFT', reason: 'No' });
  expect((await notificationsOf(order)).map(([kind]) => kind)).toEqual(['submitted']);
  expect((await setUser(api.admin, user.user.id, { noticesOff: [] })).status).toBe(200);
});

it('inactive users and users who left the agency get no notices', async () => {
  const leaver = await aUser(api, { memberOf: [agency.entity] });
  const order = await draft();
  await patchOrderOk(agency.user, order, { status: 'PENDING' });
  await patchOrderOk(agency.moderator, order, { user: leaver.id });
  const member = `/api/entities/${agency.entity.id}/members/${leaver.id}`;
  await callExpecting(api.admin.call, 200, { method: 'DELETE', path: member });
  await patchOrderOk(agency.moderator, order, { status: 'COMPLETE' });
  expect((await notificationsOf(order)).map(([kind]) => kind)).toEqual(['submitted']);
});

it('notice texts are templates that are created once and that an administrator can edit', async () => {
  await createMissingNotices(() => undefined);
  await createMissingNotices(() => undefined);
  const { results } = await callExpecting<{ results: EmailTemplate[] }>(api.admin.call, 200, {
    path: '/api/email_templates',
  });
  expect(results.map(({ notice }) => notice).toSorted()).toEqual([
    'approved',
    'returned',
    'submitted',
    'waiverAsked',
    'waiverGiven',
    'waiverRefused',
    'welcome',
  ]);
  const { id } = results.find(({ notice }) => notice === 'approved') ?? {};
  const path = `/api/email_templates/${id}`;
  const change = (body: object) => api.admin.call({ method: 'PATCH', path, body });
  expect((await change({ notice: 'returned' })).body).toMatchObject({ code: 'RESOURCE_CONFLICT' });
  expect((await change({ content: '{{user.name}}' })).body).toMatchObject({
    details: { errors: [{ path: '/content' }] },
  });
  expect((await change({ to: [{ type: 'variable', value: 'requester' }] })).body).toMatchObject({
    details: { errors: [{ path: '/to/0/value' }] },
  });
  expect(
    (await change({ subject: 'Done: {{order.refCode}}', cc: [{ type: 'static', value: 'desk@example.com' }] })).status,
  ).toBe(200);
  const order = await draft();
  const box = await openMailbox(api.config.dataDir, agency.user.user.email);
  await patchOrderOk(agency.user, order, { status: 'PENDING' });
  await patchOrderOk(agency.moderator, order, { status: 'COMPLETE' });
  await sendDelayedMessages();
  expect(await box.next(/^Done/)).toMatchObject({ subject: `Done: ${order.refCode}`, cc: ['desk@example.com'] });

  const adminBox = await openMailbox(api.config.dataDir, api.admin.user.email);
  const test = (person: SignedInUser, body: object) => person.call({ method: 'POST', path: `${path}/test`, body });
  expect((await test(api.admin, { order: order.id })).body).toEqual({ sentTo: api.admin.user.email });
  expect((await adminBox.next(/^Test/)).subject).toBe(`Test: Done: ${order.refCode}`);
  expect((await test(agency.moderator, {})).status).toBe(403);
});

it('a new user gets a welcome mail that explains signing in, and it can be resent by users who may create users', async () => {
  const box = await openMailbox(api.config.dataDir, 'newcomer@example.com');
  const user = await agency.moderator.create('User', {
    name: 'Ann <b>New</b>',
    email: 'newcomer@example.com',
    memberships: [{ entity: agency.entity.id }],
  });
  const { text, html } = await box.next(/Welcome/);
  expect(text).toContain(`Hello Ann <b>New</b>,\n\n${agency.moderator.user.name} has created an account for you`);
  expect(text).toContain(`\n\n${api.config.publicUrl}/\n\n`);
  expect(text).not.toContain('#');
  expect(html).not.toContain('<b>');
  const again = (person: SignedInUser, id = user.id) =>
    person.call({ method: 'POST', path: `/api/users/${id}/welcome` });
  expect((await again(agency.moderator)).body).toEqual({ sentTo: 'newcomer@example.com' });
  expect((await box.next(/Welcome/)).text).toBe(text);
  expect((await again(agency.user)).status).toBe(403);
  expect((await again(agency.user, agency.user.user.id)).status).toBe(403);
  await setUser(agency.moderator, user.id, { inactive: true });
  expect((await again(agency.moderator)).body).toMatchObject({ code: 'RESOURCE_INOPERABLE' });
});
