import type { Locator } from '@playwright/test';
import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { recordDownloads } from './download-size.ts';
import { createDraftOn, openDesigner } from './open-designer.ts';

/** Sets the label and the key of a new field. */
async function named(properties: Locator, label: string, key?: string) {
  await properties.getByLabel('Label', { exact: true }).fill(label);
  if (!key) return;
  await properties.getByLabel('Key').fill(key);
  await properties.getByLabel('Key').press('Enter');
}

async function offer(properties: Locator, options: [value: string, label: string][]) {
  for (const [index, [value, label]] of options.entries()) {
    await properties.getByRole('button', { name: 'Add to options' }).click();
    const option = properties.getByRole('group', { name: `Options ${index + 1}`, exact: true });
    await option.getByLabel('Value').fill(value);
    await option.getByLabel('Label').fill(label);
  }
}

const empty = { version: 1, root: { type: 'container', config: { layout: [] } } };

backOfficeTest(
  'a radio campaign is built from an empty canvas by mouse, published, and ordered in the portal',
  async ({ page, createRecord, callElsewhere }) => {
    const designed = await createRecord('forms', { name: 'Radio, designed', formSchema: empty });
    const { properties, form, line, added, designer, status } = await openDesigner(page, designed.id);

    await added('Container').click();
    await named(properties, 'The campaign');
    await properties.getByRole('checkbox', { name: 'Boxed' }).check();
    await added('Text').click();
    await named(properties, 'Campaign name', 'campaign_name');
    await properties.getByRole('checkbox', { name: 'Required' }).check();
    const { width = 0 } = (await form.getByLabel('Campaign name (required)').boundingBox()) ?? {};
    await added('Select').dragTo(form.getByLabel('Campaign name (required)'), {
      targetPosition: { x: width - 4, y: 12 },
    });
    await named(properties, 'Market', 'market');
    await offer(properties, [
      ['boston', 'Boston'],
      ['austin', 'Austin'],
    ]);
    await expect(form.getByRole('separator', { name: 'Resize the columns on either side' })).toHaveCount(1);

    await line(/^The campaign/).click();
    await added('Radio buttons').click();
    await named(properties, 'What is it for?', 'goal');
    await offer(properties, [
      ['sale', 'A sale'],
      ['event', 'An event'],
    ]);
    await added('Text').click();
    await named(properties, 'Name of the event', 'event_name');
    await properties.getByRole('button', { name: 'Scripts' }).click();
    await properties.getByRole('textbox', { name: 'Conditional script' }).fill('$goal == "event"');

    await line(/^The whole form/).click();
    await added('Table').click();
    await named(properties, 'Flights', 'flights');
    await added('Number').click();
    await named(properties, 'Spots', 'spots');
    await line(/^Flights/).click();
    await added('Number').click();
    await named(properties, 'Rate', 'rate');
    await line(/^The whole form/).click();
    await added('Number').click();
    await named(properties, 'Budget', 'budget');
    await properties
      .getByRole('textbox', { name: 'Validation script' })
      .fill('if $flights:length > 1 and this < 500 { reject because "Two flights cost at least $500" }');
    await expect(form.getByLabel('Name of the event')).toBeHidden();

    await designer.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await expect(status).toBeHidden();

    // On a channel, an order on it is filled in as usual.
    const order = await createDraftOn(createRecord, { form: designed.id, slug: 'designed-waves', formData: {} });
    await page.goto(`/c/designed-waves/orders/${order.id}`);
    await page.getByLabel('Campaign name (required)').fill('Spring tires');
    await page.getByLabel('Market').selectOption('Austin');
    await expect(page.getByLabel('Name of the event')).toBeHidden();
    await page.getByRole('radio', { name: 'An event' }).check();
    await page.getByLabel('Name of the event').fill('Opening day');
    await page.getByLabel('Spots').first().fill('12');
    await page.getByRole('button', { name: 'Add Flights' }).click();
    await page.getByRole('spinbutton', { name: 'Budget' }).fill('100');
    await page.getByLabel('Campaign name (required)').focus();
    await expect(page.getByText('Two flights cost at least $500').first()).toBeVisible();
    await expect
      .poll(async () => Object((await callElsewhere({ path: `/api/orders/${order.id}` })).body).formData)
      .toMatchObject({
        ...{ campaign_name: 'Spring tires', market: 'austin', goal: 'event', event_name: 'Opening day', budget: 100 },
        flights: [{ spots: 12 }, {}],
      });
    await page.getByRole('spinbutton', { name: 'Budget' }).fill('900');
    await page.getByRole('button', { name: 'Send for approval' }).click();
    await expect
      .poll(async () => Object((await callElsewhere({ path: `/api/orders/${order.id}` })).body).status)
      .toBe('PENDING');
  },
);

backOfficeTest(
  'the designer with all its views adds at most 150 KB of scripts to a form’s page',
  async ({ page, createRecord }) => {
    const { kilobytes } = recordDownloads(page);
    const { id } = await createRecord('forms', { name: 'Weighed', formSchema: empty });
    await page.goto(`/admin/forms/${id}`);
    await expect(page.getByRole('textbox', { name: /Form schema/ })).toBeVisible();
    const before = kilobytes('.js');
    await page.getByRole('button', { name: 'Open designer' }).click();
    const designer = page.getByRole('dialog', { name: 'Form designer' });
    await designer.getByRole('button', { name: 'Both', exact: true }).click();
    await expect(designer.getByRole('button', { name: 'Try submitting' })).toBeVisible();
    for (const view of await designer.getByRole('tab').all()) {
      await view.click();
      await expect(designer.getByRole('tabpanel')).not.toBeEmpty();
      // Parts that are still loading show a skeleton.
      await expect(designer.locator('.MuiSkeleton-root')).toHaveCount(0);
    }
    const more = kilobytes('.js') - before;
    expect(more).toBeGreaterThan(10);
    expect(more).toBeLessThan(150);
  },
);
