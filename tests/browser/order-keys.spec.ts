import { collection, schemaOf, widget } from '#tests/forms/form-builders.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

const schema = schemaOf(
  widget('text_input', 'name', { required: true }, 'Name of the site'),
  widget(
    'text_input',
    'slogan',
    {},
    {
      label: 'Slogan',
      validationScript: `
        validate { if $slogan:length < 9 { reject $slogan because "Nine letters at least" } }
        validate { if $slogan not includes "!" { reject $slogan because "It takes an exclamation mark" } }`,
    },
  ),
  widget('text_input', 'domain', { required: true }, 'Domain'),
  collection('pages', [widget('text_input', 'title', { required: true }, 'Title')], {}, { label: 'Page' }),
);

backOfficeTest(
  'orders are processed by keyboard: open from the list, go from problem to problem, save, submit, and open the next',
  async ({ page, callElsewhere, createRecord }) => {
    const form = await createRecord('forms', { name: 'Worked by keys', formSchema: schema });
    const [channel] = Object((await callElsewhere({ path: '/api/channels?slug=websites' })).body).results;
    const [client] = Object((await callElsewhere({ path: `/api/clients?channel=${channel.id}&limit=1` })).body).results;
    const fields = { channelId: channel.id, form: form.id, client: client.id };
    const rows = ['Welcome', 'News'].map((title, index) => ({ _id: `row000000000000${index}`, title }));
    const later = Object(
      await createRecord('orders', { ...fields, formData: { name: 'Later', domain: 'later.example' } }),
    );
    const first = Object(await createRecord('orders', { ...fields, formData: { slogan: 'Bread', pages: rows } }));
    const stored = async () => Object((await callElsewhere({ path: `/api/orders/${first.id}` })).body);
    const heading = ({ refCode }: { refCode: string }) => page.getByRole('heading', { name: `Order ${refCode}` });

    await page.goto(`/c/${channel.id}/orders?form=${form.id}`);
    await expect(page.getByRole('row')).toHaveCount(3);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('Enter');
    await expect(heading(first)).toBeVisible();

    await backOfficeTest.step(
      'F8 moves through the fields with problems in a cycle, also past one with two problems',
      async () => {
        await expect(page.getByText('4 items to complete')).toBeVisible();
        for (const label of ['Name of the site', 'Slogan', 'Domain', 'Name of the site']) {
          await page.keyboard.press('F8');
          await expect(page.getByLabel(label)).toBeFocused();
          await expect(page.getByLabel(label)).toBeInViewport();
        }
        await page.keyboard.type('Oyster & Ash');
        await page.getByLabel('Slogan').fill('Fresh bread!');
        await page.keyboard.press('Control+s');
        await expect(page.getByText('Saved', { exact: true })).toBeVisible();
        expect(await stored()).toMatchObject({ formData: { name: 'Oyster & Ash' }, status: 'DRAFT' });
      },
    );

    await backOfficeTest.step('undo restores a removed row with its values at its position', async () => {
      await page.getByRole('button', { name: 'Remove Page 1' }).press('Enter');
      await expect(page.getByLabel('Title')).toHaveCount(1);
      await page.getByRole('button', { name: 'Undo: restore Page 1' }).press('Enter');
      await expect(page.getByLabel('Title').first()).toHaveValue('Welcome');
      await expect(page.getByLabel('Title').first()).toBeFocused();
      await expect(page.getByText('All changes saved')).toBeVisible();
      expect(await stored()).toMatchObject({ formData: { pages: rows } });
    });

    await backOfficeTest.step('Ctrl or Command with Enter submits the order once nothing is missing', async () => {
      await page.keyboard.press('Control+Enter');
      await expect(page.getByLabel('Domain')).toBeFocused();
      await expect(page.getByText('Missing required field: Domain').first()).toBeVisible();
      expect(await stored()).toMatchObject({ status: 'DRAFT' });
      await page.keyboard.type('oyster.example');
      await page.keyboard.press('Meta+Enter');
      await expect(page.getByText('Sent for approval', { exact: true })).toBeVisible();
      expect(await stored()).toMatchObject({ status: 'PENDING', formData: { domain: 'oyster.example' } });
    });

    await backOfficeTest.step('shortcuts open the next order of the list and the previous one', async () => {
      await page.keyboard.press('Alt+PageDown');
      await expect(heading(later)).toBeVisible();
      await page.keyboard.press('Alt+PageDown');
      await expect(heading(later)).toBeVisible();
      await page.keyboard.press('Alt+PageUp');
      await expect(heading(first)).toBeVisible();
    });
  },
);
