import { readFileSync } from 'node:fs';
import mongoose from 'mongoose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrateDatabase } from '#api/engine/migrations/migrate.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { anAgency, aUser } from './factories.ts';
import { type Api, callExpecting, startApi } from './server.ts';

interface Part {
  state: string;
  message: string;
}
type Answer = Record<'database' | 'schema' | 'jobs' | 'mail' | 'storage' | 'errors' | 'versions', Part>;

let api: Api;
beforeEach(async () => {
  api = await startApi();
});
afterEach(() => api.close());

const path = '/api/status';
const status = () => callExpecting<Answer>(api.admin.call, 200, { path });

describe('the status page of the product', () => {
  it('reports the state of each part, and the versions of all', async () => {
    expect((await status()).schema.state).toBe('attention');
    await migrateDatabase({ report: () => undefined });
    const { versions, ...parts } = await status();
    const states = Object.entries(parts).flatMap(([name, part]) => (part.state ? [`${name}: ${part.state}`] : []));
    expect(states).toEqual(['database', 'schema', 'jobs', 'mail', 'storage', 'errors'].map((name) => `${name}: ok`));
    expect(parts.database).toMatchObject({
      member: 'primary',
      members: 1,
      collections: expect.arrayContaining([{ name: 'users', count: 1, bytes: expect.any(Number) }]),
    });
    expect(parts.jobs).toMatchObject({ failed: 0, schedules: expect.any(Array), failures: [] });
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
    expect(versions).toMatchObject({ product: version, node: process.versions.node, mongodb: expect.any(String) });
  });

  it('names missing declared indexes and unknown ones', async () => {
    const clients = mongoose.connection.collection('clients');
    await clients.dropIndex('externalId_1__id_1');
    await clients.createIndex({ website: 1 });
    const { schema } = await status();
    expect(schema).toMatchObject({
      state: 'attention',
      message: expect.stringMatching(/1 declared indexes are missing.*1 indexes are in no schema/),
      indexes: [{ collection: 'clients', missing: ['{"externalId":1,"_id":1}'], undeclared: ['website_1'] }],
    });
    await mongoose.connection.dropDatabase();
  });

  it('shows jobs and mails that were given up this week as to be handled, and no older ones', async () => {
    const failedJob = async (kind: 'mail' | 'move', days: number) => {
      const endedAt = new Date(Date.now() - days * 86_400_000).toISOString();
      const ended = { status: 'failed' as const, dueAt: null, endedAt, lastError: 'No room' };
      return await storeOf('Job').insert({ kind, subject: 'a', ...ended });
    };
    const old = await failedJob('move', 8);
    expect((await status()).jobs).toMatchObject({ state: 'ok', failed: 1, failures: [{ id: old.id }] });
    const mail = await failedJob('mail', 1);
    const { jobs, mail: mailStatus } = await status();
    expect(jobs).toMatchObject({
      ...{ state: 'attention', failed: 2 },
      failures: [{ id: mail.id, kind: 'mail', reason: 'No room' }, { id: old.id }],
    });
    expect(mailStatus).toMatchObject({ goes: 'files', lastFailure: { id: mail.id, reason: 'No room' } });
  });

  it('is for ADMINs only', async () => {
    const agency = await anAgency(api);
    const developer = await api.signedInAs(await aUser(api, { roles: ['DEVELOPER'] }));
    for (const person of [developer, agency.moderator, agency.user])
      expect(await person.call({ path })).toMatchObject({ status: 403, body: { code: 'MISSING_ABILITY' } });
    expect(await api.call({ path })).toMatchObject({ status: 401 });
    expect(await api.admin.call({ path: `${path}?a=1` })).toMatchObject({ status: 400 });
  });
});
