import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteUnusedFiles } from '#api/engine/files/garbage-collection.ts';
import { storeOf } from '#api/engine/store/store.ts';
import type { Order } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { messagesTo } from '#tests/product/mail.ts';
import { requestToken } from '#tests/product/sign-in.ts';
import { day, freezeClock, minute, second } from './clock.ts';
import { type AddressActions, addressActions, anAddress } from './email-address-helpers.ts';
import { type Agency, aDraft, anAgency, aUser } from './factories.ts';
import { patchOrderOk, versionsOf } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';
import { type Uploads, uploadsTo } from './uploads.ts';

let api: Api;
let agency: Agency;
let uploads: Uploads;
let addresses: AddressActions;
beforeAll(async () => {
  api = await startApi();
  agency = await anAgency(api);
  uploads = await uploadsTo(api);
  addresses = addressActions(api);
});
afterAll(() => api.close());

/** One second before and after a time limit. */
const before = -second;
const after = second;

const someone = async () => api.signedInAs(await aUser(api));
const statusOf = async ({ call }: SignedInUser) => (await call({ path: '/api/users/me' })).status;

describe('a magic link', () => {
  it.each([
    ['can be used a second before ten minutes are over', before, 200],
    ['has expired a second after', after, 401],
  ])('%s', async (_, distance, status) => {
    const { email } = await aUser(api);
    const clock = freezeClock();
    const token = await requestToken({ call: api.call, dataDir: api.config.dataDir }, email);
    clock.pass(10 * minute + distance);
    expect(await api.call({ method: 'POST', path: '/api/auth/magic/verify', body: { token } })).toMatchObject({
      status,
    });
  });
});

describe('a link that verifies an address', () => {
  it.each([
    ['can be used a second before ten minutes are over', before, 200],
    ['has expired a second after', after, 401],
  ])('%s', async (_, distance, status) => {
    const person = await someone();
    const added = await addresses.add(person);
    const clock = freezeClock();
    const token = await addresses.verification(person, added);
    clock.pass(10 * minute + distance);
    expect(await addresses.verify(person, token)).toMatchObject({ status });
  });

  it('can be requested again a minute after the last one, and not before', async () => {
    const person = await someone();
    const added = await addresses.add(person);
    const clock = freezeClock();
    await addresses.verification(person, added);
    const press = { method: 'POST', path: `/api/email_addresses/${added.id}/verify` } as const;
    const waiting = () => storeOf('OutboxMessage').count({ to: added.address });
    clock.pass(minute + before);
    await callExpecting(person.call, 200, press);
    expect(await waiting()).toBe(1);
    clock.pass(after - before);
    await callExpecting(person.call, 200, press);
    expect(await waiting()).toBe(2);
    await expect.poll(() => messagesTo(api.config.dataDir, added.address), { timeout: 10_000 }).toHaveLength(2);
  });
});

describe('a session', () => {
  it.each([
    ['is valid a second before it has been idle for three days', before, 200],
    ['has expired a second after', after, 401],
  ])('%s', async (_, distance, status) => {
    const clock = freezeClock();
    const person = await someone();
    clock.pass(3 * day + distance);
    expect(await statusOf(person)).toBe(status);
  });

  it('ends thirty days after it began, even if it is used', async () => {
    const clock = freezeClock();
    const person = await someone();
    for (let days = 2; days < 30; days += 2) {
      clock.pass(2 * day);
      expect(await statusOf(person)).toBe(200);
    }
    clock.pass(2 * day + before);
    expect(await statusOf(person)).toBe(200);
    clock.pass(after - before);
    expect(await statusOf(person)).toBe(401);
  });

  it('can add an address a second before fifteen minutes have passed since the sign-in, and not a second after', async () => {
    const clock = freezeClock();
    const person = await someone();
    const add = () => person.call({ method: 'POST', path: '/api/email_addresses', body: { address: anAddress() } });
    clock.pass(15 * minute + before);
    expect(await add()).toMatchObject({ status: 201 });
    clock.pass(after - before);
    expect(await add()).toMatchObject({
      status: 400,
      body: { reason: expect.stringContaining('Sign in again first') },
    });
  });
});

describe('an Idempotency-Key', () => {
  it('returns the stored response a second before a day has passed, and creates a new record a second after', async () => {
    const clock = freezeClock();
    const { call } = await api.signedInAs(agency.user.user);
    const body = { channelId: agency.channel.id, form: agency.channel.orderFormId, formData: { headline: 'Once' } };
    const post = () =>
      callExpecting<Order>(call, 201, {
        method: 'POST',
        path: '/api/orders',
        body,
        headers: { 'Idempotency-Key': 'a day' },
      });
    const first = await post();
    clock.pass(day + before);
    expect((await post()).id).toBe(first.id);
    clock.pass(after - before);
    const second = await post();
    expect(second.id).not.toBe(first.id);
    expect((await post()).id).toBe(second.id);
  });

  it('an Idempotency-Key of an upload creates another file a second after a day', async () => {
    const clock = freezeClock();
    const person = await someone();
    const send = async () => {
      const form = new FormData();
      form.append('file', new Blob(['Some words']), 'notes.txt');
      return (await uploads.send(person, form, { 'Idempotency-Key': 'a file' })).body;
    };
    const first = await send();
    clock.pass(day + before);
    expect(await send()).toMatchObject({ ...Object(first) });
    clock.pass(after - before);
    expect(await send()).not.toMatchObject({ ...Object(first) });
  });
});

describe('autosaves', () => {
  it('within ten minutes form one version, and one a second later starts another', async () => {
    const clock = freezeClock();
    const order = await aDraft(agency);
    const save = (headline: string) => patchOrderOk(agency.user, order, { autosave: true, formData: { headline } });
    await save('One');
    clock.pass(10 * minute + before);
    await save('Two');
    expect((await versionsOf(api, order)).results).toHaveLength(1);
    clock.pass(after - before);
    await save('Three');
    expect((await versionsOf(api, order)).results).toHaveLength(2);
  });
});

describe('an unused file', () => {
  it('is retained a second before seven days have passed, and collected a second after', async () => {
    const clock = freezeClock();
    const { id } = await uploads.upload(await someone());
    const isThere = async () => (await storeOf('File').count({ _id: id })) > 0;
    clock.pass(7 * day + before);
    await deleteUnusedFiles(async () => undefined);
    expect(await isThere()).toBe(true);
    clock.pass(after - before);
    await deleteUnusedFiles(async () => undefined);
    expect(await isThere()).toBe(false);
  });
});
