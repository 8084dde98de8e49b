import type { Page } from '@playwright/test';
import { type Cookie, callerOf } from '#tests/product/call.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { isNightly } from '#tests/runner/sweep.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { delayRequests } from './delay-requests.ts';

type Sent = { id: string; refCode: string; channelId: string };

const seller = 'agency.user@example.com';
const field = (type: string, meta: object) => ({ columns: [{ ratio: 1, widget: { type, meta } }] });
const layout = [
  field('text_input', { key: 'motto', label: 'Motto' }),
  field('number_input', {
    key: 'budget',
    label: 'Budget',
    validationScript: 'if this < 500 { reject because "At least $500" }',
  }),
];
/** `npm test` decides fewer orders than the 20 of the nightly run: the sequence is the same. */
const count = isNightly() ? 20 : 8;
/** The order for which a bypass was requested, and the one that is sent back. */
const [withWaiver, returned] = [3, 5];

/** Creates pending orders of a seller, the oldest first. `search` finds them and no others. */
const deskTest = backOfficeTest.extend<{ queue: { orders: Sent[]; search: string; sellers: Cookie[] } }>({
  queue: async ({ callElsewhere, createRecord, product }, use) => {
    const call = callerOf(product.url);
    const sellers = await signIn({ call, dataDir: product.dataDir }, seller);
    const read = async (path: string) => Object((await call({ path, cookies: sellers })).body);
    const { id: user } = await read('/api/users/me');
    const [client] = (await read('/api/clients?limit=1')).results;
    const search = `zebra${Date.now()}`;
    const formSchema = { version: 1, root: { type: 'container', config: { layout } } };
    const form = await createRecord('forms', { name: search, formSchema, tableColumns: [{ path: 'motto' }] });
    // No channel of its own: other tests expect the channels of the demo. An administrator may use any form.
    const [channel] = await read('/api/channels/list');
    const named = { channelId: channel.id, form: form.id, client: client.id, user };
    const dataOf = (number: number) => ({ motto: `${search} ${number}`, budget: number === withWaiver ? 100 : 900 });
    const drafts = await Promise.all(
      Array.from({ length: count }, (_, number) => createRecord('orders', { ...named, formData: dataOf(number) })),
    );
    const orders: Sent[] = [];
    // One after the other, so that the first waits longest.
    for (const [number, { id }] of drafts.entries()) {
      const path = `/api/orders/${id}`;
      const request = { kind: 'VALIDATION_BYPASS_REQUESTED', notes: 'They pay in spring.' };
      const sent =
        number === withWaiver
          ? await call({ method: 'POST', path: `${path}/actions`, body: request, cookies: sellers })
          : await callElsewhere({ method: 'PATCH', path, body: { status: 'PENDING' } });
      expect(sent.body, JSON.stringify(sent.body)).toMatchObject({ status: 'PENDING' });
      orders.push(Object(sent.body));
    }
    await use({ orders, search, sellers });
  },
});

const rowsOf = (page: Page) => page.getByRole('region', { name: 'Queue' }).getByRole('link');
const approveButton = (page: Page) => page.getByRole('region', { name: 'Decision' }).getByRole('button').first();

deskTest(
  `a moderator decides ${count} orders without leaving the queue, and the owner resolves the note on a field`,
  async ({ page, context, product, queue: { orders, search, sellers }, callElsewhere, expectAccessible }) => {
    const heading = (number: number) => page.getByRole('heading', { name: `${search} ${number}`, exact: true });
    const palette = await delayRequests(page, '**/PaletteView-*.js');
    await page.goto(`/admin/orders/pending?search=${search}`);
    await expect(rowsOf(page)).toHaveCount(count);
    await expect(rowsOf(page).nth(withWaiver)).toContainText('1 waiver requested');
    await expect(heading(0)).toBeVisible();
    const titleOf = (number: number) => new RegExp(`^Portal: ${search} ${number}, .+ – Pending Orders Queue$`);
    await expect(page).toHaveTitle(titleOf(0));
    await expect(approveButton(page)).not.toHaveAttribute('aria-disabled');
    await page.keyboard.press('Control+k');
    // Letters typed while the palette loads must neither open the next order nor approve this one.
    await page.keyboard.type('ja');
    palette.release();
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
    await expect(heading(0)).toBeVisible();
    await page.keyboard.type('open or');
    await expect(page.getByRole('group', { name: 'On this page' }).getByRole('option')).toHaveText('Open order');
    await page.keyboard.press('Escape');
    const button = approveButton(page);
    await expect(button).not.toHaveAttribute('aria-disabled');
    await expectAccessible(page);
    const places = async () => [await button.boundingBox(), await rowsOf(page).nth(3).boundingBox()];
    const before = await places();
    await page.keyboard.press('j');
    await expect(heading(1)).toBeFocused();
    await expect(page).toHaveTitle(titleOf(1));
    await page.keyboard.press('k');
    for (let number = 0; number < count; number += 1) {
      await expect(heading(number)).toBeFocused();
      await expect(button).not.toHaveAttribute('aria-disabled');
      if (number === withWaiver) await expect(button).toHaveText('Approve with 1 waiver');
      if (number === 1) expect(await places()).toEqual(before);
      if (number !== returned) {
        await page.keyboard.press('a');
        continue;
      }
      await page.getByRole('button', { name: 'Add a note on Budget' }).click();
      const note = page.getByRole('dialog', { name: 'A note on “Budget”' });
      // While typing, the keys of the desk are ordinary letters.
      await note.getByLabel('Notes').pressSequentially('rather a jolly kind of number');
      await note.getByRole('button', { name: 'Add note' }).click();
      await expect(page.getByRole('list', { name: 'Notes on Budget' })).toContainText('rather a jolly kind of number');
      await expect(button).not.toHaveAttribute('aria-disabled');
      await page.keyboard.press('r');
      const dialog = page.getByRole('dialog', { name: 'Send this order back?' });
      await expect(dialog.getByText('The note on a field goes with it.')).toBeVisible();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Send back' }).click();
      await expect(dialog.getByText('Missing required field: Reason')).toBeVisible();
      await dialog.getByLabel('Reason').pressSequentially('Ask again.');
      await dialog.getByRole('button', { name: 'Send back' }).click();
    }
    await expect(page.getByRole('heading', { name: 'All done' })).toBeVisible();
    await expect(page).toHaveURL(/\/admin\/orders\/pending\?/);
    const read = async ({ id }: Sent) => Object((await callElsewhere({ path: `/api/orders/${id}` })).body);
    for (const [number, order] of orders.entries())
      expect(await read(order)).toMatchObject(
        number === returned
          ? { status: 'DRAFT', sentBackReason: 'Ask again.', actions: [{ kind: 'NOTE', path: '/formData/budget' }] }
          : { status: 'COMPLETE', validationMode: number === withWaiver ? 'BYPASS' : 'NORMAL' },
      );
    // The last approval can be undone; its order is open again.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(heading(count - 1)).toBeVisible();
    await expect
      .poll(async () => (await read(orders[count - 1] ?? { id: '', refCode: '', channelId: '' })).status)
      .toBe('PENDING');

    await context.addCookies(sellers.map((cookie) => ({ ...cookie, url: product.url })));
    await page.goto(`/c/${orders[returned]?.channelId}/orders/${orders[returned]?.id}`);
    await expect(page.getByText('There is a note on a field.')).toBeVisible();
    const notes = page.getByRole('list', { name: 'Notes on Budget' });
    await expect(notes).toContainText('rather a jolly kind of number');
    await expectAccessible(page);
    await notes.getByRole('button', { name: /^Resolve the note on Budget/ }).click();
    await expect(notes).toHaveCount(0);
    await expect(page.getByText('There is a note on a field.')).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'History' }).getByText(/resolved a note$/)).toBeVisible();
  },
);

deskTest(
  'on a phone the queue and the open order come one after the other, and a double click approves one order only',
  async ({ page, queue: { orders, search }, callElsewhere }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/approvals?search=${search}`);
    const heading = page.getByRole('heading', { name: `${search} 0`, exact: true });
    await expect(rowsOf(page)).toHaveCount(count);
    await expect(heading).toBeHidden();
    await rowsOf(page).first().click();
    await expect(heading).toBeVisible();
    await expect(rowsOf(page).first()).toBeHidden();
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(await overflow()).toBe(0);
    await page.getByLabel('Needed by', { exact: true }).pressSequentially('1/31/2020');
    await page.getByLabel('Needed by', { exact: true }).press('Enter');
    await page.getByLabel('Assigned to', { exact: true }).selectOption({ label: 'Administrator' });
    await page.getByRole('button', { name: 'Back to queue' }).click();
    await expect(rowsOf(page).first()).toContainText('Overdue, needed by 1/31/20');
    await expect(rowsOf(page).first()).toContainText('For Administrator');
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption({ label: 'Needed by' });
    await expect(rowsOf(page)).toHaveCount(count);
    await expect(rowsOf(page).first()).toContainText('Overdue, needed by 1/31/20');
    expect(await overflow()).toBe(0);
    await rowsOf(page).first().click();
    await expect(approveButton(page)).not.toHaveAttribute('aria-disabled');
    await approveButton(page).dblclick();
    await expect(page.getByRole('heading', { name: `${search} 1`, exact: true })).toBeVisible();
    await expect(page.getByText(`Approved: ${search} 0`)).toBeVisible();
    const statuses = await Promise.all(
      orders
        .slice(0, 3)
        .map(async ({ id }) => Object((await callElsewhere({ path: `/api/orders/${id}` })).body).status),
    );
    expect(statuses).toEqual(['COMPLETE', 'PENDING', 'PENDING']);
  },
);
