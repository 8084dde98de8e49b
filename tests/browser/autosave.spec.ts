import type { Page } from '@playwright/test';
import { concurrentOrderTest, expect, seller } from './concurrent-order-fixtures.ts';
import { delayRequests } from './delay-requests.ts';

const saves = '**/api/orders/*';

concurrentOrderTest(
  'a draft autosaves, keeps what is typed during a save, and shows a notice when a save is slow',
  async ({ page, started, expectAccessible }) => {
    await page.clock.install();
    await started();
    const { release } = await delayRequests(page, saves, (request) => request.method() === 'PATCH');
    const name = page.getByLabel('Name of the site');
    const [saved] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PATCH'),
      name.pressSequentially('Oyster'),
    ]);
    expect(saved.postDataJSON()).toMatchObject({ autosave: true, formData: { site_name: 'Oyster' } });
    await name.pressSequentially(' & Ash');
    await page.clock.fastForward(8_000);
    await expect(page.getByText('Saving is taking longer than usual. Stored on this device.')).toBeVisible();
    await expectAccessible(page);
    release();
    await expect(page.getByText('All changes saved')).toBeVisible();
    await expect(name).toHaveValue('Oyster & Ash');
    await expect(name).toBeFocused();
    await page.reload();
    await expect(name).toHaveValue('Oyster & Ash');
  },
);

concurrentOrderTest(
  'changes made offline are stored on the device and offered when the order is opened again',
  async ({ page, started, context, signInAs, expectAccessible }) => {
    const { address } = await started();
    await context.setOffline(true);
    await page.getByLabel('Name of the site').fill('Kept Here');
    await expect(page.getByText(/Not saved yet. Stored on this device/)).toBeVisible();
    // The beacon sent on unload fails, too.
    await context.clearCookies();
    await page.close();
    await context.setOffline(false);

    await signInAs(seller);
    const later = await context.newPage();
    await later.goto(address);
    const offer = later.getByText('This device has unsaved changes.');
    const name = later.getByLabel('Name of the site');
    await expect(offer).toBeVisible();
    await expect(name).toHaveValue('');
    await expectAccessible(later);
    await later.getByRole('button', { name: 'Restore' }).click();
    await expect(name).toHaveValue('Kept Here');
    await expect(name).toBeFocused();
    await expect(later.getByText('All changes saved')).toBeVisible();
    await later.reload();
    await expect(name).toHaveValue('Kept Here');
    await expect(offer).toHaveCount(0);
  },
);

concurrentOrderTest(
  'a change by another user merges with unsaved changes of other fields',
  async ({ page, started }) => {
    const order = await started();
    await beforeSave(page, () => order.change({ domain: 'theirs.example' }));
    await page.getByLabel('Name of the site').fill('Mine');
    await expect(page.getByText('There are no conflicts')).toBeVisible();
    await expect(page.getByText('All changes saved')).toBeVisible();
    expect(await order.formData()).toMatchObject({ site_name: 'Mine', domain: 'theirs.example' });
  },
);

concurrentOrderTest(
  'a conflict of two users is resolved field by field, each with the side that was chosen',
  async ({ page, started, expectAccessible }) => {
    const order = await started();
    await beforeSave(page, () => order.change({ site_name: 'Their name', domain: 'theirs.example' }));
    await page.getByLabel('Name of the site').fill('My name');
    await page.getByLabel('Domain').fill('mine.example');
    await page.getByLabel('Title').fill('Start');
    await page.getByRole('button', { name: 'Compare' }).click();
    const dialog = page.getByRole('dialog', { name: 'This order has changed' });
    await expect(dialog.getByRole('group')).toHaveCount(2);
    await dialog
      .getByRole('group', { name: 'Name of the site' })
      .getByRole('radio', { name: /My name/ })
      .check();
    await dialog.getByRole('button', { name: 'Use these values' }).click();
    await expect(dialog.getByText('Choose one of these values')).toBeVisible();
    await expectAccessible(page);
    await dialog
      .getByRole('group', { name: 'Domain' })
      .getByRole('radio', { name: /theirs.example/ })
      .check();
    await dialog.getByRole('button', { name: 'Use these values' }).click();
    await expect(page.getByText('All changes saved')).toBeVisible();
    await expect(page.getByLabel('Domain')).toHaveValue('theirs.example');
    expect(await order.formData()).toMatchObject({
      site_name: 'My name',
      domain: 'theirs.example',
      pages: [{ title: 'Start' }],
    });
  },
);

concurrentOrderTest(
  'changes typed while another user cancels the order stay on the page and are shown for comparison before leaving',
  async ({ page, started }) => {
    const order = await started();
    await beforeSave(page, () => order.save({ status: 'CANCELED', cancelationReason: 'dissatisfied' }));
    await page.getByLabel('Name of the site').fill('Typed meanwhile');
    await page.getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByRole('dialog', { name: /^This order/ })).toContainText('Typed meanwhile');
  },
);

concurrentOrderTest(
  'a refused autosave shows the reason, and autosaving continues after the next change',
  async ({ page, started }) => {
    await page.clock.install();
    const order = await started();
    const requests: string[] = [];
    await page.route(saves, (route) => {
      const body = route.request().postData() ?? '';
      if (route.request().method() === 'PATCH') requests.push(body);
      if (!body.includes('Refused')) return route.continue();
      const rejection = { error: 'Error', code: 'DATABASE_VALIDATION_ERROR', reason: 'No File has this id' };
      return route.fulfill({ status: 422, json: rejection });
    });
    const name = page.getByLabel('Name of the site');
    await name.fill('Refused');
    await expect(page.getByText(/^Not saved: No File has this id\./)).toBeVisible();
    // An unchanged draft is not retried by timer.
    await page.clock.fastForward(60_000);
    await name.fill('Refused again');
    await page.clock.fastForward(60_000);
    await expect.poll(() => requests.length).toBe(2);
    await page.clock.fastForward(60_000);
    await name.fill('Taken');
    await page.clock.fastForward(60_000);
    await expect(page.getByText('All changes saved')).toBeVisible();
    expect(requests).toHaveLength(3);
    expect(await order.formData()).toMatchObject({ site_name: 'Taken' });
  },
);

concurrentOrderTest(
  'a save whose response was lost is not reported as somebody else’s change',
  async ({ page, started }) => {
    await page.clock.install();
    const order = await started();
    await page.route(
      saves,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const name = page.getByLabel('Name of the site');
    await name.fill('Oyster');
    await expect(page.getByText(/Not saved yet. Stored on this device/)).toBeVisible();
    expect(await order.formData()).toMatchObject({ site_name: 'Oyster' });
    await name.fill('Oyster & Ash');
    await page.clock.fastForward(10_000);
    await expect(page.getByText('All changes saved')).toBeVisible();
    await expect(page.getByText('Someone else changed this order')).toHaveCount(0);
    expect(await order.formData()).toMatchObject({ site_name: 'Oyster & Ash' });
  },
);

concurrentOrderTest(
  'while the server is down editing continues; changes are saved automatically once it is back, and a page loads on retry',
  async ({ page, started, expectAccessible }) => {
    await page.clock.install();
    const order = await started();
    const away = { status: 503, json: { error: 'Database error', code: 'DATABASE_ERROR', reqId: 'whileaway' } };
    await page.route('**/api/**', (route) => route.fulfill(away));
    const name = page.getByLabel('Name of the site');
    await name.fill('Oyster');
    await expect(page.getByText('Not saved yet. Stored on this device. Retrying…')).toBeVisible();
    await name.pressSequentially(' & Ash');
    await page.getByRole('radio', { name: 'A redesign' }).check();
    await expect(page.getByLabel('Address of the present site')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/**');
    await page.clock.fastForward(10_000);
    await expect(page.getByText('All changes saved')).toBeVisible();
    expect(await order.formData()).toMatchObject({ site_name: 'Oyster & Ash' });

    await page.route('**/api/clients?*', (route) => route.fulfill(away));
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Clients' }).click();
    await expect(page.getByText('Request whileaway')).toBeVisible();
    await page.unroute('**/api/clients?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('table')).toBeVisible();
    await expect(page.getByText('Request whileaway')).toHaveCount(0);

    // Several lists on a page show one message, also when one of them fails later, and keep it during a retry.
    await page.route('**/api/**', (route) => route.fulfill(away));
    const { release } = await delayRequests(page, '**/api/orders?*mine=sentBack*');
    const rejected = page.waitForResponse(/api\/orders\?.*user=/);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await rejected;
    await page.clock.fastForward(5_000);
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
    await expect(page.getByText('Request whileaway')).toHaveCount(0);
    release();
    await expect(page.getByText('Request whileaway')).toHaveCount(1);
    await page.clock.fastForward(20_000);
    await expect(page.getByText('Request whileaway')).toHaveCount(1);
  },
);

concurrentOrderTest('a draft with more text than an unload beacon can carry autosaves', async ({ page, started }) => {
  const order = await started();
  const text = '€'.repeat(30_000);
  await page.getByLabel('Name of the site').fill(text);
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await expect(page.getByText('All changes saved')).toBeVisible();
  expect(await order.formData()).toMatchObject({ site_name: text });
});

concurrentOrderTest(
  'Save, clicked after an autosave, makes the saved state its own version',
  async ({ page, started }) => {
    const order = await started();
    const name = page.getByLabel('Name of the site');
    const type = async (text: string) => {
      await name.fill(text);
      await expect(page.getByText('Unsaved changes')).toBeVisible();
      await expect(page.getByText('All changes saved')).toBeVisible();
    };
    await type('Oyster');
    expect(await order.versions()).toMatchObject([{ autosave: true }]);
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await order.versions()).toMatchObject([{ autosave: false }]);
    await type('Oyster & Ash');
    expect(await order.versions()).toMatchObject([{ autosave: true }, { autosave: false }]);
  },
);

/** Runs a function just before the page's next save reaches the server. */
async function beforeSave(page: Page, happen: () => Promise<unknown>): Promise<void> {
  let isFirst = true;
  await page.route(saves, async (route) => {
    const isSave = route.request().method() === 'PATCH';
    if (isSave && isFirst) {
      isFirst = false;
      await happen();
    }
    await route.continue();
  });
}
