import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { beforeAll, describe, expect, it } from 'vitest';
import { model } from '#api/engine/store/model.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { fromNow } from '#api/platform/clock/clock.ts';
import { alertRules, dashboardExpressions, metricNames } from '#tests/operations/expressions.ts';
import { aClient } from './factories.ts';
import { type Api, startApi } from './server.ts';

const token = 'the token of the tests';

let api: Api;

describe('without METRICS_TOKEN', () => {
  beforeAll(async () => {
    api = await startApi();
    return () => api.close();
  });

  it('metrics are not available to anybody', async () => {
    expect(await api.call({ path: '/api/metrics' })).toMatchObject({ status: 404 });
    expect(await api.admin.call({ path: '/api/metrics' })).toMatchObject({ status: 404 });
  });
});

describe('with METRICS_TOKEN', () => {
  beforeAll(async () => {
    api = await startApi({ METRICS_TOKEN: token });
    return () => api.close();
  });
  const read = (authorization?: string) =>
    api.call({ path: '/api/metrics', ...(authorization ? { headers: { authorization } } : {}) });
  const readMetrics = async () => String((await read(`Bearer ${token}`)).body).split('\n');

  it('metrics require the token, and an administrator without it cannot read them', async () => {
    const answer = await read(`Bearer ${token}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    for (const other of [undefined, token, `Bearer ${token}x`, 'Bearer ', `Basic ${token}`]) {
      const rejected = await read(other);
      expect(rejected).toMatchObject({ status: 401, body: { code: 'AUTHENTICATION_REQUIRED' } });
      expect(rejected.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect(await api.admin.call({ path: '/api/metrics' })).toMatchObject({ status: 401 });
  });

  it('requests are counted by route template, and no input of a client becomes a label', async () => {
    const [client, other] = [await aClient(api), await aClient(api)];
    for (const { id } of [client, other]) await api.admin.call({ path: `/api/clients/${id}?populate=masonry` });
    for (const { id } of [client, other]) await api.admin.call({ path: `/api/clients/${id}` });
    await api.call({ path: '/api/masonry/stonehenge' });
    await api.call({ path: '/masonry?stonehenge' });
    const lines = await readMetrics();
    const counted = 'portal_request_duration_seconds_count';
    expect(lines).toContain(`${counted}{method="GET",route="/api/clients/:id",status="200"} 2`);
    expect(lines).toContain(`${counted}{method="GET",route="/api/clients/:id",status="400"} 2`);
    expect(lines).toContain(`${counted}{method="GET",route="none",status="404"} 2`);
    expect(lines.join('\n')).not.toMatch(new RegExp(`masonry|stonehenge|${client.id}|${other.id}|${token}`));
  });

  it('database commands are counted by collection and name, jobs by kind and outcome', async () => {
    await api.call({ method: 'POST', path: '/api/auth/magic', body: { key: 'admin@example.com' } });
    await expect
      .poll(readMetrics, { timeout: 10_000 })
      .toContainEqual(expect.stringMatching(/^portal_job_duration_seconds_count\{kind="mail",outcome="done"\} [1-9]/));
    const lines = await readMetrics();
    expect(lines).toContainEqual(expect.stringMatching(/^portal_job_waiting_seconds_count\{kind="mail"\} [1-9]/));
    expect(lines).toContainEqual(
      expect.stringMatching(/^portal_database_command_duration_seconds_count\{collection="users",command="find"\} /),
    );
    expect(lines).toContainEqual(expect.stringMatching(/^portal_cache_hits_total\{cache="EntityMember"\} [1-9]/));
    expect(lines).toContain('portal_jobs_due{kind="move"} 0');
    expect(lines).toContain('portal_mail_unsent{state="failed"} 0');
    expect(lines).toContain('portal_database_up 1');
  });

  it('the age of the oldest mail grows while its sending is retried, and late loops and disks are measured', async () => {
    const lines = await readMetrics();
    expect(lines).toContain('portal_mail_oldest_waiting_seconds 0');
    expect(lines).toContain('portal_loop_late{loop="mail"} 0');
    expect(lines).toContainEqual(expect.stringMatching(/^portal_disk_free_bytes\{disk="data"\} [1-9]/));
    expect(lines.filter((line) => /^portal_backup_\w+ /.test(line))).toEqual([]);
    const waiting = { kind: 'test' as const, status: 'waiting' as const, subject: 'Late' };
    const { id } = await storeOf('OutboxMessage').insert(waiting);
    await storeOf('OutboxMessage').insert({ ...waiting, notBefore: fromNow(3_600_000).toISOString() });
    await model('OutboxMessage').collection.updateOne({ _id: new mongo.ObjectId(id) }, [
      { $set: { createdAt: { $subtract: ['$createdAt', 3_600_000] } } },
    ]);
    expect(await readMetrics()).toContainEqual(expect.stringMatching(/^portal_mail_oldest_waiting_seconds 36\d\d/));
  });
});

describe('with scheduled backups', () => {
  beforeAll(async () => {
    const backups = await mkdtemp(join(tmpdir(), 'portal-backups-'));
    api = await startApi({ METRICS_TOKEN: token, BACKUP_DIR: backups });
    // The API may be writing its first backup.
    return async () => {
      await api.close();
      await rm(backups, { recursive: true, force: true });
    };
  });

  it('every metric in the Grafana dashboard and in the alerts exists', async () => {
    const { body } = await api.call({ path: '/api/metrics', headers: { authorization: `Bearer ${token}` } });
    // A counter without events has no sample yet, but its name is announced.
    const known = new Set(['up', ...[...String(body).matchAll(/^(?:# TYPE )?(\w+)/gm)].map(([, name]) => name)]);
    const alerts = alertRules();
    const used = [...dashboardExpressions(), ...alerts.map(({ expr }) => expr)].flatMap(metricNames);
    expect(used.length).toBeGreaterThan(40);
    expect(used.filter((name) => !known.has(name))).toEqual([]);
    for (const alert of alerts)
      expect(alert).toMatchObject({
        for: expect.stringMatching(/^\d+m$/),
        labels: { severity: expect.stringMatching(/^(page|ticket)$/) },
        annotations: { summary: expect.stringMatching(/\. .+[.?]$/) },
      });
  });
});
