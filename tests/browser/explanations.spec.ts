import type { Locator, Page } from '@playwright/test';
import { collection, container, schemaOf, widget } from '#tests/forms/form-builders.ts';
import { openForm } from '#tests/forms/harness/page.ts';
import { openHarness } from '#tests/forms/harness/serve.ts';
import { expect, test } from './fixtures.ts';
import { startOrder } from './start-order.ts';

const kind = {
  options: [
    { value: 'tv', label: 'TV' },
    { value: 'radio', label: 'Radio' },
  ],
};
const rule = 'if $kind == "tv" and $budget < 500 { reject $budget because "Too little for TV" }';
const campaign = schemaOf(
  widget('select', 'kind', kind, 'Kind'),
  widget('number_input', 'budget', {}, { label: 'Budget', validationScript: rule }),
  widget('text_input', 'agent', {}, { label: 'Agent', conditionalScript: '$budget >= 1_000' }),
  container(
    [widget('text_input', 'street', {}, 'Street'), widget('text_input', 'city', {}, 'City')],
    {},
    {
      label: 'Delivery',
      conditionalScript: '$kind == "radio"',
    },
  ),
);

/** The explanation that a Why button opens: the lines of the element that it controls. */
async function answerOf(page: Page, button: Locator): Promise<Locator> {
  await expect(button).toHaveAttribute('aria-expanded', 'true');
  const id = await button.getAttribute('aria-controls');
  return page.locator(`[id="${id}"]`).getByRole('listitem');
}

test.describe('on the harness page', () => {
  // The harness page runs without the product: no session, no saving.
  test.beforeEach(({ page }) => openHarness(page));

  test('a rejected field explains why by keyboard, and updates the explanation while its value changes', async ({
    page,
    expectAccessible,
  }) => {
    await openForm(page, campaign, { values: { kind: 'tv', budget: 300, agent: '', street: '', city: '' } });
    const budget = page.getByRole('spinbutton', { name: 'Budget' });
    await budget.focus();
    await page.keyboard.press('Tab');
    const why = page.getByRole('button', { name: 'Why? Budget is rejected' });
    await expect(why).toHaveAttribute('aria-expanded', 'false');
    await expect(budget).toHaveAccessibleDescription('Too little for TV');
    await budget.focus();
    await page.keyboard.press('Tab');
    await expect(why).toBeFocused();
    await page.keyboard.press('Enter');
    const explanation = await answerOf(page, why);
    await expect(explanation).toHaveText([
      'Kind is TV.',
      'Budget is 300, which is less than 500.',
      'So it is rejected: “Too little for TV”.',
    ]);
    await expectAccessible(page);
    await budget.fill('450');
    await expect(explanation.nth(1)).toHaveText('Budget is 450, which is less than 500.');
    await budget.fill('500');
    await expect(why).toBeHidden();
    await expect(page.getByText('Too little for TV')).toBeHidden();
  });

  test('a line at the end lists the hidden fields, and each explains why until it appears', async ({
    page,
    expectAccessible,
  }) => {
    await openForm(page, campaign, { values: { kind: 'tv', budget: 700, agent: '', street: '', city: '' } });
    const line = page.getByRole('button', { name: '3 fields are hidden' });
    await line.focus();
    await page.keyboard.press('Space');
    const list = page.getByRole('list', { name: 'Hidden fields' });
    await expect(list.getByRole('button')).toHaveText([
      'Why? Agent is hidden',
      'Why? Street is hidden',
      'Why? City is hidden',
    ]);
    await page.keyboard.press('Tab');
    const agent = list.getByRole('button', { name: 'Agent' });
    await expect(agent).toBeFocused();
    await page.keyboard.press('Enter');
    const explanation = await answerOf(page, agent);
    await expect(explanation).toHaveText(['Budget is 700, and it must be at least 1,000.', 'So Agent is hidden.']);
    const street = list.getByRole('button', { name: 'Street' });
    await street.press('Enter');
    await expect(await answerOf(page, street)).toHaveText([
      'Kind is TV, and it must be Radio.',
      'So Delivery is hidden, and Street with it.',
    ]);
    for (const theme of ['light', 'dark']) {
      await page.evaluate((name) => Object.assign(document.documentElement.dataset, { theme: name }), theme);
      await expectAccessible(page);
    }

    const budget = page.getByRole('spinbutton', { name: 'Budget' });
    await budget.fill('900');
    await expect(explanation.first()).toHaveText('Budget is 900, and it must be at least 1,000.');
    await budget.fill('1000');
    await expect(page.getByRole('textbox', { name: 'Agent' })).toBeVisible();
    await expect(page.getByRole('button', { name: '2 fields are hidden' })).toBeVisible();
    await expect(agent).toBeHidden();
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('Radio');
    await expect(page.getByRole('textbox', { name: 'Street' })).toBeVisible();
    await expect(list).toBeHidden();
    await expect(page.getByRole('button', { name: /hidden/ })).toHaveCount(0);
  });

  test('a read-only form explains why, too, and does not print it', async ({ page }) => {
    await openForm(page, campaign, { values: { kind: 'radio', budget: 300 }, isReadOnly: true });
    const line = page.getByRole('button', { name: '1 field is hidden' });
    await line.press('Enter');
    const agent = page.getByRole('button', { name: 'Why? Agent is hidden' });
    await agent.press('Enter');
    await expect(await answerOf(page, agent)).toHaveText([
      'Budget is 300, and it must be at least 1,000.',
      'So Agent is hidden.',
    ]);
    await page.emulateMedia({ media: 'print' });
    await expect(line).toBeHidden();
    await expect(agent).toBeHidden();
  });

  test('rows are distinguished, and problems without a field are explained in the summary', async ({
    page,
    expectAccessible,
  }) => {
    const lines = collection(
      'lines',
      [
        widget('number_input', 'count', {}, 'Count'),
        widget('text_input', 'reason', {}, { label: 'Reason', conditionalScript: '$count > 5' }),
      ],
      {},
      { label: 'Spot' },
    );
    const sum = 'let $sum = 0 each $line of $lines { $sum += $line.count } if $sum > 8 { reject "Too many in all" }';
    await openForm(page, schemaOf(container([lines], {}, { validationScript: sum })), {
      values: {
        lines: [
          { _id: 'a', count: 9 },
          { _id: 'b', count: 2 },
        ],
      },
    });
    await page.getByRole('button', { name: '1 field is hidden' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Why? Spot 2, Reason is hidden' })).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    const summary = page.getByRole('region', { name: 'Problems to fix' });
    const why = summary.getByRole('button', { name: 'Why? The form is rejected' });
    await why.press('Enter');
    await expect(await answerOf(page, why)).toHaveText([
      '“sum” is calculated from Count.',
      '“sum” is 11, which is more than 8.',
      'So it is rejected: “Too many in all”.',
    ]);
    await expectAccessible(page);
  });
});

test('seller and moderator of an order get the same explanation of hidden fields', async ({
  page,
  context,
  signInAs,
}) => {
  const openExplanation = async () => {
    await page.getByRole('button', { name: '3 fields are hidden' }).press('Enter');
    const why = page.getByRole('button', { name: 'Why? Items in the shop is hidden' });
    await why.press('Enter');
    await expect(await answerOf(page, why)).toHaveText([
      'Package is “Business, up to 15 pages”, and it must be “Shop, up to 40 pages”.',
      'So “Items in the shop” is hidden.',
    ]);
  };
  await signInAs('agency.user@example.com');
  const order = (await startOrder(page)).split('/').at(-1);
  await openExplanation();
  await context.clearCookies();
  await signInAs('admin@example.com');
  await page.goto(`/admin/orders/${order}/show`);
  await openExplanation();
});
