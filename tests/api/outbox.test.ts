import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueueMail } from '#api/engine/mail/outbox.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { transaction } from '#api/engine/store/transaction.ts';
import type { Job, OutboxMessage } from '#schemas/generated/types.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { openMailbox } from '#tests/product/mail.ts';
import { metricsToken } from '#tests/product/readiness.ts';
import { day, freezeClock, second } from './clock.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi({ METRICS_TOKEN: metricsToken });
});
afterAll(() => api.close());

const numbers = { last: 0 };

/** Enqueues a message in the outbox; returns queries for it and its job. */
async function enqueue(fields: Partial<OutboxMessage> = {}) {
  numbers.last += 1;
  const subject = `News ${numbers.last}`;
  await enqueueMail({ to: ['somebody@example.com'], subject, text: 'Hello', ...fields });
  const message = async () => (await storeOf('OutboxMessage').findOne({ subject })) ?? undefined;
  const { id = '' } = (await message()) ?? {};
  const job = async () => (await storeOf('Job').findOne({ subject: `OutboxMessage/${id}` })) ?? undefined;
  return { subject, message, job };
}

const inTime = { timeout: 10_000 };
const changeJob = (job: Job | undefined, status: Job['status']) =>
  api.admin.call({ method: 'PATCH', path: `/api/jobs/${job?.id}`, body: { status } });
const fromNow = (text: string | null | undefined, start: Date) => Date.parse(text ?? '') - start.getTime();

/** Makes mail delivery fail during `work`: a file replaces the mail folder. */
async function unsendable(work: () => Promise<void>): Promise<void> {
  const folder = join(api.config.dataDir, 'mail');
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, '');
  await work().finally(() => rm(folder));
}

describe('a message in the outbox', () => {
  it('is sent, and its job is done', async () => {
    const mailbox = await openMailbox(api.config.dataDir, 'somebody@example.com');
    const { subject, message, job } = await enqueue();
    expect((await mailbox.next()).subject).toBe(subject);
    await expect.poll(message, inTime).toMatchObject({ status: 'sent' });
    expect(await job()).toMatchObject({ status: 'done', attempts: 1, dueAt: null });
  });

  it('is retained for 90 days after it was sent, and its job for a week', async () => {
    const { message, job } = await enqueue();
    await expect.poll(message, inTime).toMatchObject({ status: 'sent' });
    const [sent, done] = [await message(), await job()];
    const about = (text: string | null | undefined) =>
      Math.round((Date.parse(text ?? '') - Date.parse(sent?.sentAt ?? '')) / second) * second;
    expect([about(sent?.expires), about(done?.expires)]).toEqual([90 * day, 7 * day]);
    for (const name of ['outbox_messages', 'jobs'])
      expect(await mongoose.connection.collection(name).indexes()).toContainEqual(
        expect.objectContaining({ key: { expires: 1 }, expireAfterSeconds: 0 }),
      );
  });

  it('is not sent if its transaction is rolled back', async () => {
    const undone = transaction(async () => {
      await enqueue();
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await storeOf('Job').count({ status: { $in: ['waiting', 'running'] }, kind: 'mail' })).toBe(0);
  });

  it('is retried with backoff for three days if it cannot be sent, then given up, reported by readyz and retained for a year', async () => {
    const clock = freezeClock();
    await unsendable(async () => {
      const { message, job } = await enqueue();
      await expect.poll(job, inTime).toMatchObject({ status: 'waiting', attempts: 1 });
      expect(await job()).toMatchObject({ lastError: expect.stringContaining('mail') });
      clock.pass(3 * day - second);
      await expect.poll(job, inTime).toMatchObject({ status: 'waiting', attempts: 2 });
      expect(await message()).toMatchObject({ status: 'waiting', expires: null });
      clock.pass(4 * second);
      await expect.poll(job, inTime).toMatchObject({ status: 'failed', attempts: 3, dueAt: null });
      const failed = await message();
      expect(failed).toMatchObject({ status: 'failed', sentAt: null });
      expect(fromNow(failed?.expires, clock.now())).toBe(365 * day);
      expect(
        await api.call({ path: '/api/readyz', headers: { authorization: `Bearer ${metricsToken}` } }),
      ).toMatchObject({
        status: 200,
        body: { mail: { waiting: 0, failed: 1 } },
      });
    });
  });

  it('a message in the outbox that was given up is sent when an ADMIN retries it', async () => {
    const [failed] = await storeOf('Job').find({ filter: { kind: 'mail', status: 'failed' } });
    const message = () => storeOf('OutboxMessage').findOne({ _id: failed?.subject.split('/')[1] });
    const mailbox = await openMailbox(api.config.dataDir, 'somebody@example.com');
    expect(await changeJob(failed, 'waiting')).toMatchObject({ status: 200, body: { endedAt: null, expires: null } });
    expect((await mailbox.next()).subject).toBe((await message())?.subject);
    await expect.poll(message, inTime).toMatchObject({ status: 'sent' });
    expect(await changeJob(failed, 'waiting')).toMatchObject({
      status: 400,
      body: { code: 'REQUEST_DENIED', reason: expect.stringContaining('cannot change from done to waiting') },
    });
  });

  it('can be canceled by an ADMIN while it waits, and is then not sent', async () => {
    await unsendable(async () => {
      const { message, job } = await enqueue();
      await expect.poll(job, inTime).toMatchObject({ status: 'waiting', attempts: 1 });
      expect(await changeJob(await job(), 'canceled')).toMatchObject({ status: 200, body: { dueAt: null } });
      expect(await message()).toMatchObject({ status: 'failed' });
    });
  });
});

describe('the outbox of an ADMIN', () => {
  const change = (id: string, body: object, call = api.admin.call) =>
    call({ method: 'PATCH', path: `/api/outbox_messages/${id}`, body });

  it('lists messages without their content, and shows the content of one', async () => {
    const { subject, message } = await enqueue();
    const { id = '' } = (await message()) ?? {};
    const { results } = await callExpecting<{ results: object[] }>(api.admin.call, 200, {
      path: '/api/outbox_messages?limit=1',
    });
    expect(results[0]).toMatchObject({ id, subject, to: ['somebody@example.com'] });
    expect(results[0]).not.toHaveProperty('text');
    expect(await api.admin.call({ path: `/api/outbox_messages/${id}` })).toMatchObject({ body: { text: 'Hello' } });
  });

  it('sends a failed message again, for another three days, to the recipients that it has not reached', async () => {
    const { message, job } = await enqueue({ to: ['reached@example.com', 'somebody@example.com'] });
    await expect.poll(message, inTime).toMatchObject({ status: 'sent' });
    const { id = '' } = (await message()) ?? {};
    const former = await job();
    const failed = { status: 'failed', accepted: ['reached@example.com'], trouble: 'No mail server accepted it' };
    await storeOf('OutboxMessage').updateMany({ _id: id }, { $set: failed });
    const mailbox = await openMailbox(api.config.dataDir, 'somebody@example.com');
    expect(await change(id, { status: 'waiting' })).toMatchObject({ status: 200, body: { trouble: null } });
    expect((await mailbox.next()).subject).toBe((await message())?.subject);
    await expect.poll(message, inTime).toMatchObject({ status: 'sent' });
    expect((await job())?.id).not.toBe(former?.id);
    expect(await change(id, { status: 'waiting' })).toMatchObject({
      status: 400,
      body: { reason: 'The status of a message cannot change from sent to waiting' },
    });
  });

  it('is not available to other roles, and accepts no other changes', async () => {
    const { id = '' } = (await (await enqueue()).message()) ?? {};
    expect(await change(id, { subject: 'Other' })).toMatchObject({ status: 400 });
    expect(await api.call({ path: '/api/outbox_messages' })).toMatchObject({ status: 401 });
    expect((await api.admin.call({ method: 'DELETE', path: `/api/outbox_messages/${id}` })).status).toBe(404);
  });
});

describe('the list of jobs', () => {
  it('is filtered by kind and status, and is for ADMINs only', async () => {
    const list = await callExpecting<{ results: Job[] }>(api.admin.call, 200, {
      path: '/api/jobs?kind=mail&status=done',
    });
    expect(list.results.length).toBeGreaterThan(0);
    expect(list.results.every(({ kind, status }) => kind === 'mail' && status === 'done')).toBe(true);
    expect(await api.call({ path: '/api/jobs' })).toMatchObject({ status: 401 });
  });

  it('allows no cancelation of jobs that must be done, and no creation or deletion', async () => {
    await api.admin.create('Entity', { name: 'North' });
    await expect.poll(() => storeOf('Job').count({ kind: 'fileCollection' }), inTime).toBe(1);
    const job = await storeOf('Job').insert({ kind: 'move', subject: 'Client/0123456789abcdef01234567', dueAt: null });
    expect(await changeJob(job, 'canceled')).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
    expect(await changeJob(job, 'done')).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
    const path = `/api/jobs/${job.id}`;
    expect((await api.admin.call({ method: 'POST', path: '/api/jobs', body: { kind: 'mail' } })).status).toBe(404);
    expect((await api.admin.call({ method: 'DELETE', path })).status).toBe(404);
  });
});
