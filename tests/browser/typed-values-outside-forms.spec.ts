import type { Locator, Page } from '@playwright/test';
import { schemaOf, widget } from '#tests/forms/form-builders.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { openDesigner } from './open-designer.ts';

/** Unique names, because a retried test creates its records again. */
const mark = Date.now().toString(36);

/** Replaces a field's text key by key, and checks after each key that the field shows the text typed so far. */
async function typeInto(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.press('Control+a');
  await field.press('Delete');
  for (let keys = 1; keys <= text.length; keys += 1) {
    await field.pressSequentially(text.charAt(keys - 1));
    await expect(field).toHaveValue(text.slice(0, keys));
  }
}

async function typeAndLeave(field: Locator, text: string): Promise<void> {
  await typeInto(field, text);
  await field.press('Tab');
}

async function anOrderWith(made: (path: string, body: object) => Promise<{ id: string }>, page: Page, product: object) {
  const { id } = await made('products', { name: `Typed line ${mark}`, key: `typed_line_${mark}`, ...product });
  const form = await made('forms', {
    name: 'For typed lines',
    formSchema: schemaOf(widget('text_input', 'name', {}, 'Name')),
  });
  const channels = await page.request.get('/api/channels/list');
  const [{ id: channelId }] = await channels.json();
  const products = [{ id: 'typedline0000001', product: id, data: {} }];
  return await made('orders', { channelId, form: form.id, products });
}

backOfficeTest(
  'a line validates itself while typing, with the messages of the server',
  async ({ page, callElsewhere, createRecord, expectAccessible }) => {
    const order = await anOrderWith(createRecord, page, {
      schema: {
        type: 'object',
        required: ['rate'],
        properties: {
          rate: { type: 'number', title: 'Rate', maximum: 5_000, 'x-money': 'USD', multipleOf: 0.01 },
          code: { type: 'string', title: 'Code', pattern: '^[A-Z]{2}$' },
          start: { type: 'string', title: 'First day', format: 'date' },
          at: { type: 'string', title: 'On air', format: 'time' },
          page: { type: 'string', title: 'Page', format: 'uri' },
        },
      },
    });
    const stored = async () => (await callElsewhere({ path: `/api/orders/${order.id}` })).body;
    const validators: string[] = [];
    page.on('request', (request) => validators.push(...(request.url().includes('/validator?') ? [request.url()] : [])));
    await page.goto(`/admin/orders/${order.id}`);
    const lines = page.getByRole('region', { name: 'Products' });
    await page.getByRole('button', { name: `Details of Typed line ${mark}` }).click();
    const rate = page.getByRole('spinbutton', { name: 'Rate (required)' });
    await expect(rate).toBeVisible();
    await expect.poll(() => validators.length).toBe(1);

    // The problem is shown even while the server is down.
    await page.route('**/api/orders/**', (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    const says = (text: string) => expect(lines.getByText(text, { exact: true })).toBeVisible();
    await typeAndLeave(rate, '200.5.0');
    await says('Must be a number');
    await expect(rate).toHaveValue('200.5.0');
    await typeAndLeave(rate, '$6,000.00');
    await says('At most 5,000');
    await typeAndLeave(rate, '19.999');
    await says('At most two decimals');
    await typeAndLeave(rate, '(19.99)');
    await expect(rate).toHaveValue('-$19.99');
    await expect(rate).not.toHaveAttribute('aria-invalid');
    const code = page.getByRole('textbox', { name: 'Code' });
    await typeAndLeave(code, 'ab');
    await says('Must match ^[A-Z]{2}$');
    await typeAndLeave(code, ' AB ');
    await expect(code).toHaveValue('AB');
    const start = page.getByRole('textbox', { name: 'First day' });
    await typeAndLeave(start, '2/30/2026');
    await says('February 2026 has no day 30');
    await typeAndLeave(start, '3/31/');
    await says('This date is incomplete');
    await expectAccessible(page);
    await page.unroute('**/api/orders/**');

    await typeAndLeave(start, '31-Mar-26');
    await expect(start).toHaveValue('3/31/2026');
    const at = page.getByRole('textbox', { name: 'On air' });
    await typeAndLeave(at, '8:30 pm');
    await expect(at).toHaveValue('8:30 PM');
    await typeAndLeave(page.getByRole('textbox', { name: 'Page' }), 'https://example.com ');
    await expect(page.getByText('All changes saved')).toBeVisible();
    expect(await stored()).toMatchObject({
      products: [{ data: { rate: -19.99, code: 'AB', start: '2026-03-31', at: '20:30', page: 'https://example.com' } }],
      problems: [{ path: '/client' }],
    });

    // Typing continues during a save that stores the text without the trailing space.
    const longer = page.getByRole('textbox', { name: 'Page' });
    await typeInto(longer, 'https://example.com/a ');
    await expect(page.getByText('All changes saved')).toBeVisible();
    await expect(longer).toHaveValue('https://example.com/a ');
    await typeAndLeave(rate, '200.5.0');
    await expect(page.getByText('All changes saved')).toBeVisible();
    expect(await stored()).toMatchObject({
      products: [{ data: { rate: '200.5.0' } }],
      problems: [{ path: '/client' }, { path: '/products/0/data/rate', message: 'Must be a number' }],
    });
  },
);

backOfficeTest(
  'a date filter of an order list accepts any format, and ignores an impossible date',
  async ({ page, callElsewhere }) => {
    const { body } = await callElsewhere({ path: '/api/channels/list' });
    const [{ id }] = Array.isArray(body) ? body : [];
    await page.goto(`/c/${id}/orders`);
    await page.getByRole('button', { name: 'Filters' }).click();
    const panel = page.getByRole('region', { name: 'Filters' });
    const from = panel.getByRole('textbox', { name: 'Updated from' });
    await typeAndLeave(from, '2/30/2026');
    await expect(from).toHaveAccessibleDescription('February 2026 has no day 30');
    await expect(page).not.toHaveURL(/from=/);
    await typeAndLeave(from, 'Jan 31, 2020');
    await expect(from).toHaveValue('1/31/2020');
    await expect(page).toHaveURL(/from=2020-01-31/);
    await typeInto(from, '2/1/20');
    await from.press('Enter');
    await expect(page).toHaveURL(/from=2020-02-01/);
    await from.press('Tab');
    await panel.getByRole('button', { name: 'Calendar for Updated from' }).click();
    await page.getByRole('dialog', { name: 'Calendar for Updated from' }).getByRole('button', { name: /15th/ }).click();
    await expect(page).toHaveURL(/from=2020-02-15/);
    await expect(from).toHaveValue('2/15/2020');
  },
);

backOfficeTest(
  'the back-office keeps an unreadable value as typed and does not save it',
  async ({ page, callElsewhere, createRecord, expectAccessible }) => {
    const included = await createRecord('products', { key: `typed_inner_${mark}`, name: `Typed inner ${mark}` });
    const product = await createRecord('products', {
      key: `typed_outer_${mark}`,
      name: `Typed outer ${mark}`,
      includedProducts: [{ productId: included.id, min: 2 }],
    });
    const stored = async () => (await callElsewhere({ path: `/api/products/${product.id}` })).body;
    await page.goto(`/admin/products/${product.id}`);
    const least = page.getByRole('spinbutton', { name: 'At least' });
    await expect(least).toHaveValue('2');
    await typeAndLeave(least, '2.5.0');
    await expect(least).toHaveValue('2.5.0');
    await expect(least).toHaveAccessibleDescription(/Must be a whole number$/);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Not saved yet')).toBeVisible();
    expect(await stored()).toMatchObject({ includedProducts: [{ min: 2 }] });
    await expectAccessible(page);
    await typeAndLeave(least, '+3');
    await expect(least).toHaveValue('3');
    await typeAndLeave(page.getByRole('textbox', { name: 'Name' }), ` Typed outer ${mark} b `);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await stored()).toMatchObject({ includedProducts: [{ min: 3 }], name: `Typed outer ${mark} b` });

    await page.goto('/admin/entities');
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByRole('menuitem', { name: 'Created', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Created' });
    const to = dialog.getByRole('textbox', { name: 'To', exact: true });
    await typeAndLeave(to, '1/31/');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(to).toHaveAccessibleDescription(/This date is incomplete$/);
    await typeAndLeave(to, '31 Jan 2020');
    await expect(to).toHaveValue('1/31/2020');
    await dialog.getByRole('button', { name: 'Calendar for To' }).click();
    await page.getByRole('dialog', { name: 'Calendar for To' }).getByRole('button', { name: /15th/ }).click();
    await expect(to).toHaveValue('1/15/2020');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('button', { name: 'Created: to 1/15/20' })).toBeVisible();
  },
);

backOfficeTest('a numeric property in the designer accepts formatted numbers', async ({ page, createRecord }) => {
  const { id } = await createRecord('forms', {
    name: `Typed property ${mark}`,
    formSchema: schemaOf(widget('number_input', 'budget', {}, 'Budget')),
  });
  const { properties, line, status } = await openDesigner(page, id);
  await line(/^Budget/).click();
  const least = properties.getByRole('spinbutton', { name: 'Min value' });
  await typeAndLeave(least, '$1,200.50');
  await expect(least).toHaveValue('1,200.5');
  await typeAndLeave(least, '1.2.3');
  await expect(least).toHaveValue('1.2.3');
  await expect(least).toHaveAccessibleDescription(/Must be a number$/);
  await typeAndLeave(least, '5');
  await expect(least).not.toHaveAttribute('aria-invalid', 'true');
  await expect(status).toBeAttached();
});
