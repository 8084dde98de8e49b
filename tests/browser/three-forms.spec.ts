import type { Page } from '@playwright/test';
import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { choose, createDraftOn, designerParts } from './open-designer.ts';

/** Starts a form as a new author does, and returns what the author does in its designer. */
async function startForm(page: Page, name: string) {
  await page.goto('/admin/forms');
  await page.getByRole('link', { name: 'New form' }).click();
  // The list has a column with this label, until the new form is there.
  await expect(page.getByRole('heading', { level: 1, name: 'New form' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).pressSequentially(name);
  await page.getByRole('button', { name: 'Open designer' }).click();
  const parts = designerParts(page);
  const { added, designer, properties, line } = parts;
  await expect(parts.tree).toBeVisible();
  const openScripts = async () => {
    const fold = properties.getByRole('button', { name: /^Scripts/ });
    if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
  };
  /** Types the label of a new widget, without a click before it. */
  const label = async (text: string) => {
    await expect(properties.getByLabel('Label', { exact: true })).toBeFocused();
    await page.keyboard.type(text);
    await expect(line(named(text))).toBeVisible();
  };
  return {
    ...parts,
    validate: async (text: string) => {
      await openScripts();
      await properties.getByRole('textbox', { name: 'Validation script' }).fill(text);
    },
    label,
    /** Adds a widget below the selected one, or inside a selected container. */
    add: async (type: string, text: string) => {
      await added(type).click();
      await label(text);
    },
    select: (text: string) => line(named(text)).click(),
    require: () => properties.getByRole('checkbox', { name: 'Required' }).check(),
    set: (property: string, value: string) => choose(properties, property, value),
    /** Pastes the options of a choice as one text. */
    paste: async (...options: string[]) => {
      await properties.getByRole('button', { name: 'Paste a list' }).click();
      await properties.getByLabel('Options (one per line)', { exact: true }).fill(options.join('\n'));
      await properties.getByRole('button', { name: 'Add options' }).click();
    },
    /** Makes the selected number a calculated field. */
    calculate: async (expression: string) => {
      await properties.getByRole('checkbox', { name: 'Readonly' }).check();
      await properties.getByRole('textbox', { name: 'Value', exact: true }).fill(expression);
    },
    /** Prefills the selected field with a property of a record. */
    prefill: async (from: string, property: string) => {
      const prefill = properties.getByRole('group', { name: 'Prefill' });
      await choose(prefill, 'From', from);
      await prefill.getByLabel('Property').pressSequentially(property);
    },
    total: async (number: number, column: string, show: string) => {
      await properties.getByRole('button', { name: 'Add to totals' }).click();
      const total = properties.getByRole('group', { name: `Totals ${number}`, exact: true });
      await choose(total, 'Column', column);
      await choose(total, 'Show', show);
    },
    /** Shows the selected widget while a field has a value, with the condition builder. */
    showWhen: async (field: string, value: string) => {
      await openScripts();
      await properties.getByRole('button', { name: 'Conditions' }).first().click();
      await properties.getByRole('button', { name: 'Add condition' }).first().click();
      await choose(properties, 'Field', field);
      await choose(properties, 'Value', value);
    },
    publish: async () => {
      await designer.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible();
      return page.url().split('/').at(-1) ?? '';
    },
  };
}

/** A line of the outline: a label, which may be a question, and the type. */
const named = (label: string) => new RegExp(`^${label.replace('?', '\\?')}`);

backOfficeTest(
  'a radio insertion order is built from an empty canvas by a new author, published, and ordered in the portal',
  async ({ page, createRecord, callElsewhere }) => {
    const author = await startForm(page, 'Radio insertion order');
    const { form } = author;
    await author.add('Container', 'The campaign');
    await author.add('Text', 'Campaign name');
    await author.require();
    await author.prefill('Last order', 'campaign_name');
    const { width = 0 } = (await form.getByLabel('Campaign name (required)').boundingBox()) ?? {};
    await author.added('Select').dragTo(form.getByLabel('Campaign name (required)'), {
      targetPosition: { x: width - 4, y: 12 },
    });
    await author.label('Market');
    await author.paste('boston = Boston', 'austin = Austin');
    await expect(form.getByRole('separator', { name: 'Resize the columns on either side' })).toHaveCount(1);
    await author.select('The campaign');
    await author.add('Radio buttons', 'What is it for?');
    await author.paste('A sale', 'An event');
    await author.add('Text', 'Name of the event');
    await author.showWhen('What is it for?', 'An event');
    await expect(form.getByLabel('Name of the event')).toBeHidden();

    await author.select('The whole form');
    await author.add('Table', 'Stations');
    await expect(form.getByText('No columns. Add or drop a widget here for each.')).toBeVisible();
    await author.add('Number', 'Spots');
    await author.add('Number', 'Rate');
    await author.add('Number', 'Cost');
    await author.calculate('$spots * $rate');
    await author.select('Stations');
    await author.total(1, 'Spots', 'Sum');
    await author.total(2, 'Cost', 'Sum');
    await author.select('The whole form');
    await author.add('Number', 'Budget');
    await author.validate(
      'if $stations:length > 1 and this < 500 { reject because "Two stations cost at least $500" }',
    );
    const id = await author.publish();

    // On a channel, an order on it is filled in as usual.
    const order = await createDraftOn(createRecord, { form: id, slug: 'designed-waves', formData: {} });
    await page.goto(`/c/designed-waves/orders/${order.id}`);
    await page.getByLabel('Campaign name (required)').pressSequentially('Spring tires');
    await page.getByLabel('Market').selectOption('Austin');
    await expect(page.getByLabel('Name of the event')).toBeHidden();
    await page.getByRole('radio', { name: 'An event' }).check();
    await page.getByLabel('Name of the event').pressSequentially('Opening day');
    await page.getByLabel('Spots').first().pressSequentially('12');
    await page.getByLabel('Rate').first().pressSequentially('30');
    await page.getByRole('button', { name: 'Add Stations' }).click();
    await expect(page.getByRole('row', { name: /Sum 360/ })).toBeVisible();
    await page.getByRole('spinbutton', { name: 'Budget' }).pressSequentially('100');
    await page.getByLabel('Campaign name (required)').focus();
    await expect(page.getByText('Two stations cost at least $500').first()).toBeVisible();
    const saved = async () => Object((await callElsewhere({ path: `/api/orders/${order.id}` })).body);
    await expect
      .poll(async () => (await saved()).formData)
      .toMatchObject({
        ...{ campaign_name: 'Spring tires', market: 'austin', what_is_it_for: 'An event', budget: 100 },
        ...{ name_of_the_event: 'Opening day', stations: [{ spots: 12, rate: 30, cost: 360 }, {}] },
      });
    await page.getByRole('spinbutton', { name: 'Budget' }).fill('900');
    await page.getByRole('button', { name: 'Send for approval' }).click();
    await expect.poll(async () => (await saved()).status).toBe('PENDING');

    // The next order of the client begins with its answers, and says so until they are changed.
    const { channelId, client, refCode } = await saved();
    const next = await createRecord('orders', { channelId, form: id, client });
    await page.goto(`/c/designed-waves/orders/${next.id}`);
    const name = page.getByLabel('Campaign name (required)');
    await expect(name).toHaveValue('Spring tires');
    await expect(name).toHaveAccessibleDescription(new RegExp(`^From order ${refCode} of [A-Z][a-z]+ \\d+, 20\\d\\d$`));
    await name.press('End');
    await page.keyboard.type('!');
    await name.press('Tab');
    await expect(page.getByText(`From order ${refCode}`)).toBeHidden();
  },
);

backOfficeTest(
  'a digital campaign is built with a table of flights: dates, budgets, a calculated column and totals',
  async ({ page }) => {
    const author = await startForm(page, 'Digital campaign');
    const { form } = author;
    await author.add('Text', 'Campaign');
    await author.require();
    await author.add('Checkboxes', 'Media');
    await author.paste('Display', 'Search', 'Social');
    await author.add('Number', 'Total budget');
    await author.validate(
      'if (each $flight of $flights { $flight.budget }):sum > this { reject because "The flights cost more than the budget" }',
    );
    await author.select('The whole form');
    await author.add('Table', 'Flights');
    await author.add('Date', 'First day');
    await author.add('Date', 'Last day');
    await author.validate('if this < $first_day { reject because "The last day is before the first" }');
    await author.add('Number', 'Budget');
    await author.add('Number', 'Impressions');
    await author.add('Number', 'Cost per thousand');
    await author.calculate('$budget / $impressions * 1000');
    await author.select('Flights');
    await author.total(1, 'Budget', 'Sum');
    await author.total(2, 'Cost per thousand', 'Average');

    // The author tries it on the canvas.
    await form.getByLabel('First day').pressSequentially('03/05/2026');
    await form.getByLabel('Last day').pressSequentially('03/01/2026');
    await form.getByLabel('Budget', { exact: true }).pressSequentially('1200');
    await form.getByLabel('Impressions').pressSequentially('60000');
    await form.getByRole('spinbutton', { name: 'Total budget' }).pressSequentially('1000');
    await form.getByLabel('Campaign (required)').focus();
    await expect(form.getByText('The last day is before the first').first()).toBeVisible();
    await expect(form.getByText('The flights cost more than the budget').first()).toBeVisible();
    await expect(form.getByRole('row', { name: /Sum 1,?200 .*Average 20/ })).toBeVisible();
    const id = await author.publish();
    expect(id).toHaveLength(24);
  },
);

backOfficeTest('a website questionnaire is built in steps, of which one depends on an answer', async ({ page }) => {
  const author = await startForm(page, 'Website questionnaire');
  const { designer } = author;
  await author.select('The whole form');
  await author.set('Presentation', 'Steps');
  await author.add('Container', 'Your business');
  await author.add('Text', 'Company');
  await author.require();
  await author.add('Radio buttons', 'Do you have a website?');
  await author.paste('Yes', 'No');
  await author.select('The whole form');
  await author.add('Container', 'Your website');
  await author.showWhen('Do you have a website?', 'Yes');
  await author.add('Text', 'Address');
  await author.select('The whole form');
  await author.add('Container', 'Your wishes');
  await author.add('Checkboxes', 'Pages');
  await author.paste('Home', 'Products', 'Contact');
  await author.add('Text', 'Anything else?');

  const preview = designer.getByRole('region', { name: 'Preview' });
  await designer.getByRole('button', { name: 'Both', exact: true }).click();
  await preview.getByLabel('Company').pressSequentially('Spring Tires');
  await preview.getByRole('radio', { name: 'No' }).check();
  await expect(preview.getByRole('button', { name: 'Next: Your wishes' })).toBeVisible();
  await preview.getByRole('radio', { name: 'Yes' }).check();
  await preview.getByRole('button', { name: 'Next: Your website' }).click();
  await expect(preview.getByLabel('Address')).toBeVisible();
  await author.publish();
});
