import type { Page } from '@playwright/test';
import { schemaOf, widget } from '#tests/forms/form-builders.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

/** Whether the browser would navigate to a file dropped on an element. */
const wouldReplacePage = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['Some text'], 'brief.txt', { type: 'text/plain' }));
      return ['dragover', 'drop'].some((type) =>
        element.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })),
      );
    });

backOfficeTest(
  'a file dropped outside a drop zone does not replace the page, in both apps',
  async ({ page, createRecord, callElsewhere }) => {
    const form = await createRecord('forms', {
      name: 'Dropped',
      formSchema: schemaOf(widget('file_input', 'brief', {}, 'Brief')),
    });
    const { body } = await callElsewhere({ path: '/api/channels/list' });
    const channelId = Object(body)[0]?.id;
    const order = await createRecord('orders', { channelId, form: form.id });
    await page.goto(`/c/${channelId}/orders/${order.id}`);
    await expect(page.getByLabel('Brief')).toBeVisible();
    expect(await wouldReplacePage(page, 'h1')).toBe(false);
    expect(await wouldReplacePage(page, 'nav')).toBe(false);
    // The native file input takes it.
    expect(await wouldReplacePage(page, 'input[type=file]')).toBe(true);

    await page.goto('/admin/users');
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
    expect(await wouldReplacePage(page, 'h1')).toBe(false);
    expect(await wouldReplacePage(page, 'nav')).toBe(false);
  },
);

backOfficeTest(
  'a file of a wrong type or size is rejected before the upload, with what is accepted',
  async ({ page, createRecord }) => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    const report = await createRecord('reports', { name: 'Refused files' });
    await page.route('**/api/data/config', async (route) => {
      const config = await (await route.fetch()).json();
      await route.fulfill({ json: { ...config, importLimit: 1_024 } });
    });
    await page.goto(`/admin/reports/${report.id}`);
    await page.getByRole('link', { name: 'Imports' }).click();
    const file = page.getByLabel('File to import');
    const alert = page.getByRole('alert');
    await file.setInputFiles({ name: 'rows.pdf', mimeType: 'application/octet-stream', buffer: Buffer.from('x') });
    await expect(alert).toHaveText(
      "This file type isn't accepted. Choose a CSV file (.csv, .tsv, or .txt) or an Excel workbook (.xlsx).",
    );
    await file.setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('Revenue\n'.repeat(200)) });
    await expect(alert).toHaveText('This file is too large (1.6 KiB). The limit is 1 KiB.');
    expect(sent.filter((url) => url.includes('/import'))).toEqual([]);
  },
);
