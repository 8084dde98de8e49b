import { afterAll, beforeAll, expect, it } from 'vitest';
import { store } from '#api/store/store.ts';
import type { Channel, Order } from '#schemas/generated/types.ts';
import { openMailbox } from '#tests/product/mail.ts';
import { type Agency, aClient, aDraft, aForm, anAgency, textInput } from './factories.ts';
import { readOrder, saved } from './ordering.ts';
import { type Api, expecting, startApi } from './server.ts';

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
  await expecting(api.admin.call, 200, {
    method: 'PATCH',
    path: `/api/channels/${agency.channel.id}`,
    body: { onboardingEmail: { enabled: true, config } },
  });
});
afterAll(() => api.close());

/** How many mails of an order there are. */
const queuedFor = (order: Order) => store('OutboxMessage').count({ order: order.id });

/** Sends, approves, changes and approves again. */
async function completedTwice(of: Agency, order: Order): Promise<void> {
  await saved(of.user, order, { status: 'PENDING' });
  await saved(of.moderator, order, { status: 'COMPLETE' });
  await saved(of.user, order, { status: 'PENDING', changeNotes: 'More', formData: { headline: 'Another *day*' } });
  await saved(of.moderator, order, { status: 'COMPLETE' });
}

it('an order that is complete brings the onboarding e-mail of its channel once, told with its own values', async () => {
  const client = await aClient(api, { below: agency.entity, name: 'Stone & Sons', email: 'stone@example.com' });
  const order = await aDraft(agency, {
    client: client.id,
    formData: { headline: 'Bread *daily*', secret: 'four words of mine' },
  });
  const mailbox = await openMailbox(api.config.dataDir, 'stone@example.com');
  await completedTwice(agency, order);
  const mail = await mailbox.next();
  expect(mail).toMatchObject({ to: ['stone@example.com'], subject: 'Welcome, Stone & Sons' });
  expect(mail.text).toContain(`Order ${order.refCode} of ${agency.channel.name}`);
  expect(mail.html).toContain('<h1>Bread *daily*</h1>');
  expect(mail.html).toContain('<a href="https://portal.example">see it</a>');
  expect(mail.html).not.toContain('<b>');
  expect(mail.cc.sort()).toEqual(['desk@example.com', agency.moderator.user.email].sort());
  expect(`${mail.text}${mail.html}`).not.toContain('four words');
  expect(await queuedFor(order)).toBe(1);
  expect(await readOrder(agency.user, order)).not.toHaveProperty('onboardedAt');
});

it('nobody is written to where a channel has no such e-mail, or nobody has an address', async () => {
  const elsewhere = await aDraft(without);
  const nobody = await aDraft(agency, { formData: { headline: 'No address' } });
  await completedTwice(without, elsewhere);
  await completedTwice(agency, nobody);
  expect([await queuedFor(elsewhere), await queuedFor(nobody)]).toEqual([0, 0]);
});
