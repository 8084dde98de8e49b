import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './desk.ts';

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

test('the channel that was loaded or saved last is the chosen one, until it is deleted', async ({ page, made }) => {
  const entity = await made('entities', { name: 'Room Station' });
  const form = await made('forms', {
    name: 'Room form',
    formSchema: { version: 1, root: { type: 'container', config: { layout: [] } } },
  });
  const fields = { entityId: entity.id, orderFormId: form.id };
  const { id } = await made('channels', { ...fields, name: 'Room Radio', slug: 'room-radio' });
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
});

test('a report is read as totals, charts and rows, and all of them as a file', async ({
  page,
  made,
  expectAccessible,
}) => {
  const { id } = await made('reports', { name: 'Room report', kind: 'AgencyOrder' });
  await made(`reports/${id}/rows`, {
    batch: 'room',
    data: { customer_name: 'Room Customer', industry: 'Room industry', revenue: 1234.5, net_revenue: 1000 },
  });
  await page.goto(`/admin/reports/${id}`);
  await page.getByRole('link', { name: 'View the report' }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/reports/${id}/view$`));
  await expect(part(page, 'Totals')).toContainText(/\$[\d,]+\.\d\d/);
  await expect(page.getByRole('table', { name: 'By fiscal month' })).toBeVisible();
  await expect(part(page, 'Rows').getByRole('cell', { name: 'Room Customer' })).toBeVisible();
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'All rows as CSV' }).click(),
  ]);
  expect(await file.failure()).toBeNull();
});

test('a report shows the rows, columns and charts that its configuration keeps, in its file as well', async ({
  page,
  other,
  made,
  expectAccessible,
}) => {
  const config = {
    columns: ['revenue', 'customer_name'],
    filters: { industry: ['Kept trade', 'Kept craft'], fiscal_year_month: { from: '2026-02' } },
    charts: ['industry'],
  };
  const { id } = await made('reports', { name: 'Kept report', config });
  const rows = [
    { customer_name: 'Kept One', industry: 'Kept trade', fiscal_year_month: '2026-02', revenue: 100, net_revenue: 60 },
    { customer_name: 'Kept Two', industry: 'Kept craft', fiscal_year_month: '2026-03', revenue: 50, net_revenue: 20 },
    { customer_name: 'Too Early', industry: 'Kept craft', fiscal_year_month: '2026-01', revenue: 7, net_revenue: 7 },
    { customer_name: 'Of Others', industry: 'Other', fiscal_year_month: '2026-02', revenue: 9, net_revenue: 9 },
  ];
  for (const data of rows) await made(`reports/${id}/rows`, { batch: 'kept', data });
  await made(`reports/${id}/rows`, { batch: 'kept', hidden: true, data: rows[0] });

  await page.goto(`/admin/reports/${id}/view`);
  await expect(part(page, 'Totals')).toContainText('$150.00');
  await expect(part(page, 'Totals')).toContainText('$80.00');
  await expect(page.getByRole('list', { name: 'Only rows with' })).toContainText('Industry: Kept trade, Kept craft');
  await expect(page.getByRole('table', { name: /^By / })).toHaveCount(1);
  await expect(page.getByRole('table', { name: 'By industry' })).toContainText('Kept craft');
  await expect(part(page, 'Rows').getByRole('row')).toHaveText(['RevenueCustomer name', '50Kept Two', '100Kept One']);
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'All rows as CSV' }).click(),
  ]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split(/\r?\n/);
  expect(lines).toEqual(['Revenue,Customer name', '50,Kept Two', '100,Kept One']);

  const broken = { ...config, filters: { no_such: 1 } };
  const refused = await other({ method: 'PATCH', path: `/api/reports/${id}`, body: { config: broken } });
  expect(refused).toMatchObject({
    status: 422,
    body: { details: { errors: [{ path: '/config/filters/no_such', message: 'Rows have no field no_such' }] } },
  });
});
