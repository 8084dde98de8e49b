import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

backOfficeTest(
  'the channel that was loaded or saved last stays selected until it is deleted',
  async ({ page, createRecord }) => {
    const entity = await createRecord('entities', { name: 'Room Station' });
    const form = await createRecord('forms', {
      name: 'Room form',
      formSchema: { version: 1, root: { type: 'container', config: { layout: [] } } },
    });
    const fields = { entityId: entity.id, orderFormId: form.id };
    const { id } = await createRecord('channels', { ...fields, name: 'Room Radio', slug: 'room-radio' });
    const chosen = () =>
      page.evaluate(() => String(JSON.parse(localStorage.getItem('_v3prefs') ?? '{}').channelSlug ?? 'none'));
    await page.goto(`/admin/channels/${id}`);
    await expect.poll(chosen).toBe('room-radio');
    const save = page.getByRole('button', { name: 'Save' });
    await expect(save).toBeDisabled();
    await page.getByLabel('Slug').fill('room-waves');
    await expect(save).toBeEnabled();
    await save.click();
    await expect.poll(chosen).toBe('room-waves');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page).toHaveURL(/\/admin\/channels$/);
    await expect.poll(chosen).toBe('none');
  },
);

backOfficeTest(
  'a report has totals, charts and rows, and supports comparison, drill-down, saved views and download',
  async ({ page, createRecord, expectAccessible }) => {
    const { id } = await createRecord('reports', { name: 'Room report', config: { filters: { data_source: 'Room' } } });
    const row = (data: object) =>
      createRecord(`reports/${id}/rows`, { batch: 'room', data: { data_source: 'Room', ...data } });
    await row({ customer_name: 'Room Customer', industry: 'Rooms', fiscal_year_month: '2026-02', revenue: 1234.5 });
    await row({ customer_name: 'Room Before', industry: 'Rooms', fiscal_year_month: '2026-01', revenue: 1000 });
    await row({ customer_name: 'Other Trade', industry: 'Rooms & halls', fiscal_year_month: '2026-02', revenue: 5 });
    await page.goto(`/admin/reports/${id}`);
    // The fixed column of the actions covers no other one.
    const heads = part(page, 'Rows').getByRole('columnheader');
    const [hidden, actions] = [heads.filter({ hasText: /^Hidden$/ }), heads.last()];
    await expect(actions).toHaveAccessibleName('Actions');
    const [last, fixed] = [await hidden.boundingBox(), await actions.boundingBox()];
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((fixed?.x ?? 0) + 1);
    await page.getByRole('link', { name: 'View report' }).click();
    await expect(page).toHaveURL(new RegExp(`/admin/reports/${id}/view$`));
    await expect(part(page, 'Totals')).toContainText('$2,239.50');
    const month = page.getByRole('textbox', { name: 'Fiscal year month from' });
    await month.pressSequentially('2/202');
    await month.press('Enter');
    await expect(page.getByText('This date is incomplete')).toBeVisible();
    await month.pressSequentially('6');
    await month.press('Tab');
    await expect(month).toHaveValue('February 2026');
    await page.getByLabel('Compare with').selectOption('The previous period');
    await expect(part(page, 'Totals')).toContainText('$239.50 more (+24%)');
    await expect(part(page, 'Totals')).toContainText('2026-02 compared with 2026-01.');
    await expectAccessible(page);
    await page.getByRole('table', { name: 'By industry' }).getByRole('link', { name: 'Rooms', exact: true }).click();
    const cells = page.getByRole('region', { name: 'Table of rows' }).getByRole('cell');
    await expect(cells.filter({ hasText: /^Room Customer$/ })).toBeVisible();
    await expect(cells.filter({ hasText: /Other Trade|Room Before/ })).toHaveCount(0);
    await expect(page).toHaveURL(/fiscal_year_month\.from=2026-02&industry=Rooms&compare=before#rows$/);
    await page.getByRole('button', { name: 'Save these settings…' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Rooms of February');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('link', { name: 'Rooms of February' })).toHaveAttribute('aria-current', 'page');
    await page.getByRole('button', { name: 'Export…' }).first().click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    expect((await readFile(await file.path(), 'utf8')).trim().split('\n')).toHaveLength(2);

    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL(/\/admin\/dashboard$/);
    await expect(part(page, 'Top reasons for rejected submissions')).toBeVisible();
    await expectAccessible(page);
    const pending = page.getByRole('table', { name: 'Orders by status' }).getByRole('row', { name: /Pending/ });
    const count = (await pending.getByRole('cell').textContent()) ?? '';
    await pending.getByRole('link').click();
    await expect(page.getByText(new RegExp(`of ${count}$`))).toBeVisible();

    await page.getByRole('link', { name: 'Status', exact: true }).press('Enter');
    await expect(page).toHaveURL(/\/admin\/status$/);
    for (const name of ['Database', 'Jobs', 'Storage', 'Migrations and indexes'])
      await expect(part(page, name).getByText(/^(Good|Needs attention)$/)).toBeVisible();
    await expect(part(page, 'Migrations and indexes')).toContainText('Good');
    await expectAccessible(page);
    await part(page, 'Jobs').getByRole('link').first().press('Enter');
    await expect(page).toHaveURL(/\/admin\/jobs\?/);

    // The view in the portal can be the beginning of another report, too.
    await page.goto(`/reports/${id}?industry=Rooms`);
    await page.getByRole('link', { name: 'Save this view as a report' }).click();
    await expect(page.getByRole('heading', { name: 'New report' })).toBeVisible();
    await expect(page.getByText(/^2 rows, revenue \$2,234\.50/)).toBeVisible();
  },
);

backOfficeTest(
  'a report has the rows, columns and charts of its saved configuration, also in its download',
  async ({ page, callElsewhere, createRecord }) => {
    const config = {
      columns: ['revenue', 'customer_name'],
      filters: { industry: ['Kept trade', 'Kept craft'], fiscal_year_month: { from: '2026-02' } },
      charts: ['industry'],
    };
    const { id } = await createRecord('reports', { name: 'Kept report', config });
    const rows = [
      {
        customer_name: 'Kept One',
        industry: 'Kept trade',
        fiscal_year_month: '2026-02',
        revenue: 100,
        net_revenue: 60,
      },
      { customer_name: 'Kept Two', industry: 'Kept craft', fiscal_year_month: '2026-03', revenue: 50, net_revenue: 20 },
      { customer_name: 'Too Early', industry: 'Kept craft', fiscal_year_month: '2026-01', revenue: 7, net_revenue: 7 },
      { customer_name: 'Of Others', industry: 'Other', fiscal_year_month: '2026-02', revenue: 9, net_revenue: 9 },
    ];
    for (const data of rows) await createRecord(`reports/${id}/rows`, { batch: 'kept', data });
    await createRecord(`reports/${id}/rows`, { batch: 'kept', hidden: true, data: rows[0] });

    await page.goto(`/admin/reports/${id}/view`);
    await expect(part(page, 'Totals')).toContainText('$150.00');
    await expect(part(page, 'Totals')).toContainText('$80.00');
    await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Industry: Kept trade, Kept craft');
    await expect(page.getByRole('table', { name: /^By / })).toHaveCount(1);
    await expect(page.getByRole('table', { name: 'By industry' })).toContainText('Kept craft');
    const table = page.getByRole('region', { name: 'Table of rows' });
    await expect(table.getByRole('row')).toHaveText(['RevenueCustomer name', '$50.00Kept Two', '$100.00Kept One']);
    await table.getByRole('button', { name: 'Customer name' }).click();
    await expect(table.getByRole('columnheader', { name: 'Customer name' })).toHaveAttribute('aria-sort', 'ascending');
    await expect(table.getByRole('row')).toHaveText(['RevenueCustomer name', '$100.00Kept One', '$50.00Kept Two']);
    await table.getByRole('button', { name: 'Customer name' }).click();
    await expect(table.getByRole('row')).toHaveText(['RevenueCustomer name', '$50.00Kept Two', '$100.00Kept One']);
    await expect(page).toHaveURL(/sort=-customer_name/);
    await page.getByRole('button', { name: 'Export…' }).first().click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines).toEqual(['Revenue,Customer name', '50,Kept Two', '100,Kept One']);

    const broken = { ...config, filters: { no_such: 1 } };
    const rejected = await callElsewhere({ method: 'PATCH', path: `/api/reports/${id}`, body: { config: broken } });
    expect(rejected).toMatchObject({
      status: 422,
      body: { details: { errors: [{ path: '/config/filters/no_such', message: 'Rows have no field no_such' }] } },
    });
  },
);

backOfficeTest(
  'a report about orders is built with live rows beside it, and its page shows them with the chosen columns',
  async ({ page, createRecord, expectAccessible }) => {
    const fee = { type: 'number_input', meta: { key: 'fee', label: 'Fee' }, config: { money: 'counted' } };
    const layout = [{ columns: [{ ratio: 1, widget: fee }] }];
    const form = await createRecord('forms', {
      name: 'Built form',
      formSchema: { version: 1, root: { type: 'container', config: { layout } } },
    });
    const entity = await createRecord('entities', { name: 'Built Station' });
    const channel = await createRecord('channels', {
      ...{ entityId: entity.id, orderFormId: form.id, name: 'Built Radio', slug: 'built-radio' },
    });
    const client = await createRecord(`entities/${entity.id}/clients`, {
      ...{ name: 'Built Client', businessOwner: 'Ada Stone', businessName: 'Built Client', industry: 'Built trade' },
      ...{ phoneNumber: '503-555-0142', website: 'https://built.example' },
      businessAddress: { street: '2 Built Street', city: 'Salem', state: 'OR', zip: '97301' },
    });
    for (const amount of [12.5, 0.25])
      await createRecord('orders', {
        ...{ channelId: channel.id, form: form.id, client: client.id, formData: { fee: amount } },
      });

    await page.goto('/admin/reports/new');
    await page.getByRole('textbox', { name: 'Name' }).pressSequentially('Built report');
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Orders' }).click();
    const choose = async (label: string, ...options: string[]) => {
      const input = page.getByRole('combobox', { name: label, exact: true });
      await input.click();
      for (const name of options) await page.getByRole('option', { name, exact: true }).click();
      await input.press('Escape');
    };
    await choose('Columns', 'Client', 'Amount');
    await choose('Groups', 'By status');
    await choose('Measures', 'Amount', 'Orders');
    const industry = page.getByRole('combobox', { name: 'Industry' });
    await industry.pressSequentially('Built trade');
    await industry.press('Enter');
    await choose('Channel', 'Built Radio');
    const preview = part(page, 'Preview');
    await expect(preview).toContainText('2 orders, amount $12.75.');
    const rows = ['ClientAmount', 'Built Client$0.25', 'Built Client$12.50'];
    await expect(preview.getByRole('row')).toHaveText(rows);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save' }).click();

    await expect(page).toHaveURL(/\/admin\/reports\/[0-9a-f]{24}$/);
    const orders = part(page, 'Orders').getByRole('row');
    await expect(orders).toHaveText(rows);
    const link = part(page, 'Orders').getByRole('link', { name: 'Built Client' }).first();
    await expect(link).toHaveAttribute('href', /\/admin\/orders\/[0-9a-f]{24}$/);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'View report' }).click();
    await expect(part(page, 'Totals')).toHaveText('Amount$12.75Orders2');
    await expect(page.getByRole('table', { name: /^By / })).toHaveCount(1);
    await expect(page.getByRole('list', { name: 'Active filters' })).toContainText('Channel: Built Radio');
    await page.getByLabel('Compare with').selectOption('The previous period');
    await expect(part(page, 'Totals')).toContainText('Choose a range of submission dates');
    await page.getByLabel('Compare with').selectOption('Nothing');
    await page.getByRole('table', { name: 'By status' }).getByRole('link', { name: 'Draft' }).click();
    await expect(page.getByRole('list', { name: 'Active filters' }).last()).toContainText('Status: Draft');
    await expect(page.getByRole('region', { name: 'Table of rows' }).getByRole('row')).toHaveText(rows);
  },
);

backOfficeTest.describe('in the portal', () => {
  backOfficeTest.use({ viewport: { width: 390, height: 844 } });

  backOfficeTest(
    'a report on one’s own entity tree is opened, drilled into, downloaded and subscribed to',
    async ({ page, context, signInAs, expectAccessible }) => {
      await context.clearCookies();
      await signInAs('agency.user@example.com');
      await page.goto('/');
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('dialog').getByRole('link', { name: 'Reports' }).click();
      await page.getByRole('link', { name: 'Agency revenue' }).click();
      await expect(part(page, 'Totals')).toContainText(/\$[\d,]+\.\d\d/);
      const groups = page.getByRole('table', { name: 'By product group' });
      const group = (await groups.getByRole('link').first().textContent()) ?? '';
      await groups.getByRole('link').first().click();
      await expect(page.getByRole('list', { name: 'Active filters' })).toContainText(`Product group: ${group}`);
      await expect(page.getByRole('heading', { name: 'Rows' })).toBeFocused();
      await expect(page.getByRole('link', { name: 'Save this view as a report' })).toHaveCount(0);
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Export…' }).first().click();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export', exact: true }).click(),
      ]);
      expect(await readFile(await file.path(), 'utf8')).toContain(group);
      await page.getByRole('button', { name: 'Schedule e-mail…' }).click();
      await page.getByLabel('Every week, on Monday').check();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Schedule', exact: true }).click();
      await page.getByRole('button', { name: 'E-mailed every week' }).click();
      await expect(page.getByRole('dialog')).toContainText('Next e-mail:');
      await page.getByRole('button', { name: 'Stop e-mails' }).click();
      await expect(page.getByRole('button', { name: 'Schedule e-mail…' })).toBeVisible();
    },
  );
});
