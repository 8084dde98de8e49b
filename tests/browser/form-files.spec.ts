import type { Page, Route } from '@playwright/test';
import { modal, schemaOf, widget } from '#tests/forms/form-builders.ts';
import { formValues, openForm } from '#tests/forms/harness/page.ts';
import { openHarness } from '#tests/forms/harness/serve.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(({ page }) => openHarness(page));

const id = (digit: number) => String(digit).repeat(24);
const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('Some text') });

/** Intercepts uploads: `answer` returns the response to each, by its number starting at 1. */
async function answerUploads(page: Page, answer: (route: Route, number: number) => Promise<void>): Promise<void> {
  let number = 0;
  await page.route('**/api/files', (route) => {
    number += 1;
    return answer(route, number);
  });
}

const created = (route: Route, number: number, name: string) =>
  route.fulfill({ status: 201, json: { id: id(number), name, mimeType: 'text/plain', size: 9, revision: 1 } });

test('a chosen file is uploaded and stored by its API id, and another file replaces it', async ({ page }) => {
  const bodies: (string | undefined)[] = [];
  await answerUploads(page, (route, number) => {
    bodies.push(route.request().headers()['content-type']);
    return created(route, number, `kept-${number}.txt`);
  });
  await openForm(page, schemaOf(widget('file_input', 'brief', { required: true }, 'Brief')));
  const field = page.getByLabel('Brief (required)');
  await field.setInputFiles(text('brief.txt'));
  await expect(page.getByRole('link', { name: 'kept-1.txt' })).toHaveAttribute('href', `/api/files/${id(1)}/content`);
  expect(await formValues(page)).toEqual({ brief: { id: id(1), name: 'kept-1.txt', mimeType: 'text/plain' } });
  expect(bodies[0]).toMatch(/^multipart\/form-data; boundary=/);
  await field.setInputFiles(text('other.txt'));
  await expect(page.getByRole('link', { name: 'kept-2.txt' })).toBeVisible();
  await expect(page.getByRole('link')).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove kept-2.txt' }).press('Enter');
  await expect(field).toBeFocused();
  expect(await formValues(page)).toEqual({});
});

test('several files upload in parallel; a failed one shows the reason and can be retried or removed', async ({
  page,
}) => {
  const rejection = { error: 'Bad request', code: 'REQUEST_DENIED', reason: 'The file is empty' };
  await answerUploads(page, (route, number) =>
    number === 2 ? route.fulfill({ status: 400, json: rejection }) : created(route, number, `kept-${number}.txt`),
  );
  await openForm(page, schemaOf(widget('multiple_file_input', 'papers', {}, 'Papers')));
  await page.getByLabel('Papers').setInputFiles([text('a.txt'), text('b.txt'), text('c.txt')]);
  await expect(page.getByRole('alert')).toHaveText(/The file is empty/);
  await expect(page.getByRole('link')).toHaveCount(2);
  await page.getByRole('button', { name: /^Try to upload .+ again$/ }).press('Enter');
  await expect(page.getByRole('link')).toHaveCount(3);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect((await formValues(page)).papers).toHaveLength(3);
});

test('a file over the size limit is rejected before the upload', async ({ page }) => {
  let isSent = false;
  await answerUploads(page, (route, number) => {
    isSent = true;
    return created(route, number, 'kept.txt');
  });
  await page.route('**/api/data/config', (route) => route.fulfill({ json: { fileLimit: 8 } }));
  await openForm(page, schemaOf(widget('file_input', 'brief', {}, 'Brief')));
  await page.getByLabel('Brief').setInputFiles(text('large.txt'));
  await expect(page.getByRole('alert')).toHaveText(/This file is too large \(9 bytes\)\. The limit is 8 bytes\./);
  await expect(page.getByRole('button', { name: /^Try to upload/ })).toHaveCount(0);
  expect(isSent).toBe(false);
  const small = { ...text('small.txt'), buffer: Buffer.from('Some') };
  await page.getByLabel('Brief').setInputFiles(small);
  await expect(page.getByRole('link', { name: 'kept.txt' })).toBeVisible();
  expect(await formValues(page)).toMatchObject({ brief: { name: 'kept.txt' } });
});

test('an upload can be cancelled, and one in a modal continues while the modal is closed', async ({ page }) => {
  const waiting: Route[] = [];
  await answerUploads(page, async (route) => void waiting.push(route));
  await openForm(page, schemaOf(modal([widget('multiple_file_input', 'papers', {}, 'Papers')], {}, { label: 'More' })));
  await page.getByRole('button', { name: 'More' }).click();
  const field = page.getByLabel('Papers');
  await field.setInputFiles([text('a.txt'), text('b.txt')]);
  await expect(page.getByRole('progressbar', { name: 'Uploading a.txt' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel upload of a.txt' }).click();
  await expect(page.getByText('a.txt')).toBeHidden();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => waiting.length).toBe(2);
  // The two are uploaded in parallel: either may be first.
  const second = waiting.find((route) => route.request().postDataBuffer()?.includes('b.txt'));
  if (second) await created(second, 2, 'b.txt');
  await expect.poll(() => formValues(page)).toEqual({ papers: [{ id: id(2), name: 'b.txt', mimeType: 'text/plain' }] });
});

test('a dropped image is uploaded and shown as a thumbnail beside its name', async ({ page }) => {
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  const picture = { id: id(7), name: 'logo.png', mimeType: 'image/png' };
  await page.route('**/api/files', (route) => route.fulfill({ status: 201, json: picture }));
  await page.route(`**/api/files/${id(7)}/thumbnail`, (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(dot, 'base64') }),
  );
  await openForm(page, schemaOf(widget('file_input', 'logo', {}, 'Logo')));
  await page.getByLabel('Logo').evaluate((element) => {
    if (!(element instanceof HTMLInputElement)) return;
    const transfer = new DataTransfer();
    transfer.items.add(new File(['x'], 'logo.png'));
    // Dispatches the events of a drop on the control.
    element.files = transfer.files;
    element.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await expect(page.getByRole('link', { name: 'logo.png' }).locator('img')).toHaveJSProperty('naturalWidth', 1);
  await openForm(page, schemaOf(widget('file_input', 'logo', { readonly: true }, 'Logo')), {
    values: { logo: picture },
  });
  await expect(page.getByRole('link', { name: 'logo.png' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove logo.png' })).toHaveCount(0);
});
