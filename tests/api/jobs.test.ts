import { EventEmitter, once } from 'node:events';
import mongoose from 'mongoose';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { jobLoops, runNextJob } from '#api/engine/jobs/jobs.ts';
import type { JobKind, JobKinds } from '#api/engine/jobs/kind.ts';
import { startLoops } from '#api/engine/jobs/loops.ts';
import { claimNext, dequeueJob, enqueueJob, runNow } from '#api/engine/jobs/queue.ts';
import { searchWordsJob } from '#api/engine/jobs/search-words.ts';
import { createIndexes } from '#api/engine/store/indexes.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { transaction } from '#api/engine/store/transaction.ts';
import { connectDatabase, disconnectDatabase } from '#api/platform/database/connect.ts';
import type { Job } from '#schemas/generated/types.ts';
import { day, freezeClock, hour, minute, second } from './clock.ts';

beforeAll(async () => {
  await connectDatabase(inject('mongodbUri').replace('/DATABASE', `/jobs-${process.pid}`));
  await createIndexes();
});
afterEach(() => storeOf('Job').deleteMany({}));
afterAll(async () => {
  await mongoose.connection.dropDatabase();
  await disconnectDatabase();
});

const lines: { level: number; msg: string }[] = [];
const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });
const shouldContinue = () => true;

const kindOf = (own: Partial<JobKind<'move'>>): JobKind<'move'> => ({
  name: 'move',
  pollInterval: second,
  lease: minute,
  longestWait: 10 * second,
  cancelableIn: ['waiting', 'running'],
  work: async () => undefined,
  ...own,
});

/** Claims the due jobs like a worker of another process; returns what it ran. */
async function takeNext(own: Partial<JobKind<'move'>> = {}): Promise<string[]> {
  const claims: string[] = [];
  await runNextJob(kindOf({ work: async ({ subject }) => void claims.push(subject), ...own }), { log, shouldContinue });
  return claims;
}

const read = async ({ id }: Pick<Job, 'id'>) => (await storeOf('Job').findOne({ _id: id })) ?? undefined;
const subjects = async () => (await storeOf('Job').find({ sort: ['subject'] })).map(({ subject }) => subject);
const failing = { work: () => Promise.reject(new Error('No room')) };

describe('a job', () => {
  it('is claimed by exactly one of many concurrent workers', async () => {
    for (const subject of ['a', 'b', 'c', 'd']) await enqueueJob('move', subject);
    const claims = await Promise.all(Array.from({ length: 8 }, () => takeNext()));
    expect(claims.flat().toSorted()).toEqual(['a', 'b', 'c', 'd']);
  });

  it('that rebuilds search words does the work of all due jobs about the same record, and leaves later and other ones', async () => {
    const [one, other] = [`Client/${'a'.repeat(24)}`, `Client/${'b'.repeat(24)}`];
    for (const subject of [one, other, one, one]) await enqueueJob('searchWords', subject);
    const later = await enqueueJob('searchWords', one, new Date(Date.now() + hour));
    await runNextJob(searchWordsJob, { log, shouldContinue });
    const all = await storeOf('Job').find({ sort: ['createdAt'] });
    expect(all.map(({ subject, status }) => [subject, status])).toEqual([
      [one, 'done'],
      [other, 'waiting'],
      [one, 'waiting'],
    ]);
    expect(all.at(-1)?.id).toBe(later.id);
  });

  it('is visible once the transaction that enqueued it is committed, and not before', async () => {
    await transaction(async () => {
      await enqueueJob('move', 'a');
      expect(await claimElsewhere()).toBeNull();
    });
    expect(await takeNext()).toEqual(['a']);
    const undone = transaction(async () => {
      await enqueueJob('move', 'b');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await subjects()).toEqual(['a']);
  });

  it('is left alone a second before its lease ends, and taken over a second after', async () => {
    const clock = freezeClock();
    const { id } = await enqueueJob('move', 'a');
    const first = await claimNext('move', minute);
    clock.pass(minute - second);
    expect(await takeNext()).toEqual([]);
    clock.pass(2 * second);
    expect(await takeNext()).toEqual(['a']);
    expect(await first?.renew()).toBe(false);
    expect(await first?.settle({ subject: 'lost' })).toBeNull();
    expect(await read({ id })).toMatchObject({ subject: 'a', status: 'done', attempts: 2 });
  });

  it('stays with a live worker that renews the lease, however long it takes', async () => {
    await enqueueJob('move', 'a');
    const [others, ends]: [string[], string[]] = [[], []];
    await takeNext({
      lease: 400,
      longestWait: 100,
      work: async (job) => {
        const isRenewed = async () => Date.parse((await read(job))?.dueAt ?? '') > Date.parse(job.dueAt ?? '') + 400;
        await expect.poll(isRenewed, { timeout: 5_000 }).toBe(true);
        others.push(...(await takeNext()));
        ends.push('done');
      },
    });
    expect([others, ends]).toEqual([[], ['done']]);
  });

  it('is taken over in the end when its worker hangs', async () => {
    const job = await enqueueJob('move', 'a');
    const hanging = takeNext({ lease: 100, longestWait: 10, work: () => new Promise<void>(() => undefined) });
    await expect.poll(() => read(job)).toMatchObject({ status: 'running' });
    expect(await takeNext()).toEqual([]);
    await expect.poll(() => takeNext(), { timeout: 10_000 }).toEqual(['a']);
    expect(await Promise.race([hanging, 'hangs'])).toBe('hangs');
  });

  it('is retried after failures with an exponential backoff from two seconds to an hour', async () => {
    const clock = freezeClock();
    const job = await enqueueJob('move', 'a');
    for (const pause of [2, 4, 8, 16, 32]) {
      await takeNext(failing);
      const failed = await read(job);
      expect(failed).toMatchObject({ status: 'waiting', lastError: 'No room', endedAt: null });
      expect(Date.parse(failed?.dueAt ?? '') - clock.now().getTime()).toBe(pause * second);
      clock.pass(pause * second - second);
      expect(await takeNext()).toEqual([]);
      clock.pass(second);
    }
    await storeOf('Job').updateMany({ _id: job.id }, { $set: { attempts: 40 } });
    await takeNext(failing);
    expect(Date.parse((await read(job))?.dueAt ?? '') - clock.now().getTime()).toBe(hour);
  });

  it('is given up after too many failures and does not block others, unless its kind must be done', async () => {
    const clock = freezeClock();
    const followed: Job['status'][] = [];
    const kind = {
      ...failing,
      giveUpAfter: 3 * day,
      onStatusChange: async ({ status }: Job) => void followed.push(status),
    };
    const [job, must] = [await enqueueJob('move', 'a'), await enqueueJob('move', 'b')];
    clock.pass(3 * day - second);
    await takeNext(kind);
    expect(await read(job)).toMatchObject({ status: 'waiting' });
    await takeNext(failing);
    clock.pass(5 * second);
    await takeNext(kind);
    expect(await read(job)).toMatchObject({ status: 'failed', dueAt: null, endedAt: clock.now().toISOString() });
    clock.pass(365 * day);
    await takeNext(failing);
    expect(await read(must)).toMatchObject({ status: 'waiting' });
    expect(followed).toEqual(['waiting', 'failed']);
  });

  it('reports its progress, and stops once it is canceled', async () => {
    const job = await enqueueJob('move', 'a');
    const steps: number[] = [];
    await takeNext({
      work: async ({ id }, report) => {
        await report(1, 3);
        expect(await read(job)).toMatchObject({ status: 'running', done: 1, total: 3 });
        await storeOf('Job').update({ _id: id }, { status: 'canceled', dueAt: null });
        await report(2, 3);
        steps.push(3);
      },
    });
    expect(steps).toEqual([]);
    expect(await read(job)).toMatchObject({ status: 'canceled', done: 1, dueAt: null });
    expect(await takeNext()).toEqual([]);
  });

  it('is released when its process shuts down, and restarted by another one at once', async () => {
    const job = await enqueueJob('move', 'a');
    const life = { isOver: false };
    const kind = kindOf({
      work: async (_job, report) => {
        await report(1);
        life.isOver = true;
        await report(2);
      },
    });
    await runNextJob(kind, { log, shouldContinue: () => !life.isOver });
    expect(await read(job)).toMatchObject({ status: 'waiting', done: 1 });
    expect(await takeNext()).toEqual(['a']);
  });

  it('a job that is scheduled for later can be canceled or run now, unless a worker has claimed it', async () => {
    const clock = freezeClock();
    const later = new Date(clock.now().getTime() + hour);
    const [one, other] = [await enqueueJob('move', 'a', later), await enqueueJob('move', 'b', later)];
    expect(await takeNext()).toEqual([]);
    expect(await dequeueJob(one)).toBe(true);
    await runNow(other);
    await claimNext('move', minute);
    expect(await dequeueJob(other)).toBe(false);
    await runNow(other);
    expect(await takeNext()).toEqual([]);
  });

  it('is found by its index', async () => {
    const due = { kind: 'mail', dueAt: { $lte: new Date() } };
    const plan = await mongoose.connection.collection('jobs').find(due).sort({ dueAt: 1, _id: 1 }).explain();
    const chosen = JSON.stringify(plan.queryPlanner.winningPlan);
    expect(chosen).toContain('"indexName":"kind_1_dueAt_1__id_1"');
    expect(chosen).not.toContain('"stage":"SORT"');
  });
});

describe('a scheduled job', () => {
  const none = {
    pollInterval: second,
    lease: minute,
    longestWait: second,
    cancelableIn: [],
    work: async () => undefined,
  };
  const kinds = (own: Partial<JobKind<'fileCollection'>> = {}): JobKinds => ({
    mail: { name: 'mail', ...none },
    move: { name: 'move', ...none },
    fileRemoval: { name: 'fileRemoval', ...none },
    fileMove: { name: 'fileMove', ...none },
    searchWords: { name: 'searchWords', ...none },
    orderCopies: { name: 'orderCopies', ...none },
    orderColumns: { name: 'orderColumns', ...none },
    formBacktest: { name: 'formBacktest', ...none },
    webhook: { name: 'webhook', ...none },
    reportMail: { name: 'reportMail', ...none },
    import: { name: 'import', ...none },
    importUpkeep: { name: 'importUpkeep', ...none },
    reportTotals: { name: 'reportTotals', ...none },
    backup: { name: 'backup', ...none },
    prospectAudit: { name: 'prospectAudit', ...none },
    bulk: { name: 'bulk', ...none },
    auditExport: { name: 'auditExport', ...none },
    fileCollection: { name: 'fileCollection', ...none, schedule: '17 * * * *', ...own },
  });
  const loopsOf = (own: Partial<JobKind<'fileCollection'>>) =>
    jobLoops(kinds(own), log).filter(({ name }) => name === 'fileCollection');
  /** Runs one turn of each loop of a process. */
  const turn = async (own: Partial<JobKind<'fileCollection'>> = {}) =>
    await Promise.all(loopsOf(own).map((loop) => loop.turn(shouldContinue)));

  it('is enqueued once for all processes, runs at once and then by its schedule', async () => {
    const clock = freezeClock();
    clock.pass(hour - (clock.now().getTime() % hour));
    const runs: string[] = [];
    const work = { work: async () => void runs.push(clock.now().toISOString().slice(14, 19)) };
    await Promise.all([turn(work), turn(work), turn(work)]);
    expect(runs).toEqual(['00:00']);
    const [job] = await storeOf('Job').find({});
    expect(job).toMatchObject({ status: 'waiting', dueAt: expect.stringMatching(/:17:00\.000Z$/), attempts: 0 });
    clock.pass(17 * minute - second);
    await turn(work);
    expect(runs).toHaveLength(1);
    clock.pass(second);
    await Promise.all([turn(work), turn(work)]);
    expect(runs).toEqual(['00:00', '17:00']);
    expect(await storeOf('Job').count({})).toBe(1);
  });

  it('runs concurrently up to the limit of its kind, and each job runs once', async () => {
    const subjects = [...'abcdefg'];
    for (const subject of subjects) await enqueueJob('fileCollection', subject);
    const starts: string[] = [];
    const counts = { now: 0, most: 0 };
    const events = new EventEmitter();
    const three = once(events, 'three');
    const work = async ({ subject }: Job) => {
      starts.push(subject);
      counts.now += 1;
      counts.most = Math.max(counts.most, counts.now);
      // If they ran one after the other, they would wait for each other.
      if (starts.length === 3) events.emit('three');
      await three;
      counts.now -= 1;
    };
    await turn({ schedule: undefined, concurrency: 3, work });
    expect([starts.toSorted(), counts.most]).toEqual([subjects, 3]);
  });

  it('a scheduled job that waits for long does not delay other jobs', async () => {
    await enqueueJob('fileCollection', 'hangs');
    const events = new EventEmitter();
    const starts: string[] = [];
    const work = async ({ subject }: Job) => {
      starts.push(subject);
      if (subject === 'hangs') await once(events, 'answered');
    };
    const loops = startLoops({ log, isReady: () => true });
    for (const each of loopsOf({ schedule: undefined, pollInterval: hour, concurrency: 2, work })) loops.start(each);
    await expect.poll(() => starts).toEqual(['hangs']);
    await enqueueJob('fileCollection', 'next');
    await expect.poll(() => starts).toEqual(['hangs', 'next']);
    await Promise.all([events.emit('answered'), loops.stop()]);
  });

  it('a scheduled job that an ADMIN canceled is not started any more', async () => {
    await turn();
    await storeOf('Job').updateMany({}, { $set: { status: 'canceled', dueAt: null } });
    const clock = freezeClock();
    clock.pass(2 * hour);
    const runs: string[] = [];
    await turn({ work: async () => void runs.push('again') });
    expect(runs).toEqual([]);
  });

  it.each([
    [
      'waits longer for an answer than its lease lasts',
      { longestWait: minute },
      /may wait 60000 ms, so its lease of 60000/,
    ],
    ['has an invalid schedule', { schedule: 'every hour' }, /every hour|CronPattern/],
  ])('cannot be started if it %s', async (_, own, message) => {
    await expect(turn(own)).rejects.toThrow(message);
  });
});

/** Reads a job outside of the transaction of this process, as another process would. */
async function claimElsewhere(): Promise<unknown> {
  return await mongoose.connection.getClient().db(mongoose.connection.name).collection('jobs').findOne({});
}
