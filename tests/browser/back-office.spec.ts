import { gzipSync } from 'node:zlib';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

backOfficeTest(
  'two users change one client: changes of different fields merge, and changes of the same field ask which to keep',
  async ({ page, callElsewhere, createRecord, expectAccessible }) => {
    const { id } = await createRecord('clients', client('Two Hands Pottery'));
    await page.goto(`/admin/clients/${id}`);
    await page.getByLabel('Business owner').fill('Mine Owner');
    await page.getByLabel('Website').fill('https://mine.example');
    await page.getByLabel('City').fill('Lenoir');
    await page.getByLabel('Industry').fill('Mine industry');

    const theirs = {
      businessOwner: 'Their Owner',
      phoneNumber: '555-0199',
      businessAddress: { ...client('').businessAddress, zip: '99999' },
      website: 'https://theirs.example',
    };
    expect(await callElsewhere({ method: 'PATCH', path: `/api/clients/${id}`, body: theirs })).toMatchObject({
      status: 200,
    });
    await page.getByRole('button', { name: 'Save', exact: true }).click();

    const dialog = page.getByRole('dialog', { name: 'This client has changed' });
    await expect(dialog.getByRole('group')).toHaveCount(2);
    await expect(
      dialog.getByText('Only you changed these, so your values are used: Business address › City, Industry.'),
    ).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Use these values' }).click();
    await expect(dialog.getByText('Choose one of these values')).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Use “Saved version” for all' }).click();
    await dialog
      .getByRole('group', { name: 'Business owner' })
      .getByRole('radio', { name: /Mine Owner/ })
      .check();
    await dialog.getByRole('button', { name: 'Use these values' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByLabel('Phone number')).toHaveValue('555-0199');
    await expect(page.getByLabel('City')).toHaveValue('Lenoir');
    // Unsaved changes ask before leaving.
    await page.getByRole('link', { name: 'Products' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect((await callElsewhere({ path: `/api/clients/${id}` })).body).toMatchObject({
      businessOwner: 'Mine Owner',
      website: 'https://theirs.example',
      industry: 'Mine industry',
      phoneNumber: '555-0199',
      businessAddress: { city: 'Lenoir', zip: '99999' },
    });
  },
);

backOfficeTest(
  'a server-side validation error is shown at its input, also nested ones, with a link to it',
  async ({ page, createRecord, expectAccessible }) => {
    const part = await createRecord('products', { key: 'spec_part', name: 'Spec part' });
    const { id } = await createRecord('products', {
      key: 'spec_whole',
      name: 'Spec whole',
      includedProducts: [{ productId: part.id, min: 1 }],
    });
    await page.goto(`/admin/products/${id}`);
    await expect(page.getByRole('combobox', { name: 'Product' })).toHaveValue('Spec part');
    const key = page.getByLabel('Key');
    const least = page.getByLabel('At least');
    await key.fill('Not A Key');
    await least.fill('1.5');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const summary = page.getByRole('alert').filter({ hasText: 'Not saved yet' });
    const problems = summary.getByRole('listitem');
    await expect(problems).toHaveText(['Included products 1, At least: Must be a whole number']);
    await expect(least).toHaveAttribute('aria-invalid', 'true');
    await summary.getByRole('button', { name: 'Included products 1, At least' }).click();
    await expect(least).toBeFocused();
    await least.fill('2');

    // Only the server knows the format of a key, and which products would include themselves.
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(problems).toHaveText([/^Key/]);
    await expect(key).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
    await key.fill('spec_whole_new');
    const product = page.getByRole('combobox', { name: 'Product' });
    await choose('Spec whole');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(problems).toHaveText(['Included products 1, Product: A product cannot include itself']);
    await expect(product).toHaveAttribute('aria-invalid', 'true');
    await summary.getByRole('button', { name: 'Included products 1, Product' }).click();
    await expect(product).toBeFocused();
    await choose('Spec part');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(summary).toBeHidden();

    async function choose(name: string) {
      await product.fill(name);
      await page.getByRole('option', { name }).click();
    }
  },
);

backOfficeTest(
  'the JSON editor shows the position of a syntax error and can be entered and left by keyboard',
  async ({ page, callElsewhere, createRecord, expectAccessible }) => {
    const { id } = await createRecord('products', { key: 'spec_json', name: 'Spec JSON' });
    await page.goto(`/admin/products/${id}`);
    const editor = page.getByRole('textbox', { name: 'Line schema' });
    await editor.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('{\n"type": "object"\n"title": "Spot"');
    await expect(page.getByText(/^Line 3, not valid JSON/)).toBeVisible();
    await expect(editor).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('.cm-lint-marker-error')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('{ "type": "object" }');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(editor).not.toBeFocused();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect((await callElsewhere({ path: `/api/products/${id}` })).body).toMatchObject({ schema: { type: 'object' } });
  },
);

backOfficeTest(
  'a form’s JSON is stored as typed, a broken script is reported with its widget and line, and the audit log describes the change',
  async ({ page, createRecord, callElsewhere, expectAccessible }) => {
    const widget = (script: string) => ({
      type: 'text_input',
      meta: { key: 'headline', label: 'Headline', validationScript: script },
    });
    const schema = (script: string) => ({
      version: 1,
      root: { type: 'container', config: { layout: [{ columns: [{ ratio: 1, widget: widget(script) }] }] } },
    });
    const { id } = await createRecord('forms', { name: 'Spec script', formSchema: schema('') });
    await page.goto(`/admin/forms/${id}`);
    const editor = page.getByRole('textbox', { name: 'Form schema' });
    const put = async (text: string) => {
      await editor.click();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(text);
    };
    await editor.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await expect(editor).toHaveText('');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const summary = page.getByRole('alert').filter({ hasText: 'Not saved yet' });
    await expect(summary).toContainText('Missing required field: Form schema');
    await expect(editor).toHaveText('');
    await put('{ "version"');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(summary).toContainText('Line 1, not valid JSON');
    await expect(editor).toHaveText('{ "version"');
    await put(JSON.stringify(schema('if this == 1 {\n reject "x"')));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(summary).toContainText('“Headline”, Validation script: Line 2, column');
    await expectAccessible(page);

    const rows = page.getByRole('region', { name: 'Versions' }).first().getByRole('row');
    await expect(rows).toHaveCount(2);
    await put(JSON.stringify(schema('')).replace('"Headline"', '"Slogan"'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(rows).toHaveCount(3);

    expect(
      await callElsewhere({ method: 'PATCH', path: `/api/forms/${id}`, body: { name: 'Spec slogan' } }),
    ).toMatchObject({
      status: 200,
    });
    const { body } = await callElsewhere({ path: `/api/audit_log?resourceId=${id}&sort=-createdAt` });
    const [entry] = JSON.parse(JSON.stringify(body)).results;
    await page.goto(`/admin/audit_log/${entry.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Form changed' })).toBeVisible();
    await expect(page.getByText(/changed the form Spec slogan on /)).toBeVisible();
    await expect(page.getByRole('row', { name: 'Name Spec script Spec slogan' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
    await page.getByRole('link', { name: 'Spec slogan' }).click();
    await expect(page.getByLabel('Name')).toHaveValue('Spec slogan');
  },
);

backOfficeTest('every list and every page for a new record works at both of its addresses', async ({ page }) => {
  for (const path of ['users', 'products', 'forms']) {
    await page.goto(`/admin/${path}/list`);
    await expect(page).toHaveURL(new RegExp(`/admin/${path}$`));
    await page.goto(`/admin/${path}/create`);
    await expect(page).toHaveURL(new RegExp(`/admin/${path}/new$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^New /);
  }
});

backOfficeTest(
  'every page shows its record’s name in the tab title and the breadcrumb',
  async ({ page, createRecord }) => {
    const entity = await createRecord('entities', { name: 'Titled Agency' });
    const user = await createRecord('users', { name: 'Titled Person', email: 'titled@example.com' });
    const form = await createRecord('forms', {
      name: 'Titled form',
      formSchema: { version: 1, root: { type: 'container', config: { layout: [] } } },
    });
    const channel = await createRecord('channels', {
      name: 'Titled Radio',
      slug: 'titled-radio',
      entityId: entity.id,
      orderFormId: form.id,
    });
    const report = await createRecord('reports', { name: 'Titled report' });
    const pages: [path: string, way: string[], tab?: string][] = [
      ['users', ['Admin', 'Users']],
      ['users/new', ['Admin', 'Users', 'New user']],
      [`users/${user.id}`, ['Admin', 'Users', 'Titled Person']],
      ['orders/pending/table', ['Admin', 'Orders', 'Pending Orders Queue']],
      [`forms/${form.id}`, ['Admin', 'Order Mgmt Forms', 'Titled form']],
      [`entities/${entity.id}/delete`, ['Admin', 'Entities', 'Titled Agency', 'Delete Titled Agency?']],
      [
        `channels/${channel.id}/onboarding_email`,
        ['Admin', 'Order Mgmt Channels', 'Titled Radio', 'Onboarding e-mail'],
        'Onboarding e-mail, Titled Radio',
      ],
      [`reports/${report.id}/view`, ['Admin', 'Reports', 'Titled report']],
      ['nowhere', ['Admin', 'Page not found']],
    ];
    for (const [path, way, tab = way.at(-1)] of pages) {
      await page.goto(`/admin/${path}`);
      await expect(page).toHaveTitle(`Portal: ${tab}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(way.at(-1) ?? '');
      await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem')).toHaveText(way);
    }
  },
);

backOfficeTest(
  'the back-office entry loads at most 420 KB of scripts, and the JSON editor loads with the first JSON',
  async ({ page, createRecord }) => {
    const { id } = await createRecord('products', { key: 'spec_size', name: 'Spec size' });
    const scripts: Promise<number>[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('.js')) scripts.push(response.body().then((body) => gzipSync(body).length));
    });
    const kilobytes = async () => (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0) / 1024;
    await page.goto('/admin/products');
    await expect(page.getByRole('link', { name: 'Spec size' })).toBeVisible();
    const entry = await kilobytes();
    expect(entry).toBeGreaterThan(100);
    expect(entry).toBeLessThan(420);
    await page.goto(`/admin/products/${id}`);
    await expect(page.getByRole('textbox', { name: 'Line schema' })).toBeVisible();
    expect(await kilobytes()).toBeGreaterThan(entry + 50);
  },
);

const client = (name: string) => ({
  name,
  businessOwner: 'Ann Base',
  businessName: 'Two Hands',
  businessAddress: { street: '1 Kiln Road', city: 'Boone', state: 'NC', zip: '28607' },
  phoneNumber: '555-0100',
  website: 'https://base.example',
  industry: 'Crafts',
});
