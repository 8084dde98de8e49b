import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import type { Channel, Order, OutboxMessage } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { openMailbox } from '#tests/product/mail.ts';
import { day, freezeClock, hour } from './clock.ts';
import { type Agency, aClient, aDraft, anAgency } from './factories.ts';
import { patchOrderOk, sendDelayedMessages } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';
import { type MailServer, openMailServer } from './smtp.ts';

let server: MailServer;
let api: Api;
let agency: Agency;
let stranger: Agency;

beforeAll(async () => {
  server = await openMailServer();
  api = await startApi(server.environment);
  agency = await anAgency(api);
  stranger = await anAgency(api);
  await onboard({ to: [{ type: 'variable', value: 'client' }] });
});
afterAll(async () => {
  await api.close();
  await server.close();
});

type Config = NonNullable<NonNullable<Channel['onboardingEmail']>['config']>;
type MailStatus = Partial<OutboxMessage>;

/** Sets the recipients of the onboarding e-mail of the agency's channel. */
async function onboard(config: Config): Promise<void> {
  const onboardingEmail = {
    enabled: true,
    config: { subject: 'Welcome, {{client.name}}', content: 'Hello', ...config },
  };
  const path = `/api/channels/${agency.channel.id}`;
  await callExpecting(api.admin.call, 200, { method: 'PATCH', path, body: { onboardingEmail } });
}

/** A COMPLETE order of a client with this e-mail address. */
async function completeOrder(email?: string): Promise<Order> {
  const client = await aClient(api, { below: agency.entity, ...(email ? { email } : {}) });
  const order = await aDraft(agency, { client: client.id });
  await patchOrderOk(agency.user, order, { status: 'PENDING' });
  const complete = await patchOrderOk(agency.moderator, order, { status: 'COMPLETE' });
  await sendDelayedMessages();
  return complete;
}

const pathOf = ({ id }: Order) => `/api/orders/${id}/mails`;
const mailsOf = async (person: SignedInUser, order: Order): Promise<MailStatus[]> =>
  (await callExpecting<{ results: MailStatus[] }>(person.call, 200, { path: pathOf(order) })).results;
const onboardingOf = async (order: Order, person = agency.user) =>
  (await mailsOf(person, order)).find(({ kind }) => kind === 'onboarding');
const inTime = { timeout: 10_000 };

describe('the mails about an order', () => {
  it('are listed for its readers, newest first, with recipients and delivery status', async () => {
    const order = await completeOrder('stone@example.com');
    await expect
      .poll(() => onboardingOf(order), inTime)
      .toMatchObject({
        kind: 'onboarding',
        to: ['stone@example.com'],
        status: 'sent',
        refusals: [],
        by: agency.moderator.user.id,
        orderRevision: 3,
      });
    const mails = await mailsOf(agency.user, order);
    expect(mails.map(({ kind }) => kind)).toEqual(['approved', 'onboarding', 'submitted']);
    expect(mails[0]).not.toHaveProperty('text');
    expect((await stranger.moderator.call({ path: pathOf(order) })).status).toBe(404);
    expect((await agency.user.call({ path: `${pathOf(order)}?limit=0` })).status).toBe(400);
  });

  it('report the recipients that the mail server rejected, with its message, and reach the others', async () => {
    await onboard({
      to: [
        { type: 'variable', value: 'client' },
        { type: 'static', value: 'refused@example.com' },
      ],
      cc: [{ type: 'static', value: 'busy@example.com' }],
      bcc: [{ type: 'static', value: 'hidden@example.com' }],
    });
    const clock = freezeClock();
    const order = await completeOrder('hill@example.com');
    const rejections = [{ recipient: 'refused@example.com', reason: '550 no such person' }];
    await expect
      .poll(() => onboardingOf(order), inTime)
      .toMatchObject({ status: 'waiting', refusals: rejections, trouble: expect.stringContaining('come back later') });
    expect(await onboardingOf(order)).not.toHaveProperty('bcc');
    expect(await onboardingOf(order, agency.moderator)).toMatchObject({ bcc: ['hidden@example.com'] });
    const box = await openMailbox(api.config.dataDir, 'hill@example.com');
    server.setBusy(false);
    clock.pass(hour);
    await expect
      .poll(() => onboardingOf(order), inTime)
      .toMatchObject({ status: 'sent', refusals: rejections, trouble: null });
    // A recipient who has the mail gets no second one: the next mail in the mailbox is another.
    const again = await completeOrder('hill@example.com');
    await expect.poll(() => onboardingOf(again), inTime).toMatchObject({ status: 'sent' });
    expect((await box.next()).file).not.toBe((await box.next().catch(() => ({ file: '' }))).file);
  });

  it('report that all recipients were rejected, and that there is no recipient address', async () => {
    await onboard({ to: [{ type: 'variable', value: 'client' }] });
    const bounced = await completeOrder('refused@example.com');
    await expect
      .poll(() => onboardingOf(bounced), inTime)
      .toMatchObject({
        status: 'bounced',
        sentAt: null,
        refusals: [{ recipient: 'refused@example.com', reason: '550 no such person' }],
      });
    const unaddressed = await completeOrder();
    expect(await onboardingOf(unaddressed)).toMatchObject({
      status: 'noRecipient',
      to: [],
      refusals: [{ recipient: 'Client', reason: 'Has no e-mail address' }],
    });
  });
});

describe('a mail about an order', () => {
  const resend = (person: SignedInUser, order: Order, id: string | undefined) =>
    person.call({ method: 'POST', path: `${pathOf(order)}/${id}/resend` });

  it('can be resent by a moderator to the corrected address, and reports that', async () => {
    const order = await completeOrder('refused.once@example.com');
    await expect.poll(() => onboardingOf(order), inTime).toMatchObject({ status: 'bounced' });
    const { id } = (await onboardingOf(order)) ?? {};
    const client = `/api/clients/${order.client}`;
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path: client, body: { email: 'mended@example.com' } });
    const box = await openMailbox(api.config.dataDir, 'mended@example.com');
    await onboard({
      to: [{ type: 'variable', value: 'client' }],
      bcc: [{ type: 'static', value: 'hidden@example.com' }],
    });
    expect(await resend(agency.moderator, order, id)).toMatchObject({
      status: 201,
      body: {
        kind: 'onboarding',
        to: ['mended@example.com'],
        bcc: ['hidden@example.com'],
        resendOf: id,
        by: agency.moderator.user.id,
      },
    });
    const { text, html } = await box.next();
    expect(text).toMatch(/^This is a copy of a message of \d+\/\d+\/\d+\.\n\nHello/);
    expect(html).toContain('This is a copy of a message of');
    expect((await onboardingOf(order))?.resendOf).toBe(id);
  });

  it('cannot be resent by others, or while there is no recipient address', async () => {
    const order = await completeOrder();
    const { id } = (await onboardingOf(order)) ?? {};
    expect((await resend(agency.user, order, id)).body).toMatchObject({ code: 'MISSING_PERMISSION' });
    expect((await resend(stranger.moderator, order, id)).body).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    const other = await completeOrder();
    expect((await resend(agency.moderator, other, id)).body).toMatchObject({
      code: 'RESOURCE_NOT_FOUND',
      details: { type: 'OutboxMessage', id },
    });
    expect((await resend(agency.moderator, order, id)).body).toMatchObject({
      code: 'REQUEST_DENIED',
      reason: 'This mail has no recipient with an address (Client: Has no e-mail address)',
    });
  });

  const readMail = (order: Order) => () => storeOf('OutboxMessage').findOne({ order: order.id, kind: 'onboarding' });

  it('a mail about an order that reached some recipients but never another is sent, and reports who has not got it', async () => {
    server.setBusy(true);
    const to = ['hill@example.com', 'busy@example.com'].map((value) => ({ type: 'static' as const, value }));
    await onboard({ to });
    const clock = freezeClock();
    const order = await completeOrder();
    await expect.poll(readMail(order), inTime).toMatchObject({ accepted: ['hill@example.com'], status: 'waiting' });
    clock.pass(3 * day + hour);
    await expect.poll(readMail(order), inTime).toMatchObject({
      status: 'sent',
      accepted: ['hill@example.com'],
      trouble: 'busy@example.com: 450 come back later',
    });
  });

  it('a mail about an order that no server accepts for three days is given up, and reports the last error', async () => {
    const clock = freezeClock();
    await onboard({ to: [{ type: 'static', value: 'refused@example.com' }] });
    await server.close();
    const order = await completeOrder();
    await expect.poll(() => onboardingOf(order), inTime).toMatchObject({ trouble: 'No mail server accepted it' });
    clock.pass(3 * day + hour);
    // Read from the store: no session lasts that long.
    await expect
      .poll(readMail(order), inTime)
      .toMatchObject({ status: 'failed', sentAt: null, trouble: 'No mail server accepted it' });
  });
});
