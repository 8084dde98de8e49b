import { signInLink } from '#tests/product/mail.ts';
import { concurrentOrderTest, expect, seller } from './concurrent-order-fixtures.ts';
import { delayRequests } from './delay-requests.ts';
import { trackPendingRequests } from './wait-until-idle.ts';

const saves = '**/api/orders/*';

concurrentOrderTest(
  'an unsaved choice of a client is stored on the device and offered by name',
  async ({ page, started, context, signInAs }) => {
    const { address } = await started();
    await page.route(saves, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
    await page.getByRole('combobox', { name: 'Client' }).click();
    await page.getByRole('option').filter({ visible: true }).first().click();
    const client = page.getByRole('combobox', { name: 'Client' });
    await expect(client).not.toHaveValue('');
    const name = await client.inputValue();
    await expect(page.getByText(/Not saved yet. Stored on this device/)).toBeVisible();
    // The beacon sent on unload fails, too.
    await context.clearCookies();
    await page.close();

    await signInAs(seller);
    const later = await context.newPage();
    await later.goto(address);
    const offer = later.getByRole('status').filter({ hasText: 'This device has unsaved changes.' });
    await expect(offer).toContainText('Client: ');
    await expect(later.getByRole('combobox', { name: 'Client' })).toHaveValue('');
    await offer.getByRole('button', { name: 'Restore' }).click();
    await expect(later.getByRole('combobox', { name: 'Client' })).toHaveValue(name);
    await expect(offer).toHaveCount(0);
    await expect(later.getByText('All changes saved')).toBeVisible();
    await later.reload();
    await expect(later.getByRole('combobox', { name: 'Client' })).toHaveValue(name);
    await expect(offer).toHaveCount(0);
  },
);

concurrentOrderTest(
  'when stored changes conflict with later ones by another user, either side can be chosen',
  async ({ page, started, context, signInAs, elsewhere, expectAccessible }) => {
    const { address } = await started();
    await context.setOffline(true);
    await page.getByLabel('Name of the site').fill('Kept name');
    await page.getByLabel('Domain').fill('kept.example');
    await page.getByLabel('Title').fill('Kept title');
    await expect(page.getByText(/Not saved yet. Stored on this device/)).toBeVisible();
    await context.clearCookies();
    await page.close();
    await context.setOffline(false);
    const order = elsewhere(address);
    await order.change({ site_name: 'Their name', domain: 'theirs.example' });

    await signInAs(seller);
    const later = await context.newPage();
    await later.goto(address);
    await expect(later.getByText('Also changed somewhere else: Name of the site, Domain.')).toBeVisible();
    await later.getByRole('button', { name: 'Compare' }).click();
    const dialog = later.getByRole('dialog', { name: 'Conflicting changes' });
    const names = dialog.getByRole('group', { name: 'Name of the site' });
    await expect(names.getByRole('radio', { name: 'Saved version Their name' })).toBeVisible();
    await names.getByRole('radio', { name: 'Stored on this device Kept name' }).check();
    await dialog
      .getByRole('group', { name: 'Domain' })
      .getByRole('radio', { name: /theirs/ })
      .check();
    await expectAccessible(later);
    await dialog.getByRole('button', { name: 'Use these values' }).click();
    await expect(later.getByLabel('Name of the site')).toHaveValue('Kept name');
    await expect(later.getByText('All changes saved')).toBeVisible();
    expect(await order.formData()).toMatchObject({
      site_name: 'Kept name',
      domain: 'theirs.example',
      pages: [{ title: 'Kept title' }],
    });
  },
);

concurrentOrderTest(
  'a session that expires during an edit asks to sign in over the page without losing the typed text',
  async ({ page, started, context, mailAfter }) => {
    // Wait for pending requests, so that none detects the expired session before the test types.
    const settled = trackPendingRequests(page);
    const order = await started();
    await settled();
    const name = page.getByLabel('Name of the site');
    // Block background polling as well.
    const { release } = await delayRequests(page, '**/api/**');
    await context.clearCookies();
    await name.fill('Typed in time');
    release();
    const modal = page.getByRole('dialog', { name: 'Portal Login' });
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await expect(modal).toContainText("What you typed on this page isn't lost.");
    await expect(name).toHaveValue('Typed in time');
    await modal.getByLabel('E-mail').fill(seller);
    const mail = await mailAfter(seller, () => modal.getByRole('button', { name: 'Send', exact: true }).click());
    const other = await context.newPage();
    await other.goto(signInLink(mail));
    await expect(other.getByRole('navigation', { name: 'Main' })).toBeVisible();
    await expect(modal).toHaveCount(0);
    // Trigger polling now, without waiting for its timer.
    await expect.poll(order.formData, { timeout: 3_000 }).toMatchObject({ site_name: 'Typed in time' });
    await page.bringToFront();
    await expect(name).toHaveValue('Typed in time');
    await expect(name).toBeFocused();
    await name.pressSequentially(', and on');
    await expect.poll(order.formData, { timeout: 20_000 }).toMatchObject({ site_name: 'Typed in time, and on' });
  },
);

concurrentOrderTest(
  'the sign-in dialog does not take keys from a user who is typing when the session expires',
  async ({ page, started, context }) => {
    await started();
    const name = page.getByLabel('Name of the site');
    const modal = page.getByRole('dialog', { name: 'Portal Login' });
    const letters = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmn';
    await context.clearCookies();
    await name.pressSequentially(letters, { delay: 150 });
    await expect(page.getByText("You're signed out.")).toBeVisible();
    await expect(name).toHaveValue(letters);
    await expect(name).toBeFocused();
    await expect(modal).toHaveCount(0);
    // The dialog opens when the field loses focus.
    await page.getByRole('button', { name: 'Save draft' }).focus();
    await expect(modal).toBeVisible();
    await expect(modal.getByLabel('E-mail')).toHaveValue(seller);
    await modal.getByRole('button', { name: 'Cancel' }).click();
    await name.press('End');
    await name.pressSequentially('o');
    await expect(name).toHaveValue(`${letters}o`);
    await expect(modal).toHaveCount(0);
  },
);

concurrentOrderTest(
  'logging out right after a change asks for confirmation when the change could not be saved',
  async ({ page, started }) => {
    await started();
    await page.route(saves, (route) => (route.request().method() === 'PATCH' ? route.abort() : route.continue()));
    await page.getByLabel('Name of the site').fill('Typed last');
    await page.getByRole('button', { name: /^Log out/ }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await expect(question).toContainText('stored on this device only');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(page.getByLabel('Name of the site')).toHaveValue('Typed last');
  },
);

concurrentOrderTest(
  'changes typed after the session expired are offered to the same user only, after signing in again',
  async ({ page, started, context, signInAs }) => {
    const settled = trackPendingRequests(page);
    const { address } = await started();
    await settled();
    await context.clearCookies();
    await page.getByLabel('Name of the site').fill('Typed too late');
    await expect(page.getByText("You're signed out.")).toBeVisible();
    await page.close();

    await signInAs('agency.admin@example.com');
    const others = await context.newPage();
    await others.goto(address);
    await expect(others.getByLabel('Name of the site')).toHaveValue('');
    const offer = 'This device has unsaved changes.';
    await expect(others.getByText(offer)).toHaveCount(0);
    await others.close();

    await context.clearCookies();
    await signInAs(seller);
    const back = await context.newPage();
    await back.goto(address);
    await expect(back.getByText(offer)).toBeVisible();
    // Text typed before the offer is answered is stored as well.
    await context.clearCookies();
    await back.getByLabel('Domain').fill('too-late.example');
    await expect(back.getByText(/Not saved yet. Stored on this device/)).toBeVisible();
    await back.close();
    await signInAs(seller);
    const again = await context.newPage();
    await again.goto(address);
    await expect(again.getByText('Name of the site, Domain: ')).toBeVisible();
    await again.getByRole('button', { name: 'Restore' }).click();
    await expect(again.getByLabel('Name of the site')).toHaveValue('Typed too late');
    await expect(again.getByLabel('Domain')).toHaveValue('too-late.example');
  },
);
