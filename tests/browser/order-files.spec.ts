import type { Route } from '@playwright/test';
import { schemaOf, widget } from '#tests/forms/form-builders.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

backOfficeTest(
  'an order can be neither submitted nor saved while a file is uploading',
  async ({ page, callElsewhere, createRecord }) => {
    const formSchema = schemaOf(widget('file_input', 'brief', {}, 'Brief'), widget('text_input', 'name', {}, 'Name'));
    const form = await createRecord('forms', { name: 'With a file', formSchema });
    const { body } = await callElsewhere({ path: '/api/channels/list' });
    const channels: unknown[] = Array.isArray(body) ? body : [];
    const [channel] = channels;
    const channelId = typeof channel === 'object' && channel !== null && 'id' in channel ? channel.id : undefined;
    const order = await createRecord('orders', { channelId, form: form.id });
    const waiting: Route[] = [];
    await page.route('**/api/files', (route) => void waiting.push(route));
    await page.goto(`/c/${channelId}/orders/${order.id}`);

    const field = page.getByLabel('Brief');
    const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Some text') });
    await expect(page.getByRole('button', { name: 'Save draft' })).toBeEnabled();
    await field.setInputFiles(file('first.txt'));
    await expect(page.getByRole('progressbar', { name: 'Uploading first.txt' })).toBeVisible();
    // An upload that is cancelled before its request is sent would not be counted.
    await expect.poll(() => waiting.length).toBe(1);
    const uploadingButtons = page.getByRole('button', { name: 'Uploading…' });
    await expect(uploadingButtons).toHaveCount(2);
    await expect(uploadingButtons.first()).toBeDisabled();
    await expect(uploadingButtons.last()).toBeDisabled();
    await page.keyboard.press('Control+s');
    await expect(page.getByText("A file is still uploading. Save when it's done.")).toBeVisible();

    await page.getByRole('button', { name: 'Cancel upload of first.txt' }).click();
    await expect(page.getByRole('button', { name: 'Save draft' })).toBeEnabled();
    await expect(page.getByRole('button', { name: 'Send for approval' })).toBeEnabled();
    await expect(page.getByText('first.txt')).toHaveCount(0);

    await field.setInputFiles(file('second.txt'));
    await expect.poll(() => waiting.length).toBe(2);
    await waiting[1]?.abort();
    await expect(page.getByRole('alert').filter({ hasText: 'No response from the server' })).toBeVisible();
    await page.unroute('**/api/files');
    await page.getByRole('button', { name: 'Try to upload second.txt again' }).click();
    await expect(page.getByRole('link', { name: 'second.txt' })).toBeVisible();
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect((await callElsewhere({ path: `/api/orders/${order.id}` })).body).toMatchObject({
      formData: { brief: { name: 'second.txt', mimeType: 'text/plain' } },
    });
  },
);
