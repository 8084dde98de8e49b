import mongoose from 'mongoose';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { connectDatabase, disconnectDatabase } from '#api/host/database/connect.ts';
import { migrateDatabase } from '#api/migrations/migrate.ts';

const report = () => undefined;

beforeEach(() => connectDatabase(inject('mongodbUri').replace('/DATABASE', `/row-migrations-${process.pid}`)));

afterEach(async () => {
  await mongoose.connection.dropDatabase();
  await disconnectDatabase();
});

describe('the migration of imported rows', () => {
  it('changes them outside of its transaction, which could not hold them all: a start that fails leaves less to the next', async () => {
    const { connection } = mongoose;
    const row = (fields: object) => ({ kind: 'AgencyOrder', data: { revenue: 5 }, ...fields });
    await connection.collection('report_rows').insertMany([row({}), row({}), row({ importNumber: 3 })]);
    await connection.collection('proof_of_work').insertOne({ name: 'Spot' });
    const numbers = async (name: string) =>
      (await connection.collection(name).find().sort({ _id: 1 }).toArray()).map(({ importNumber }) => importNumber);
    const others = { kind: { $ne: 'AgencyOrder' } };
    await connection.createCollection('report_totals', { validator: others });
    await expect(migrateDatabase({ report })).rejects.toThrow(
      '0021-imported-rows failed, and the next start begins it',
    );
    expect([await numbers('report_rows'), await numbers('proof_of_work')]).toEqual([[0, 0, 3], [0]]);
    await connection.db?.command({ collMod: 'report_totals', validator: {} });
    for (const _ of ['once', 'twice']) await migrateDatabase({ report });
    expect([await numbers('report_rows'), await numbers('proof_of_work')]).toEqual([[0, 0, 3], [0]]);
    const totals = await connection.collection('report_totals').find().toArray();
    expect(totals).toMatchObject([{ kind: 'AgencyOrder', importNumber: 0, isStale: true }]);
    const jobs = await connection.collection('jobs').find({ kind: 'reportTotals' }).toArray();
    expect(jobs).toMatchObject([{ subject: 'AgencyOrder/0', status: 'waiting' }]);
  });
});
