import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { Channel, Order } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { openMailbox } from '#tests/product/mail.ts';
import { type Agency, aClient, aDraft, aForm, anAgency, textInput } from './factories.ts';
import { patchOrderOk, readOrder, sendDelayedMessages } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let without: Agency;

const config = {
  subject: 'Welcome, {{client.name}}',
  content:
    '# {{form.headline}}\n\nOrder {{ order.refCode }} of {{channel.name}}, [see it](https://portal.example)\n\n<b>{{form.secret}}</b>',
  format: 'markdown',
  to: [
    { type: 'variable', value: 'client' },
    { type: 'variable', value: 'form.headline' },
  ],
  cc: [
    { type: 'variable', value: 'moderators' },
    { type: 'static', value: 'desk@example.com' },
  ],
} satisfies NonNullable<Channel['onboardingEmail']>['config'];

beforeAll(async () => {
  api = await startApi();
  const secret = { type: 'password_input', meta: { key: 'secret', label: 'Secret' } };
  const form = await aForm(api, { widgets: [textInput('headline', 'Headline'), secret] });
  agency = await anAgency(api, { form });
  without = await anAgency(api);
  await callExpecting(api.admin.call, 200, {
    method: 'PATCH',
    path: `/api/channels/${agency.channel.id}`,
    body: { onboardingEmail: { enabled: true, config } },
  });
});
afterAll(() => api.close());

/** The statuses of the onboarding e-mails of an order. */
const queuedFor = async (order: Order) =>
  (await storeOf('OutboxMessage').find({ filter: { order: order.id, kind: 'onboarding' } })).map(
    ({ status }) => status,
  );

/** Submits, approves, changes and approves again. */
async function completedTwice(of: Agency, order: Order): Promise<void> {
  await patchOrderOk(of.user, order, { status: 'PENDING' });
  await patchOrderOk(of.moderator, order, { status: 'COMPLETE' });
  await patchOrderOk(of.user, order, {
    status: 'PENDING',
    changeNotes: 'More',
    formData: { headline: 'Another *day*' },
  });
  await patchOrderOk(of.moderator, order, { status: 'COMPLETE' });
  await sendDelayedMessages();
}

it('a completed order sends the onboarding e-mail of its channel once, filled with the values of the order', async () => {
  const client = await aClient(api, { below: agency.entity, name: 'Stone & Sons', email: 'stone@example.com' });
  const order = await aDraft(agency, {
    client: client.id,
    formData: { headline: 'Bread *daily*', secret: 'four words of mine' },
  });
  const mailbox = await openMailbox(api.config.dataDir, 'stone@example.com');
  await completedTwice(agency, order);
  const mail = await mailbox.next(/Welcome/);
  expect(mail).toMatchObject({ to: ['stone@example.com'], subject: 'Welcome, Stone & Sons' });
  expect(mail.text).toContain(`Order ${order.refCode} of ${agency.channel.name}`);
  expect(mail.html).toContain('<h1>Bread *daily*</h1>');
  expect(mail.html).toContain('<a href="https://portal.example">see it</a>');
  expect(mail.html).not.toContain('<b>');
  expect(mail.cc.sort()).toEqual(['desk@example.com', agency.moderator.user.email].sort());
  expect(`${mail.text}${mail.html}`).not.toContain('four words');
  // The mail server may confirm before the product has stored the status.
  await expect.poll(() => queuedFor(order), { timeout: 5_000 }).toEqual(['sent']);
  expect(await readOrder(agency.user, order)).not.toHaveProperty('onboardedAt');
});

it('answers from option lists and resources are merged by their labels, also inactive ones', async () => {
  const options = [
    { value: 'kqed', label: 'KQED San Francisco' },
    { value: 'wnyc', label: 'WNYC New York' },
  ];
  const list = await api.admin.create('OptionList', { name: 'Stations', key: 'stations', options });
  const fieldFrom = (type: string, key: string, optionsFrom: string) => ({
    type,
    meta: { key, label: key },
    config: { optionsFrom, emptyUntilAnswered: true },
  });
  const form = await aForm(api, {
    widgets: [fieldFrom('multiple_select', 'stations', 'stations'), fieldFrom('select', 'partner', 'clients')],
  });
  const ours = await anAgency(api, { form });
  const content = 'On {{form.stations}} with {{form.partner}}';
  const onboardingEmail = { enabled: true, config: { subject: 'Labels', content, to: config.cc } };
  const path = `/api/channels/${ours.channel.id}`;
  await callExpecting(api.admin.call, 200, { method: 'PATCH', path, body: { onboardingEmail } });
  const formData = { stations: ['wnyc', 'kqed'], partner: ours.client.id };
  const order = await aDraft(ours, { client: ours.client.id, formData });
  await patchOrderOk(ours.user, order, { status: 'PENDING' });
  await callExpecting(api.admin.call, 200, {
    method: 'PATCH',
    path: `/api/option_lists/${list.id}`,
    body: { options: options.map((option) => ({ ...option, inactive: true })) },
  });
  const mailbox = await openMailbox(api.config.dataDir, 'desk@example.com');
  await patchOrderOk(ours.moderator, order, { status: 'COMPLETE' });
  await sendDelayedMessages();
  expect((await mailbox.next(/Labels/)).text).toContain(
    `On WNYC New York, KQED San Francisco with ${ours.client.name}`,
  );
});

it('no onboarding e-mail is sent if the channel has none or no recipient has an address', async () => {
  const elsewhere = await aDraft(without);
  const nobody = await aDraft(agency, { formData: { headline: 'No address' } });
  await completedTwice(without, elsewhere);
  await completedTwice(agency, nobody);
  expect(await queuedFor(elsewhere)).toEqual([]);
  // Each completion tries again until there is a recipient.
  expect(await queuedFor(nobody)).toEqual(['noRecipient', 'noRecipient']);
});

it("an onboarding e-mail to the order's user is sent unless that user is inactive", async () => {
  const own = await anAgency(api);
  const to = [{ type: 'variable', value: 'user' }];
  await callExpecting(api.admin.call, 200, {
    method: 'PATCH',
    path: `/api/channels/${own.channel.id}`,
    body: { onboardingEmail: { enabled: true, config: { subject: 'Welcome', content: 'Hello', to } } },
  });
  const onboardingOf = (order: Order) => storeOf('OutboxMessage').findOne({ order: order.id, kind: 'onboarding' });
  const [first, second] = [await aDraft(own), await aDraft(own)];
  for (const order of [first, second]) await patchOrderOk(own.user, order, { status: 'PENDING' });
  await patchOrderOk(own.moderator, first, { status: 'COMPLETE' });
  expect(await onboardingOf(first)).toMatchObject({ to: [own.user.user.email], refusals: [] });
  const { id } = own.user.user;
  await callExpecting(api.admin.call, 200, { method: 'PATCH', path: `/api/users/${id}`, body: { inactive: true } });
  await patchOrderOk(own.moderator, second, { status: 'COMPLETE' });
  expect(await onboardingOf(second)).toMatchObject({
    status: 'noRecipient',
    to: [],
    refusals: [{ recipient: 'User', reason: 'Has no e-mail address' }],
  });
});

it('an onboarding e-mail escapes the name of a client', async () => {
  const name = '[Free](https://evil.example) <img src=x> {{form.secret}} *Sons*';
  const client = await aClient(api, { below: agency.entity, name, email: 'odd@example.com' });
  const order = await aDraft(agency, {
    client: client.id,
    formData: { headline: 'Line\r\nBcc: all@example.com', secret: 'x' },
  });
  const mailbox = await openMailbox(api.config.dataDir, 'odd@example.com');
  await completedTwice(agency, order);
  const { subject, text, html, to } = await mailbox.next(/Welcome/);
  expect({ subject, to }).toEqual({ subject: `Welcome, ${name}`, to: ['odd@example.com'] });
  expect(text).toMatch(/see it:\nhttps:\/\/portal\.example$/m);
  expect(html).not.toMatch(/<img|evil\.example">/);
});

describe('a test of an onboarding e-mail', () => {
  const test = (body: object, person = api.admin, { channel } = agency) =>
    person.call({ method: 'POST', path: `/api/channels/${channel.id}/onboarding_email/test`, body });

  it('is sent to the requesting user only, with a real order and the unsaved text', async () => {
    const order = await aDraft(agency, { formData: { headline: 'Fresh bread' } });
    const mailbox = await openMailbox(api.config.dataDir, api.admin.user.email);
    const sent = await test({ subject: 'Hello {{client.name}}', content: '**{{form.headline}}**', order: order.id });
    expect(sent).toMatchObject({ status: 200, body: { sentTo: api.admin.user.email } });
    expect(await mailbox.next(/^Test/)).toMatchObject({
      subject: `Test: Hello ${agency.client.name}`,
      text: expect.stringMatching(/^Fresh bread\n*$/),
      cc: [],
    });
    expect(await queuedFor(order)).toEqual([]);
  });

  it('uses sample values without an order, and the saved text if none is given', async () => {
    const mailbox = await openMailbox(api.config.dataDir, api.admin.user.email);
    await test({});
    expect((await mailbox.next(/^Test/)).subject).toBe('Test: Welcome, Blue Ridge Bakery');
    await test({ content: 'Only this' }, api.admin, without);
    expect(await mailbox.next(/^Test/)).toMatchObject({
      subject: 'Test:',
      text: expect.stringMatching(/^Only this\n*$/),
    });
  });

  it('is rejected for an order of another channel, for an unknown field, and without the right to change the channel', async () => {
    const elsewhere = await aDraft(without);
    expect((await test({ order: elsewhere.id })).body).toMatchObject({ details: { errors: [{ path: '/order' }] } });
    expect((await test({ content: '{{nobody}}' })).body).toMatchObject({ details: { errors: [{ path: '/content' }] } });
    expect((await test({}, agency.moderator)).status).toBe(403);
    expect((await test({}, without.moderator)).status).toBe(404);
  });

  it('is limited to thirty an hour', async () => {
    const statuses = new Set<number>();
    for (let sent = 0; sent < 31; sent += 1) statuses.add((await test({})).status);
    expect([...statuses]).toEqual([200, 429]);
  });
});
