import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { insertClaimed, workNext } from '#api/jobs/queue.ts';
import { store } from '#api/store/store.ts';
import type { FileLeftover } from '#schemas/generated/types.ts';
import { openMailbox } from '#tests/product/mail.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterEach(async () => {
  vi.useRealTimers();
  await store('FileLeftover').deleteMany({});
});
afterAll(() => api.close());

const minute = 60_000;
const hour = 60 * minute;

/** The clock of this process, so many milliseconds away from the database's. */
const setClock = (away: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + away });

const waiting = (location: string) => store('FileLeftover').insert({ type: 'gridfs', location });
const locations = async () =>
  (await store('FileLeftover').find({ sort: ['location'] })).map(({ location }) => location);

/** Works like another process on what is due there; answers what it got. */
async function takeNext(lease = minute): Promise<string[]> {
  const taken: string[] = [];
  await workNext('FileLeftover', { lease, work: async ({ record }) => void taken.push(record.location) });
  return taken;
}

/** Ends the leases of those who have claimed, as if they had died. */
const expireLeases = () =>
  mongoose.connection.collection('file_leftovers').updateMany({}, [{ $set: { dueAt: { $subtract: ['$$NOW', 1] } } }]);

describe('what waits for a worker', () => {
  it('is given to one worker each, though many ask at once', async () => {
    for (const location of ['a', 'b', 'c', 'd']) await waiting(location);
    const taken = await Promise.all(Array.from({ length: 8 }, () => takeNext()));
    expect(taken.flat().toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it.each([
    ['ahead', hour],
    ['behind', -hour],
  ])(
    'and is claimed is left alone by a worker whose clock is an hour %s, until the lease has ended',
    async (_, away) => {
      await waiting('a');
      expect(await takeNext()).toEqual(['a']);
      setClock(away);
      expect(await takeNext()).toEqual([]);
      await expireLeases();
      expect(await takeNext()).toEqual(['a']);
      expect(await takeNext()).toEqual([]);
    },
  );

  it('was put there by a process whose clock is an hour ahead, and is due all the same', async () => {
    setClock(hour);
    await waiting('a');
    await insertClaimed('FileLeftover', { type: 'gridfs', location: 'b' }, minute);
    vi.useRealTimers();
    expect(await takeNext()).toEqual(['a']);
    expect(await takeNext()).toEqual([]);
  });

  it('is changed and removed no more by a worker that has lost it to another', async () => {
    await waiting('a');
    const first = await insertClaimed('FileLeftover', { type: 'gridfs', location: 'b' }, minute);
    await waiting('c');
    await expireLeases();
    const results: unknown[] = [];
    const work = async () => {
      results.push(await first.renew());
      results.push(await first.settle([{ $set: { location: 'lost' } }]));
      results.push(await first.remove());
    };
    await workNext('FileLeftover', { lease: minute, filter: { location: 'b' }, work });
    expect(results).toEqual([false, null, false]);
    expect(await locations()).toEqual(['a', 'b', 'c']);
  });

  it('stays with a worker that lives, however long it takes', async () => {
    await waiting('a');
    const seen: (FileLeftover | null)[] = [];
    const record = async () => (await store('FileLeftover').findOne({ location: 'a' })) ?? undefined;
    await workNext('FileLeftover', {
      lease: 400,
      work: async (claim) => {
        const end = Date.parse(claim.record.dueAt ?? '') + 400;
        await expect
          .poll(async () => Date.parse((await record())?.dueAt ?? ''), { timeout: 5_000 })
          .toBeGreaterThan(end);
        expect(await takeNext()).toEqual([]);
        seen.push(await claim.settle([{ $set: { location: 'done' } }]));
      },
    });
    expect(seen).toMatchObject([{ location: 'done' }]);
  });

  it('goes to another worker in the end when the one that has it hangs', async () => {
    await waiting('a');
    const hanging = workNext('FileLeftover', { lease: 100, work: () => new Promise<void>(() => undefined) });
    expect(await takeNext()).toEqual([]);
    await expect.poll(() => takeNext(), { timeout: 10_000 }).toEqual(['a']);
    expect(await Promise.race([hanging, 'hangs'])).toBe('hangs');
  });

  it('is found by its index', async () => {
    const due = { status: 'waiting', $expr: { $lte: ['$dueAt', '$$NOW'] } };
    const plan = await mongoose.connection.collection('outbox_messages').find(due).sort({ dueAt: 1, _id: 1 }).explain();
    expect(JSON.stringify(plan)).toContain('"indexName":"status_1_dueAt_1__id_1"');
    expect(JSON.stringify(plan)).not.toContain('"stage":"SORT"');
    expect(JSON.stringify(plan)).toMatch(/"dueAt":\["\[MinKey, new Date\(\d+\)\]"\]/);
  });
});

describe('a message', () => {
  const message = (fields: object) =>
    store('OutboxMessage').insert({ to: ['somebody@example.com'], subject: 'News', text: 'Hello', ...fields });

  it('goes out though the clock of the process that wrote it was an hour ahead', async () => {
    const mailbox = await openMailbox(api.config.dataDir, 'admin@example.com');
    setClock(hour);
    const body = { key: 'admin@example.com' };
    expect((await api.call({ method: 'POST', path: '/api/auth/magic', body })).status).toBe(200);
    vi.useRealTimers();
    expect((await mailbox.next()).subject).toBe('Your sign-in link');
  });

  it('that was sent is kept for 90 days', async () => {
    const { id } = await message({});
    await expect
      .poll(() => store('OutboxMessage').findOne({ _id: id }), { timeout: 10_000 })
      .toMatchObject({ status: 'sent' });
    const sent = await store('OutboxMessage').findOne({ _id: id });
    expect(Date.parse(sent?.expires ?? '') - Date.parse(sent?.sentAt ?? '')).toBe(90 * 24 * hour);
    expect(await mongoose.connection.collection('outbox_messages').indexes()).toContainEqual(
      expect.objectContaining({ key: { expires: 1 }, expireAfterSeconds: 0 }),
    );
  });

  it('that could not be sent for three days is given up, told by readyz and kept for a year', async () => {
    // Where mail is written is no folder for a while.
    const folder = join(api.config.dataDir, 'mail');
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, '');
    const createdAt = new Date(Date.now() - 73 * hour).toISOString();
    const [old, young] = [await message({ createdAt }), await message({})];
    const read = (id: string) => store('OutboxMessage').findOne({ _id: id });
    const inTime = { timeout: 10_000 };
    await expect.poll(() => read(old.id), inTime).toMatchObject({ status: 'failed', sentAt: null, attempts: 1 });
    const waiting = { status: 'waiting', expires: null, lastError: expect.stringContaining('mail') };
    await expect.poll(() => read(young.id), inTime).toMatchObject(waiting);
    const failed = await read(old.id);
    expect(Date.parse(failed?.expires ?? '') - Date.now()).toBeGreaterThan(364 * 24 * hour);
    expect(await api.call({ path: '/api/readyz' })).toMatchObject({
      status: 200,
      body: { mail: { waiting: 1, failed: 1 } },
    });
    await rm(folder);
    await expect.poll(() => read(young.id), inTime).toMatchObject({ status: 'sent' });
  });
});
