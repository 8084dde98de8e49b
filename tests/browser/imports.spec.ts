import type { Page } from '@playwright/test';
import type { ProofOfWork } from '#schemas/generated/types.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

const csv = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const choose = (page: Page, name: string, text: string) =>
  page.getByLabel('File to import').setInputFiles(csv(name, text));
const begin = (page: Page) => page.getByRole('button', { name: 'Import all rows' }).click();
const batch = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Batches' }).getByRole('row', { name: new RegExp(name) });

backOfficeTest(
  'rows of a report are imported from a file: mapped, corrected, counted, hidden, deleted, and cancelled during the import',
  async ({ page, createRecord, expectAccessible }) => {
    const { id } = await createRecord('reports', { name: 'Wizard report' });
    await page.goto(`/admin/reports/${id}`);
    await page.getByRole('link', { name: 'Imports' }).click();
    await choose(page, 'faulty.csv', 'Turnover of ours,Trade\n10,Food\nmany,Food\n');
    const columns = page.getByRole('region', { name: 'Columns' });
    await expect(columns.getByRole('row', { name: /Turnover of ours/ })).toContainText('many');
    await columns.getByRole('combobox', { name: 'Field for Turnover of ours' }).click();
    await page.getByRole('option', { name: 'Revenue', exact: true }).click();
    await expectAccessible(page);
    await begin(page);
    await expect(page.getByText('Nothing was imported: 1 error in the file.')).toBeVisible();
    const faults = page.getByRole('region', { name: 'Lines with errors' }).getByRole('row').nth(1);
    await expect(faults).toHaveText('3Turnover of oursmanyMust be a number, such as 1,601.60');
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Import another file' }).click();
    await choose(page, 'mended.csv', 'Turnover of ours,Trade\n10,Food\n20,Food\n,\nTotal,30\n');
    await expect(columns.getByRole('combobox', { name: 'Field for Turnover of ours' })).toHaveText('Revenue');
    await expect(page.getByText('1 row looks like a total and will be skipped')).toBeVisible();
    const totals = page.getByRole('region', { name: 'Total rows' }).getByRole('row').nth(1);
    await expect(totals).toHaveText('5Total \u00b7 30');
    const name = page.getByRole('textbox', { name: 'Batch' });
    await name.press('ControlOrMeta+a');
    await name.pressSequentially('Wizard batch');
    await begin(page);
    await expect(page.getByText('Imported 2 rows as batch Wizard batch. 1 empty row was skipped.')).toBeVisible();
    await expect(page.getByText('1 row looks like a total and was skipped')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Unmatched rows' }).getByRole('row')).toHaveCount(3);
    const row = batch(page, 'Wizard batch');
    await page.getByRole('button', { name: 'Hide Wizard batch' }).click();
    await expect(row).toContainText('Hidden');
    await page.getByRole('button', { name: 'Show Wizard batch' }).click();
    await expect(row).toContainText('Imported');
    await page.getByRole('button', { name: 'Remove Wizard batch' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(row).toContainText('Removed');

    await page.getByRole('button', { name: 'Import another file' }).click();
    await choose(page, 'long.csv', `Turnover of ours\n${'1\n'.repeat(150_000)}`);
    await begin(page);
    await expect(page.getByRole('progressbar', { name: 'Import progress' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel import' }).click();
    await expect(page.getByText('Import canceled. Nothing was imported.')).toBeVisible();
    await expect(batch(page, 'long')).toContainText('Canceled');
  },
);

backOfficeTest(
  'the preview of an import shows how cells are parsed, and lets the user change it',
  async ({ page, createRecord, callElsewhere }) => {
    const { id } = await createRecord('reports', {
      name: 'Comma report',
      config: { filters: { data_source: 'Comma' } },
    });
    const revenue = async () => Object((await callElsewhere({ path: `/api/reports/${id}/summary` })).body).revenue;
    await page.goto(`/admin/reports/${id}/imports`);
    const options = page.getByRole('region', { name: 'Parsing options' });
    const mark = options.getByRole('combobox', { name: 'Decimal mark' });
    const order = options.getByRole('combobox', { name: 'Date format' });
    await choose(page, 'comma.csv', 'data_source;revenue;active_date\nComma;1.200,50;31/3/2026\nTotal;1.200,50;\n');
    await expect(mark).toHaveText('Comma (1.200,50)');
    await expect(order).toHaveText('Day first (31/3/2026)');
    await mark.click();
    await page.getByRole('option', { name: /^Point/ }).click();
    await begin(page);
    const fault = page.getByRole('region', { name: 'Lines with errors' }).getByRole('row').nth(1);
    await expect(fault).toContainText('2revenue1.200,50Must be a number, such as 1,601.60; choose the decimal comma');

    await page.getByRole('button', { name: 'Import another file' }).click();
    await choose(page, 'comma.csv', 'data_source;revenue\nComma;1.200,50\nTotal;1.200,50\nComma;-\n');
    await expect(options.getByRole('checkbox', { name: 'Read a dash as 0' })).toBeChecked();
    await expect(order).toBeHidden();
    await begin(page);
    await expect(page.getByText('Imported 2 rows as batch comma.')).toBeVisible();
    expect(await revenue()).toBe(1200.5);
  },
);

backOfficeTest(
  'proof of performance is imported from a file, shown beside its order, and printed through a share link',
  async ({ page, browser, callElsewhere, expectAccessible }) => {
    // A line of an order with rows in the demo.
    const { body: proofList } = await callElsewhere({ path: '/api/proof_of_work?limit=200' });
    const { orderId, orderProductId } = Object(proofList).results.find((each: ProofOfWork) => each.orderProductId);
    const order = Object((await callElsewhere({ path: `/api/orders/${orderId}` })).body);
    await page.goto('/admin/proof_of_work');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await choose(
      page,
      'proof.csv',
      `Order,Line,Name,Date,Notes\n${order.refCode},${orderProductId},Aired 24 times,2026-11-02,In the morning\n`,
    );
    await begin(page);
    await expect(page.getByText('Imported 1 row as batch proof')).toBeVisible();

    await page.goto(`/c/${order.channelId}/orders/${orderId}`);
    await expect(page.getByText('Aired 24 times')).toBeVisible();
    await page.getByRole('button', { name: 'Share proof of work' }).click();
    const dialog = page.getByRole('dialog', { name: 'Share' });
    await dialog.getByRole('button', { name: 'Create link' }).click();
    const url = await dialog.getByLabel('Link', { exact: true }).inputValue();
    const stranger = await browser.newContext();
    const client = await stranger.newPage();
    await client.goto(url);
    await expect(client.getByRole('heading', { level: 1 })).toHaveText('Proof of work');
    await expect(client.getByRole('listitem').filter({ hasText: 'Aired 24 times' })).toContainText(
      '11/2/26In the morning',
    );
    await expectAccessible(client);
    await client.emulateMedia({ media: 'print' });
    await expect(client.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(client.getByText('Aired 24 times')).toBeVisible();
    await stranger.close();
  },
);

backOfficeTest(
  'clients are imported from a file: checked, corrected, written, and undone',
  async ({ page, createRecord, expectAccessible }) => {
    const address = { street: '1 Main', city: 'Bend', state: 'OR', zip: '97701' };
    const known = {
      ...{ name: 'Harbor Import', businessOwner: 'Ann', businessName: 'Harbor', businessAddress: address },
      ...{ website: 'https://harbor.example', phoneNumber: '5415550100', industry: 'Food' },
    };
    const { id } = await createRecord('clients', known);
    const head = 'Client Name,Business owner,Business name,Street address,City,State,ZIP code,Website,Phone number';
    const row = (name: string, city: string) =>
      `${name},Ann,Harbor,1 Main,${city},OR,97701,https://harbor.example,5415550100`;
    await page.goto('/admin/clients');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await choose(page, 'harbor.csv', [head, row('Harbor Import', 'Salem'), row('Cove Import', 'Bend'), ''].join('\n'));
    const match = page.getByRole('combobox', { name: 'Match existing records by' });
    await expect(match).toHaveText('Client Name');
    const constants = page.getByRole('region', { name: 'Values for all rows' });
    await constants.getByRole('combobox', { name: 'Missing column' }).click();
    await page.getByRole('option', { name: 'Industry', exact: true }).click();
    await constants.getByRole('textbox', { name: 'Value for all rows' }).pressSequentially('Food');
    await constants.getByRole('button', { name: 'Add value' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Check all rows' }).click();
    const changes = page.getByRole('region', { name: 'Changes' }).getByRole('row').nth(1);
    await expect(changes).toHaveText('2Harbor ImportBusiness address: CityBendSalem');
    await expectAccessible(page);
    await begin(page);
    await expect(page.getByText('Imported 2 rows as batch harbor.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo harbor' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('2 records of harbor restored.')).toBeVisible();
    await expect(batch(page, 'harbor')).toContainText('Undone');
    await page.goto(`/admin/clients/${id}`);
    await expect(page.getByRole('textbox', { name: 'City' })).toHaveValue('Bend');
  },
);
