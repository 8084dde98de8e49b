import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { reportMailJob } from '#api/features/reports/report-mail-job.ts';
import { markStale } from '#api/features/reports/totals.ts';
import type { Job, Report, ReportSchedule } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { openMailbox } from '#tests/product/mail.ts';
import { day, freezeClock } from './clock.ts';
import { type Agency, anAgency, aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';
import { type MailServer, openMailServer } from './smtp.ts';

let api: Api;
let server: MailServer;
let agency: Agency;
let other: Agency;
let report: Report;
beforeAll(async () => {
  server = await openMailServer();
  // Months pass between two mails.
  api = await startApi({ ...server.environment, SESSION_IDLE: '400d', SESSION_ABSOLUTE: '400d' });
  [agency, other] = [await anAgency(api), await anAgency(api)];
  report = await api.admin.create('Report', { name: 'Agency revenue' });
  const rows = [
    { fiscal_year_month: '2026-01', revenue: 4_000, net_revenue: 1_000, product_group: 'Radio' },
    {
      fiscal_year_month: '2026-02',
      revenue: 4_500,
      net_revenue: 900,
      product_group: 'Radio',
      customer_name: '=Bakery',
    },
    { fiscal_year_month: '2026-02', revenue: 70, net_revenue: 7, product_group: 'Events' },
  ];
  for (const data of rows) await add(agency, data);
  await add(other, { fiscal_year_month: '2026-02', revenue: 99_999, net_revenue: 1, customer_name: 'Of others' });
});
afterAll(async () => {
  await api.close();
  await server.close();
});

const add = ({ client }: Agency, data: object) =>
  callExpecting(api.admin.call, 201, {
    method: 'POST',
    path: `/api/reports/${report.id}/rows`,
    body: { batch: 'one', data: { agency_client_id: client.id, ...data } },
  });

const lines: string[] = [];
const { log } = Fastify({ logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } } });
const job: Job = Object.assign(Object.create(null), { kind: 'reportMail' });
/** Runs the worker's poll, concurrently for several processes. */
const look = (times = 1) =>
  Promise.all(Array.from({ length: times }, () => reportMailJob(log).work(job, async () => undefined)));

const subscribe = (person: SignedInUser, fields: object = {}) =>
  person.create('ReportSchedule', { report: report.id, ...fields });
const mailsTo = async (person: SignedInUser) =>
  (await storeOf('OutboxMessage').find({ filter: { kind: 'report', user: person.user.id } })).length;

describe('a report that is sent by mail', () => {
  it('arrives on Mondays or on the first, with rows and totals as its recipient may read them', async () => {
    const clock = freezeClock();
    const address = 'fiscal_year_month=2026-02&columns=customer_name,revenue&compare=before';
    const schedule = await subscribe(agency.user, { every: 'week', config: { address } });
    expect(new Date(schedule.nextAt).getUTCDay()).toBe(1);
    expect(schedule.nextAt).toMatch(/T06:00:00\.000Z$/);
    await look();
    expect(await mailsTo(agency.user)).toBe(0);
    clock.pass(7 * day);
    const mailbox = await openMailbox(server.environment.DATA_DIR ?? '', agency.user.user.email);
    await look(3);
    const { subject, text, html, attachments } = await mailbox.next();
    expect(subject).toBe('Agency revenue');
    expect(text).toContain('Revenue $4,570.00: $570.00 more (+14.3%) than in 2026-01');
    expect(text).toContain('Rows 2: 1 more (+100%) than in 2026-01');
    expect(text).toContain('Only rows with Fiscal year month: 2026-02.');
    expect(text).toContain(`/reports/${report.id}?${address.replaceAll(',', '%2C')}`);
    expect(html).toContain('Radio: $4,500.00');
    expect(attachments).toMatchObject([{ filename: 'Agency revenue.csv' }]);
    expect(attachments[0]?.text.split('\n').slice(0, 3)).toEqual(['Customer name,Revenue', ',70', "'=Bakery,4500"]);
    expect(await mailsTo(agency.user)).toBe(1);
    const after = await agency.user.read('ReportSchedule', schedule.id);
    expect(after.lastAt).toBe(clock.now().toISOString());
    expect(Date.parse(after.nextAt)).toBeGreaterThan(clock.now().getTime());
    const monthly = await callExpecting<ReportSchedule>(agency.user.call, 200, {
      method: 'PATCH',
      path: `/api/report_schedules/${schedule.id}`,
      body: { every: 'month' },
    });
    expect(monthly.nextAt).toMatch(/-01T06:00:00\.000Z$/);
    await expect
      .poll(() => storeOf('OutboxMessage').findOne({ kind: 'report', user: agency.user.user.id }))
      .toMatchObject({ status: 'sent', attachments: [] });
  });

  it('contains a link instead if it has more rows than a mail allows', async () => {
    const clock = freezeClock();
    const rows = Array.from({ length: 1_200 }, (_, number) => ({
      kind: 'AgencyOrder' as const,
      batch: 'large',
      hidden: false,
      treeScope: agency.client.treeScope,
      data: { caption: `${number} ${'x'.repeat(500)}`, fiscal_year_month: '2020-01' },
    }));
    await storeOf('ReportRow').insertMany(rows);
    await markStale([{ kind: 'AgencyOrder', importNumber: 0 }]);
    await subscribe(agency.moderator, { config: { address: 'fiscal_year_month=2020-01&columns=caption' } });
    clock.pass(32 * day);
    const mailbox = await openMailbox(server.environment.DATA_DIR ?? '', agency.moderator.user.email);
    await look();
    const { text, attachments } = await mailbox.next();
    expect(attachments).toEqual([]);
    expect(text).toContain('It has too many rows for a mail. Download them as a file on the page of the report.');
    await storeOf('ReportRow').deleteMany({ batch: 'large' });
    await markStale([{ kind: 'AgencyOrder', importNumber: 0 }]);
  });

  it('ends with a log entry when its recipient loses access, and is deleted with its report', async () => {
    const clock = freezeClock();
    const leaver = await api.signedInAs(await aUser(api, { roles: ['AGENCY_USER'], memberOf: [agency.entity] }));
    const inactiveUser = await api.signedInAs(await aUser(api, { memberOf: [agency.entity] }));
    const schedules = [await subscribe(leaver), await subscribe(inactiveUser)];
    const path = `/api/entities/${agency.entity.id}/members/${leaver.user.id}`;
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path });
    await callExpecting(api.admin.call, 200, {
      method: 'PATCH',
      path: `/api/users/${inactiveUser.user.id}`,
      body: { inactive: true },
    });
    clock.pass(32 * day);
    await look();
    expect(await storeOf('ReportSchedule').count({ _id: { $in: schedules.map(({ id }) => id) } })).toBe(0);
    expect([await mailsTo(leaver), await mailsTo(inactiveUser)]).toEqual([0, 0]);
    for (const { id } of schedules)
      expect(lines.filter((line) => line.includes(id) && line.includes('no longer sent'))).toHaveLength(1);
    const short = await api.admin.create('Report', { name: 'Short-lived' });
    const schedule = await agency.user.create('ReportSchedule', { report: short.id });
    await callExpecting(api.admin.call, 200, { method: 'DELETE', path: `/api/reports/${short.id}` });
    expect(await storeOf('ReportSchedule').count({ _id: schedule.id })).toBe(0);
  });

  it('belongs to one user: once for each report, invisible to others and not removable by them', async () => {
    const schedule = await subscribe(other.user);
    const path = `/api/report_schedules/${schedule.id}`;
    expect(
      await other.user.call({ method: 'POST', path: '/api/report_schedules', body: { report: report.id } }),
    ).toMatchObject({
      status: 409,
    });
    for (const person of [agency.user, agency.moderator, other.moderator])
      for (const method of ['GET', 'DELETE'] as const) expect((await person.call({ method, path })).status).toBe(404);
    const guest = await api.signedInAs(await aUser(api));
    expect(
      (await guest.call({ method: 'POST', path: '/api/report_schedules', body: { report: report.id } })).status,
    ).toBe(422);
    await callExpecting(other.user.call, 200, { method: 'DELETE', path });
  });

  it('does not block others if it cannot be generated', async () => {
    const clock = freezeClock();
    const broken = await api.admin.create('Report', { name: 'Broken' });
    await agency.user.create('ReportSchedule', { report: broken.id });
    await storeOf('Report').updateMany({ _id: broken.id }, { $set: { config: { filters: { no_such: 1 } } } });
    await subscribe(other.user);
    clock.pass(32 * day);
    await look();
    expect(await mailsTo(other.user)).toBe(1);
    expect(lines.some((line) => line.includes('sending a report failed and will be retried'))).toBe(true);
    const [waiting] = await storeOf('ReportSchedule').find({ filter: { report: broken.id } });
    expect(Date.parse(waiting?.nextAt ?? '') - clock.now().getTime()).toBe(day / 24);
  });
});
