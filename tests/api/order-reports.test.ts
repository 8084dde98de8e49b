import Fastify from 'fastify';
import readSheet from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { reportMailJob } from '#api/features/reports/report-mail-job.ts';
import type { Form, Job, Order, Report } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { openMailbox } from '#tests/product/mail.ts';
import { day, freezeClock } from './clock.ts';
import { csvText, errorOfQuery, pageAt } from './csv.ts';
import { type Agency, aChannel, aClient, aDraft, aForm, anAgency, anEntity, aUser } from './factories.ts';
import { patchOrderOk } from './order-helpers.ts';
import { type Api, startApi } from './server.ts';

let api: Api;
let form: Form;
let agency: Agency;
let other: Agency;
let report: Report;
/** Of the agency: a draft of 0.1, a pending order of 0.2 and a draft without an amount. */
let orders: Order[];

beforeAll(async () => {
  api = await startApi({ SESSION_IDLE: '400d', SESSION_ABSOLUTE: '400d' });
  const fee = { type: 'number_input', meta: { key: 'fee', label: 'Fee' }, config: { money: 'counted' } };
  form = await aForm(api, { widgets: [fee] });
  [agency, other] = [await anAgency(api, { form }), await anAgency(api, { form })];
  const bakery = await aClient(api, { below: agency.entity, name: 'Rye Bakery', industry: 'Food' });
  const inn = await aClient(api, { below: other.entity, name: 'Other Inn', industry: 'Hotels' });
  const pending = await aDraft(agency, { client: bakery.id, formData: { fee: 0.2 } });
  orders = [
    await aDraft(agency, { client: bakery.id, formData: { fee: 0.1 } }),
    await patchOrderOk(agency.user, pending, { status: 'PENDING' }),
    await aDraft(agency, { client: null, formData: {} }),
  ];
  await aDraft(other, { client: inn.id, formData: { fee: 70 } });
  report = await api.admin.create('Report', { name: 'Orders', kind: 'Order' });
});
afterAll(() => api.close());

const aReport = (config: Report['config']) => api.admin.create('Report', { name: 'Own orders', kind: 'Order', config });
const pathOf = (of: Report, part: string) => `/api/reports/${of.id}/${part}`;
const rowsOf = async (person: SignedInUser, query = '', of = report) =>
  (await pageAt(person, pathOf(of, `orders${query}`))).results;
const summaryOf = (person: SignedInUser, query = '', of = report) =>
  callExpecting<object>(person.call, 200, { path: pathOf(of, `summary${query}`) });
const idsOf = (rows: object[]) => rows.map((row) => Reflect.get(row, 'id'));

describe('a report about orders', () => {
  it('has the orders that its reader may read, with their names, client, industry and amount', async () => {
    const rows = await rowsOf(agency.user, '?sort=refCode');
    expect(new Set(idsOf(rows))).toEqual(new Set(idsOf(orders)));
    expect(rows.find(({ id }) => id === orders[1]?.id)).toEqual({
      ...{ id: orders[1]?.id, revision: expect.any(Number), refCode: orders[1]?.refCode, campaign: null },
      ...{ clientName: 'Rye Bakery', clientIndustry: 'Food', channelName: agency.channel.name, status: 'PENDING' },
      ...{ userName: agency.user.user.name, amount: 0.2, updatedAt: expect.any(String) },
      submissionDate: expect.any(String),
    });
    expect((await rowsOf(other.user)).map(({ clientName }) => clientName)).toEqual(['Other Inn']);
    expect(await rowsOf(api.admin)).toHaveLength(4);
    expect((await api.call({ path: pathOf(report, 'orders') })).status).toBe(401);
  });

  it('is live: a new industry of a client and a deleted order change it at once', async () => {
    const client = await aClient(api, { below: agency.entity, industry: 'Repairs' });
    const draft = await aDraft(agency, { client: client.id, formData: { fee: 5 } });
    const industries = async () => Object(await summaryOf(agency.user)).by.clientIndustry.map(Object.values);
    expect(JSON.stringify(await industries())).toContain('Repairs');
    const body = { industry: 'Garages' };
    await callExpecting(api.admin.call, 200, { method: 'PATCH', path: `/api/clients/${client.id}`, body });
    await expect.poll(async () => JSON.stringify(await industries()), { timeout: 10_000 }).toContain('Garages');
    await callExpecting(agency.user.call, 200, { method: 'DELETE', path: `/api/orders/${draft.id}` });
    expect(JSON.stringify(await industries())).not.toMatch(/Repairs|Garages/);
  });

  it('sums exact amounts by month, channel, status, person and industry, without orders of other agencies', async () => {
    const month = orders[1]?.submissionDate?.slice(0, 7);
    const group = (value: unknown, rows: number, amount: number) => ({ value, rows, amount });
    expect(await summaryOf(agency.user)).toEqual({
      ...{ rows: 3, amount: 0.3, isRebuilding: false, countedTo: null },
      by: {
        submissionMonth: [group('', 2, 0.1), group(month, 1, 0.2)],
        channel: [{ ...group(agency.channel.id, 3, 0.3), name: agency.channel.name }],
        status: [group('DRAFT', 2, 0.1), group('PENDING', 1, 0.2)],
        person: [{ ...group(agency.user.user.id, 3, 0.3), name: agency.user.user.name }],
        clientIndustry: [group('', 1, 0), group('Food', 2, 0.3)],
      },
    });
    expect(await summaryOf(other.user)).toMatchObject({ rows: 1, amount: 70 });
  });

  it('groups by channel and person, not by their names, and tells those of the same name apart', async () => {
    const above = await anEntity(api, { name: 'North Group' });
    const [entity, second] = [
      await anEntity(api, { name: 'North Agency', parent: above.id }),
      await anEntity(api, { name: 'South Agency', parent: above.id }),
    ];
    const channels = [
      await aChannel(api, { entity, form, name: 'Same Radio' }),
      await aChannel(api, { entity: second, form, name: 'Same Radio' }),
    ];
    const [one, other] = [
      await api.signedInAs(await aUser(api, { name: 'Kim Same', email: 'kim.one@example.com', memberOf: [entity] })),
      await api.signedInAs(await aUser(api, { name: 'Kim Same', email: 'kim.two@example.com', memberOf: [second] })),
    ];
    const reader = await api.signedInAs(await aUser(api, { roles: ['AGENCY_ADMIN'], memberOf: [above] }));
    const client = await aClient(api, { below: entity });
    for (const [at, user] of [one, other].entries())
      await aDraft(
        { ...agency, user, channel: channels[at] ?? agency.channel, client },
        { client: null, formData: { fee: at + 1 } },
      );
    const group = (value: string | undefined, amount: number, name: string, detail: string) => ({
      ...{ value, rows: 1, amount, name, detail },
    });
    expect(await summaryOf(reader)).toMatchObject({
      rows: 2,
      by: {
        channel: [
          group(channels[0]?.id, 1, 'Same Radio', 'North Agency'),
          group(channels[1]?.id, 2, 'Same Radio', 'South Agency'),
        ],
        person: [
          group(one.user.id, 1, 'Kim Same', 'kim.one@example.com'),
          group(other.user.id, 2, 'Kim Same', 'kim.two@example.com'),
        ],
      },
    });
    for (const query of [`?channelId=${channels[1]?.id}`, `?user=${other.user.id}`]) {
      expect(await summaryOf(reader, query)).toMatchObject({ rows: 1, amount: 2 });
      expect((await rowsOf(reader, query)).map(({ amount }) => amount)).toEqual([2]);
      const csv = await csvText(reader, pathOf(report, `orders.csv${query}&columns=channelName,amount`));
      expect(
        csv
          .replace(/^\uFEFF/, '')
          .trim()
          .split(/\r?\n/),
      ).toEqual(['Channel,Amount', 'Same Radio,2.00']);
    }
    // The rows of a report have names, and no ids of records.
    expect(Object.keys((await rowsOf(reader))[0] ?? {})).not.toContain('channelId');
    const own = await aReport({ filters: { user: [one.user.id] } });
    expect(await summaryOf(reader, '', own)).toMatchObject({ rows: 1, amount: 1 });
  });

  it('is limited by its own filters and those of the request, in rows, totals and preview', async () => {
    const own = await aReport({ filters: { clientIndustry: ['Food'] } });
    const requested = `?${new URLSearchParams({ filter: JSON.stringify({ status: 'PENDING' }) })}`;
    expect(await rowsOf(agency.user, '', own)).toHaveLength(2);
    expect(idsOf(await rowsOf(agency.user, '?status=PENDING', own))).toEqual([orders[1]?.id]);
    expect(await summaryOf(agency.user, requested, own)).toMatchObject({ rows: 1, amount: 0.2 });
    const body = { kind: 'Order', config: own.config };
    const preview = { method: 'POST' as const, path: '/api/reports/preview', body };
    expect(await callExpecting(api.admin.call, 200, preview)).toMatchObject({
      rows: expect.arrayContaining([{ id: orders[0]?.id, data: expect.objectContaining({ clientIndustry: 'Food' }) }]),
      summary: { rows: 2, amount: 0.3 },
    });
    expect((await agency.user.call(preview)).status).toBe(403);
    const wrong = await api.admin.call({
      ...preview,
      body: { kind: 'Order', config: { filters: { treeScope: 'x' } } },
    });
    expect(wrong).toMatchObject({
      status: 422,
      body: { details: { errors: [{ path: '/config/filters/treeScope' }] } },
    });
  });

  it('has only the fields of reports: no other property of an order is a column, filter or sort', async () => {
    for (const query of ['?columns=treeScope', '?columns=formData', '?waivers=x', '?sort=columnTexts'])
      await errorOfQuery(agency.user, pathOf(report, `orders${query}`));
    await errorOfQuery(agency.user, pathOf(report, 'summary?treeScope=x'));
    const rejected = await api.admin.call({
      ...{ method: 'POST', path: '/api/reports' },
      body: {
        name: 'Wrong',
        kind: 'Order',
        config: { columns: ['revenue'], groups: ['industry'], measures: ['rows'] },
      },
    });
    expect(Object(rejected.body).details.errors.map(({ path }: { path: string }) => path)).toEqual([
      ...['/config/columns/0', '/config/groups/0', '/config/measures/0'],
    ]);
  });

  it('is exported as CSV and XLSX with its labels and columns', async () => {
    const query = '?columns=clientName,clientIndustry,amount&clientIndustry=Food&sort=amount';
    const csv = await csvText(agency.user, pathOf(report, `orders.csv${query}`));
    expect(
      csv
        .replace(/^\uFEFF/, '')
        .trim()
        .split(/\r?\n/),
    ).toEqual(['Client,Industry,Amount', 'Rye Bakery,Food,0.10', 'Rye Bakery,Food,0.20']);
    const cookie = agency.user.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const { host } = new URL(api.config.publicUrl);
    const { rawPayload } = await api.app.inject({
      ...{ url: pathOf(report, `orders.xlsx${query}`), headers: { cookie, host } },
    });
    const [sheet] = await readSheet(rawPayload);
    expect(sheet?.data).toEqual([
      ['Client', 'Industry', 'Amount'],
      ['Rye Bakery', 'Food', 0.1],
      ['Rye Bakery', 'Food', 0.2],
    ]);
  });

  it('has no imported rows: it lists, adds and imports none, and says where its rows are', async () => {
    const reason = `The rows of this report are orders: GET /api/reports/${report.id}/orders`;
    expect(await agency.user.call({ path: pathOf(report, 'view') })).toMatchObject({ status: 409, body: { reason } });
    const revenue = await api.admin.create('Report', { name: 'Revenue' });
    expect(await agency.user.call({ path: pathOf(revenue, 'orders') })).toMatchObject({ status: 409 });
    const row = { method: 'POST' as const, path: pathOf(report, 'rows'), body: { batch: 'one', data: {} } };
    expect(await api.admin.call(row)).toMatchObject({
      ...{ status: 400, body: { reason: 'This report shows orders, so it has no rows of its own to add' } },
    });
    expect(await api.admin.call({ method: 'POST', path: pathOf(report, 'rows/import') })).toMatchObject({
      ...{ status: 409, body: { reason: 'The rows of this report are not imported: it shows the orders themselves' } },
    });
    expect(await pageAt(api.admin, pathOf(report, 'rows'))).toMatchObject({ pagination: { total: 0 } });
  });

  it('is mailed with the totals and rows that its recipient may read', async () => {
    const clock = freezeClock();
    const own = await aReport({ groups: ['status'], measures: ['amount', 'orders'] });
    const { name, id } = agency.channel;
    const config = { address: `clientIndustry=Food&channelId=${id}&columns=clientName,amount&sort=-amount` };
    await agency.user.create('ReportSchedule', { report: own.id, config });
    clock.pass(32 * day);
    const mailbox = await openMailbox(api.config.dataDir, agency.user.user.email);
    const job: Job = Object.assign(Object.create(null), { kind: 'reportMail' });
    await reportMailJob(Fastify().log).work(job, async () => undefined);
    const { text, attachments } = await mailbox.next();
    expect(text).toContain(`Only rows with Industry: Food; Channel: ${name}.`);
    expect(text).toMatch(/Amount \$0\.30[\s\S]*Orders 2[\s\S]*By status/);
    expect(text).toMatch(/Pending: Amount \$0\.20, Orders 1[\s\S]*Draft: Amount \$0\.10, Orders 1/);
    expect(attachments.map((each) => each.text.trim().split(/\r?\n/))).toEqual([
      ['Client,Amount', 'Rye Bakery,0.20', 'Rye Bakery,0.10'],
    ]);
  });

  it('is mailed with the difference from an earlier period of submission dates, or why there is none', async () => {
    const clock = freezeClock();
    const place = await anAgency(api, { form });
    const submitted = { '2026-01-15': 2, '2026-02-28': 3, '2026-02-03': 0.5 };
    for (const [date, fee] of Object.entries(submitted)) {
      const order = await patchOrderOk(place.user, await aDraft(place, { formData: { fee } }), { status: 'PENDING' });
      const submissionDate = new Date(`${date}T23:30:00Z`);
      await storeOf('Order').updateDerived({ _id: order.id }, { $set: { submissionDate } });
    }
    await aDraft(place, { formData: { fee: 99 } });
    const own = await aReport({ measures: ['amount', 'orders'] });
    const job: Job = Object.assign(Object.create(null), { kind: 'reportMail' });
    const mailOf = async (person: SignedInUser, address: string) => {
      await person.create('ReportSchedule', { report: own.id, config: { address } });
      clock.pass(32 * day);
      const mailbox = await openMailbox(api.config.dataDir, person.user.email);
      await reportMailJob(Fastify().log).work(job, async () => undefined);
      return (await mailbox.next()).text;
    };
    const february = 'submissionDate.from=2026-02-01&submissionDate.to=2026-02-28';
    const text = await mailOf(place.user, `${february}&compare=before`);
    expect(text).toContain('Amount $3.50: $1.50 more (+75%) than in 2026-01');
    expect(text).toContain('Orders 2: 1 more (+100%) than in 2026-01');
    expect(await mailOf(place.moderator, 'compare=before')).toContain(
      'Choose a range of submission dates to compare with an earlier one.',
    );
  });

  it('counts the newest 10,000 orders, and says so; a sort or filter without an index is rejected with the count', async () => {
    const count = vi.spyOn(storeOf('Order'), 'count').mockResolvedValue(10_001);
    const summary = await summaryOf(agency.user);
    // Records of another agency: the index of this agency's lists is cached for some seconds.
    const errors = [
      await errorOfQuery(other.user, pathOf(report, 'summary?clientIndustry=Food')),
      await errorOfQuery(other.user, pathOf(report, 'orders?sort=clientIndustry')),
    ];
    count.mockRestore();
    expect(summary).toMatchObject({ rows: 3, amount: 0.3, countedTo: 10_000 });
    for (const error of errors)
      expect(JSON.stringify(error)).toContain('is limited to 10,000 records, but there are 10,001');
  });
});
