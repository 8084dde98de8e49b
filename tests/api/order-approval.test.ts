import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildApp } from '#api/app.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { Readiness } from '#api/platform/readiness.ts';
import type { Order } from '#schemas/generated/types.ts';
import { versionInWords } from '#schemas/orders/version-words.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { messagesTo } from '#tests/product/mail.ts';
import { freezeClock, second } from './clock.ts';
import { type Agency, aClient, aDraft, aForm, anAgency, aUser, textInput } from './factories.ts';
import { type OrderResponse, patchOrder, patchOrderOk, readOrder, versionsOf } from './order-helpers.ts';
import { type Api, injectedCaller, startApi } from './server.ts';

let api: Api;
let agency: Agency;
let other: SignedInUser;

const budget = {
  type: 'number_input',
  meta: { key: 'budget', label: 'Budget', validationScript: 'if this < 500 { reject because "At least $500" }' },
};
const low = { path: '/formData/budget', message: 'At least $500' };
const noHeadline = { path: '/formData/headline', message: 'Missing required field: Headline' };

beforeAll(async () => {
  api = await startApi({ WEBHOOK_ALLOW: '127.0.0.1' });
  agency = await anAgency(api, { form: await aForm(api, { widgets: [textInput('headline', 'Headline'), budget] }) });
  other = await api.signedInAs(await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [agency.entity] }));
  const config = {
    subject: 'Welcome {{order.refCode}}',
    content: 'Hello',
    to: [{ type: 'variable', value: 'client' }],
  };
  await callExpecting(api.admin.call, 200, {
    method: 'PATCH',
    path: `/api/channels/${agency.channel.id}`,
    body: { onboardingEmail: { enabled: true, config } },
  });
  await api.admin.create('Webhook', { name: 'Hook', address: 'http://127.0.0.1:9/', events: ['approved'] });
});
afterAll(() => api.close());

const act = (person: SignedInUser, { id }: Order, body: object) =>
  person.call({ method: 'POST', path: `/api/orders/${id}/actions`, body });
const actOn = (person: SignedInUser, { id }: Order, body: object) =>
  callExpecting<OrderResponse>(person.call, 201, { method: 'POST', path: `/api/orders/${id}/actions`, body });
const undo = { kind: 'APPROVAL_UNDONE' };

/** A pending order for a new client with this e-mail address. */
async function pendingFor(email: string, formData: object = { headline: 'Bread', budget: 900 }): Promise<Order> {
  const client = await aClient(api, { below: agency.entity, email });
  return await patchOrderOk(agency.user, await aDraft(agency, { client: client.id, formData: { ...formData } }), {
    status: 'PENDING',
  });
}
const mailsOf = ({ id }: Order) => storeOf('OutboxMessage').find({ filter: { order: id }, sort: ['createdAt'] });
const kindsOf = async (order: Order) => (await mailsOf(order)).map(({ kind }) => kind);
const deliveriesOf = ({ id }: Order) => storeOf('WebhookDelivery').find({ filter: { order: id } });
const onboardedAt = async ({ id }: Order) => (await storeOf('Order').findOne({ _id: id }))?.onboardedAt;
const inTime = { timeout: 20_000 };

describe('an approval', () => {
  it('delays its mails and webhooks for 30 seconds, and then sends each once', async () => {
    const clock = freezeClock();
    const pending = await pendingFor('waiting@example.com');
    const complete = await patchOrderOk(agency.moderator, pending, { status: 'COMPLETE' });
    const until = new Date(clock.now().getTime() + 30 * second).toISOString();
    expect(complete.approval).toMatchObject({ user: agency.moderator.user.id, undoableUntil: until });
    const delayedMails = (await mailsOf(complete)).filter(({ kind }) => kind !== 'submitted');
    expect(delayedMails).toMatchObject([
      { kind: 'onboarding', status: 'waiting', notBefore: until },
      { kind: 'approved', status: 'waiting', notBefore: until },
    ]);
    const due = { subject: { $in: delayedMails.map(({ id }) => `OutboxMessage/${id}`) } };
    expect((await storeOf('Job').find({ filter: due })).map(({ dueAt }) => dueAt)).toEqual([until, until]);
    expect(await deliveriesOf(complete)).toMatchObject([{ event: 'approved', status: 'waiting', attempts: [] }]);
    expect(await messagesTo(api.config.dataDir, 'waiting@example.com')).toEqual([]);
    clock.pass(30 * second);
    await expect.poll(() => messagesTo(api.config.dataDir, 'waiting@example.com'), inTime).toHaveLength(1);
    await expect.poll(async () => (await deliveriesOf(complete))[0]?.attempts, inTime).toHaveLength(1);
  });

  it('can be undone by its author: nothing was sent, and a second approval sends one mail', async () => {
    const clock = freezeClock();
    const pending = await readOrder(agency.user, await pendingFor('undone@example.com'));
    clock.pass(5 * second);
    const complete = await patchOrderOk(agency.moderator, pending, { status: 'COMPLETE' });
    clock.pass(29 * second);
    const undone = await actOn(agency.moderator, complete, undo);
    const { actions, revision, updatedAt, lastEditedBy } = undone;
    expect(undone).toEqual({ ...pending, actions, revision, updatedAt, lastEditedBy });
    expect(actions).toMatchObject([{ kind: 'APPROVAL_UNDONE', user: agency.moderator.user.id }]);
    const [version] = (await versionsOf(api, pending)).results;
    expect(version?.extra).toMatchObject({ from: 'COMPLETE', to: 'PENDING', action: 'undoApproval' });
    expect(versionInWords(version?.extra ?? {})).toBe('undid the approval');
    expect(await kindsOf(undone)).toEqual(['submitted']);
    expect(await deliveriesOf(undone)).toEqual([]);
    expect(await onboardedAt(undone)).toBeNull();
    clock.pass(60 * second);
    await patchOrderOk(agency.moderator, undone, { status: 'COMPLETE' });
    expect(await onboardedAt(undone)).not.toBeNull();
    clock.pass(30 * second);
    await expect.poll(() => messagesTo(api.config.dataDir, 'undone@example.com'), inTime).toHaveLength(1);
    expect(await kindsOf(undone)).toEqual(['submitted', 'onboarding', 'approved']);
  });

  it('cannot be undone by others, after 30 seconds, or after another change', async () => {
    const clock = freezeClock();
    const pending = await pendingFor('late@example.com');
    const complete = await patchOrderOk(agency.moderator, pending, { status: 'COMPLETE' });
    for (const person of [other, api.admin, agency.user])
      expect(await act(person, complete, undo)).toMatchObject({
        status: 403,
        body: {
          code: 'MISSING_PERMISSION',
          reason:
            'An order can be changed from COMPLETE to PENDING only by the user who approved it, within 30 seconds',
        },
      });
    clock.pass(30 * second);
    expect((await act(agency.moderator, complete, undo)).status).toBe(403);
    expect(await kindsOf(complete)).toEqual(['submitted', 'onboarding', 'approved']);
    const again = await patchOrderOk(agency.moderator, await pendingFor('again@example.com'), { status: 'COMPLETE' });
    await patchOrderOk(agency.user, again, {
      status: 'PENDING',
      changeNotes: 'More',
      formData: { headline: 'B', budget: 900 },
    });
    expect(await act(agency.moderator, again, undo)).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
    await patchOrderOk(agency.user, again, { status: 'DRAFT' });
    expect((await act(agency.moderator, again, undo)).status).toBe(403);
  });

  it('cannot be undone once one of its messages is being sent', async () => {
    freezeClock();
    const complete = await patchOrderOk(agency.moderator, await pendingFor('running@example.com'), {
      status: 'COMPLETE',
    });
    const [mail] = (await mailsOf(complete)).filter(({ kind }) => kind === 'approved');
    await storeOf('Job').updateMany({ subject: `OutboxMessage/${mail?.id}` }, { $set: { status: 'running' } });
    expect(await act(agency.moderator, complete, undo)).toMatchObject({
      status: 400,
      body: { reason: 'The messages of this approval are already being sent, so it cannot be undone' },
    });
    expect(await readOrder(agency.user, complete)).toMatchObject({ status: 'COMPLETE', revision: complete.revision });
    expect(await kindsOf(complete)).toEqual(['submitted', 'onboarding', 'approved']);
  });

  it('an approval of a change is undone to the pending change, which can then be rejected', async () => {
    freezeClock();
    const order = await patchOrderOk(agency.moderator, await pendingFor('change@example.com'), { status: 'COMPLETE' });
    const changed = await patchOrderOk(agency.user, order, {
      status: 'PENDING',
      changeNotes: 'More',
      formData: { headline: 'Changed', budget: 900 },
    });
    const approved = await patchOrderOk(other, changed, { status: 'COMPLETE' });
    const undone = await actOn(other, approved, undo);
    const { changeDate, waitingSince, formData } = changed;
    expect(undone).toMatchObject({ status: 'PENDING', changeDate, waitingSince, formData, changeNotes: 'More' });
    const rejected = await patchOrderOk(other, undone, { status: 'DRAFT', reason: 'After all not' });
    expect(rejected).toMatchObject({ status: 'COMPLETE', formData: { headline: 'Bread' } });
  });
});

describe('a bypass and an approval in one request', () => {
  const asking = { kind: 'VALIDATION_BYPASS_REQUESTED', notes: 'They pay in spring' };
  const deciding = { kind: 'VALIDATION_BYPASS_APPROVED', approve: true };
  const requestBypass = async (formData: object) =>
    actOn(agency.user, await aDraft(agency, { formData: { ...formData } }), asking);

  it('waives the given rejections and approves the order', async () => {
    freezeClock();
    const waiting = await requestBypass({ headline: 'Bread', budget: 100 });
    const complete = await actOn(other, waiting, { ...deciding, rejections: [low] });
    expect(complete).toMatchObject({
      status: 'COMPLETE',
      validationMode: 'BYPASS',
      waivers: [{ ...low, isGranted: true }],
      approval: { user: other.user.id },
    });
    expect(complete.actions.at(-1)).toMatchObject({ kind: 'VALIDATION_BYPASS_APPROVED', rejections: [low] });
    const [version] = (await versionsOf(api, complete)).results;
    expect(version?.extra).toMatchObject({ action: 'approve', from: 'PENDING', to: 'COMPLETE' });
    expect(await kindsOf(complete)).toEqual(['waiverAsked', 'onboarding', 'approved']);
  });

  it('is rejected as a whole if something that blocks the order is not waived', async () => {
    const waiting = await requestBypass({ headline: '', budget: 100 });
    expect(await act(other, waiting, { ...deciding, rejections: [low] })).toMatchObject({
      status: 422,
      body: { code: 'GS_VALIDATION_REJECTED', details: { fields: [noHeadline] } },
    });
    expect(await readOrder(agency.user, waiting)).toMatchObject({
      status: 'PENDING',
      waivers: [{}, {}],
      revision: waiting.revision,
    });
    expect(await actOn(other, waiting, deciding)).toMatchObject({ status: 'COMPLETE' });
  });

  it('is undone as a whole: the bypass request is pending again', async () => {
    freezeClock();
    const waiting = await requestBypass({ headline: 'Bread', budget: 100 });
    const complete = await actOn(other, waiting, deciding);
    const undone = await actOn(other, complete, undo);
    const { waivers, validationMode, bypassRequestedBy, waitingSince } = waiting;
    expect(undone).toMatchObject({ status: 'PENDING', waivers, validationMode, bypassRequestedBy, waitingSince });
    expect(await actOn(agency.moderator, undone, deciding)).toMatchObject({ status: 'COMPLETE' });
  });

  it('is rejected for the requester and for users who are no moderators', async () => {
    const own = await actOn(agency.moderator, await aDraft(agency, { formData: { headline: 'A', budget: 1 } }), asking);
    for (const person of [agency.moderator, agency.user])
      expect((await act(person, own, deciding)).body).toMatchObject({ code: 'MISSING_PERMISSION' });
    expect(await patchOrder(agency.user, own, { status: 'COMPLETE' })).toMatchObject({ status: 403 });
  });

  it('notifies the requester of the bypass if that is not the user of the order', async () => {
    freezeClock();
    const draft = await aDraft(agency, { formData: { headline: 'A', budget: 1 } });
    const waiting = await actOn(agency.moderator, draft, asking);
    const complete = await actOn(other, waiting, deciding);
    const recipients = (await mailsOf(complete)).map(({ kind, to }) => [kind, to]);
    expect(recipients).toContainEqual(['approved', [agency.user.user.email]]);
    expect(recipients).toContainEqual(['waiverGiven', [agency.moderator.user.email]]);
  });
});

describe('the mails about a bypass', () => {
  const asking = { kind: 'VALIDATION_BYPASS_REQUESTED', notes: 'They pay in spring' };
  const textOf = async (order: Order, kind: string) =>
    (await mailsOf(order)).findLast((each) => each.kind === kind)?.text;

  it('list what would be waived, what is waived and what is not, and who decided', async () => {
    const waiting = await actOn(agency.user, await aDraft(agency, { formData: { headline: '', budget: 100 } }), asking);
    const notes = 'They pay in spring\n\nTo be waived:\n\n- Missing required field: Headline\n- Budget: At least $500';
    expect(await textOf(waiting, 'waiverAsked')).toContain(notes);
    const granted = await actOn(other, waiting, { kind: 'VALIDATION_BYPASS_APPROVED', rejections: [low] });
    expect(granted.actions.at(-1)).toMatchObject({
      userName: other.user.name,
      rejections: [low],
      declined: [noHeadline],
    });
    const text = await textOf(granted, 'waiverGiven');
    expect(text).toContain(`${other.user.name} approved the bypass`);
    expect(text).toContain('Waived:\n\n- Budget: At least $500');
    expect(text).toContain('Not waived:\n\n- Missing required field: Headline');
  });

  it('list what a rejected bypass did not waive', async () => {
    const waiting = await actOn(
      agency.user,
      await aDraft(agency, { formData: { headline: 'A', budget: 100 } }),
      asking,
    );
    const rejected = await actOn(other, waiting, { kind: 'VALIDATION_BYPASS_REJECTED', reason: 'Not *this* year' });
    const text = await textOf(rejected, 'waiverRefused');
    expect(text).toContain('Not *this* year\n\nNot waived:\n\n- Budget: At least $500');
  });
});

// Must be the last test: it closes the API of the others.
it('an approval can be undone after a restart, and its messages are sent after a restart', async () => {
  const clock = freezeClock();
  const [one, two] = [await pendingFor('restart.one@example.com'), await pendingFor('restart.two@example.com')];
  for (const order of [one, two]) await patchOrderOk(agency.moderator, order, { status: 'COMPLETE' });
  await api.app.close();
  const readiness = new Readiness({ database: true, data: true });
  const app = await buildApp({ config: api.config, readiness });
  // Its workers would claim the jobs of later test files in this process.
  onTestFinished(() => app.close());
  const call = injectedCaller(app, api.config.publicUrl);
  clock.pass(20 * second);
  const path = `/api/orders/${one.id}/actions`;
  const undone = await call({ method: 'POST', path, body: undo, cookies: agency.moderator.cookies });
  expect(undone).toMatchObject({ status: 201, body: { status: 'PENDING' } });
  clock.pass(10 * second);
  await expect.poll(() => messagesTo(api.config.dataDir, 'restart.two@example.com'), inTime).toHaveLength(1);
  expect(await messagesTo(api.config.dataDir, 'restart.one@example.com')).toEqual([]);
  expect(await onboardedAt(one)).toBeNull();
});
