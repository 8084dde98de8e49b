import mongoose from 'mongoose';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { runNextJob } from '#api/engine/jobs/jobs.ts';
import { migrateDatabase } from '#api/engine/migrations/migrate.ts';
import { migrations } from '#api/engine/migrations/migrations.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { columnsJob } from '#api/features/orders/list/columns-job.ts';
import { connectDatabase, disconnectDatabase } from '#api/platform/database/connect.ts';
import { schemaOf, widget } from '#tests/forms/form-builders.ts';

const report = () => undefined;
const numbers = { last: 0 };

beforeEach(async () => {
  numbers.last += 1;
  await connectDatabase(inject('mongodbUri').replace('/DATABASE', `/order-migrations-${process.pid}-${numbers.last}`));
});

afterEach(async () => {
  await mongoose.connection.dropDatabase();
  await disconnectDatabase();
});

describe('the migration of version counts', () => {
  it('sets the number of versions of each order', async () => {
    const { connection } = mongoose;
    const orders = connection.collection('orders');
    const { insertedIds } = await orders.insertMany([{ revision: 3 }, { revision: 1 }]);
    const order = insertedIds[0];
    await connection.collection('order_versions').insertMany([
      { order, orderRevision: 2 },
      { order, orderRevision: 3 },
    ]);
    await migrateDatabase({ report });
    const stored = await orders.find().sort({ _id: 1 }).toArray();
    expect(stored.map(({ versionCount }) => versionCount)).toEqual([2, 0]);
  });
});

describe('the migration of pending orders', () => {
  it('sets since when each is pending and whose bypass request is pending, and skips the other orders', async () => {
    const orders = mongoose.connection.collection('orders');
    const [asker, other] = [new mongoose.Types.ObjectId(), new mongoose.Types.ObjectId()];
    const [submitted, changed, saved] = ['2026-03-01', '2026-04-01', '2026-05-01'].map((day) => new Date(day));
    const requestBy = (user: mongoose.Types.ObjectId) => ({ kind: 'VALIDATION_BYPASS_REQUESTED', user });
    const actions = [requestBy(other), { kind: 'NOTE', user: other }, requestBy(asker), { kind: 'NOTE', user: other }];
    await orders.insertMany([
      { refCode: 'CHANGED0', status: 'PENDING', submissionDate: submitted, changeDate: changed, updatedAt: saved },
      { refCode: 'SENT0000', status: 'PENDING', submissionDate: submitted, changeDate: null, updatedAt: saved },
      { refCode: 'OLD00000', status: 'PENDING', updatedAt: saved },
      { refCode: 'ASKED000', status: 'PENDING', updatedAt: saved, actions, waivers: [{ isGranted: false }] },
      { refCode: 'GRANTED0', status: 'PENDING', updatedAt: saved, actions, waivers: [{ isGranted: true }] },
      { refCode: 'DRAFT000', status: 'DRAFT', updatedAt: saved, actions },
    ]);
    await migrateDatabase({ report });
    const stored = await orders.find().sort({ _id: 1 }).toArray();
    expect(
      stored.map(({ refCode, waitingSince, bypassRequestedBy }) => [refCode, waitingSince, bypassRequestedBy]),
    ).toEqual([
      ['CHANGED0', changed, null],
      ['SENT0000', submitted, null],
      ['OLD00000', saved, null],
      ['ASKED000', saved, asker],
      ['GRANTED0', saved, null],
      ['DRAFT000', undefined, undefined],
    ]);
  });
});

describe('the migration of order titles', () => {
  it('changes no order, however many there are: a job does, and until then titles are empty', async () => {
    const { connection } = mongoose;
    const formSchema = schemaOf(widget('text_input', 'headline', {}, 'Headline'));
    const tableColumns = [{ path: 'headline', title: 'Headline' }];
    const form = await connection
      .collection('forms')
      .insertOne({ name: 'Radio', version: 1, formSchema, tableColumns });
    const order = { refCode: 'CALLED00', revision: 1, form: form.insertedId, formData: { headline: 'Fresh bread' } };
    await connection.collection('orders').insertOne({ ...order, createdAt: new Date('2026-03-01') });
    await migrateDatabase({ report });
    const read = () => storeOf('Order').findOne({ refCode: 'CALLED00' });
    expect(await connection.collection('orders').findOne()).not.toHaveProperty('columnTexts');
    expect(await read()).toMatchObject({ campaign: null, columnTexts: '', revision: 1 });
    expect(await runNextJob(columnsJob, { log: pino({ level: 'silent' }), shouldContinue: () => true })).toBe(true);
    expect(await read()).toMatchObject({ campaign: 'Fresh bread', columnTexts: 'Fresh bread', revision: 1 });
  });
});

describe('the migration of order amounts', () => {
  const runJob = () => runNextJob(columnsJob, { log: pino({ level: 'silent' }), shouldContinue: () => true });

  it('enqueues a job that computes the amounts of stored orders with their form versions, and skips the others', async () => {
    const { connection } = mongoose;
    const formOf = (...fields: string[]) =>
      schemaOf(...fields.map((key) => widget('number_input', key, { money: 'counted' }, key)));
    const versions = { first: formOf('fee'), second: formOf('fee', 'extra') };
    const storedForm = { name: 'Radio', version: 2, formSchema: versions.second, tableColumns: [] };
    const { insertedId: form } = await connection.collection('forms').insertOne(storedForm);
    await connection
      .collection('form_versions')
      .insertOne({ form, number: 1, formSchema: versions.first, revision: 1 });
    // Like a database that was migrated before orders had an amount.
    await migrateDatabase({ report, migrations: migrations.filter(({ name }) => name < '0024') });
    const fields = { revision: 3, form, formVersion: 2, status: 'DRAFT', client: null, products: [] };
    const formData = { fee: 10, extra: 0.5 };
    const orders = connection.collection('orders');
    const at = (day: number) => ({ createdAt: new Date(Date.UTC(2026, 2, day)) });
    await orders.insertMany([
      { ...fields, ...at(1), refCode: 'OLDER000', formVersion: 1, formData },
      { ...fields, ...at(2), refCode: 'NEWER000', formData },
      { ...fields, ...at(3), refCode: 'GONE0000', formVersion: 7, formData },
      { ...fields, ...at(4), refCode: 'KNOWN000', formData, amount: 99 },
      { ...fields, ...at(5), refCode: 'NOMONEY0', formData, amount: null },
    ]);
    await migrateDatabase({ report });
    expect(await runJob()).toBe(true);
    const stored = await orders.find().sort({ createdAt: 1 }).toArray();
    expect(stored.map(({ refCode, amount, revision }) => [refCode, amount, revision])).toEqual([
      ['OLDER000', 10, 3],
      ['NEWER000', 10.5, 3],
      ['GONE0000', null, 3],
      ['KNOWN000', 99, 3],
      ['NOMONEY0', null, 3],
    ]);
  });

  it('enqueues the job once, however much of it is left', async () => {
    await mongoose.connection.collection('orders').insertOne({ refCode: 'ONCE0000', revision: 1 });
    await migrateDatabase({ report });
    expect(await mongoose.connection.collection('jobs').countDocuments({ kind: 'orderColumns' })).toBe(1);
  });
});
