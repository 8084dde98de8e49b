import type { Page } from '@playwright/test';
import { callerOf } from '#tests/product/call.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';
import { formDataOf, pendingWebsite } from './pending-website-order.ts';

const seller = 'agency.user@example.com';
const summaryOf = (page: Page) => page.getByRole('complementary', { name: 'Order summary' });
const queueCount = async (page: Page) =>
  Number((await page.getByRole('link', { name: /^Pending Approval/ }).textContent())?.replace(/\D/g, ''));

const field = (type: string, meta: object) => ({ columns: [{ ratio: 1, widget: { type, meta } }] });
const layout = [
  field('number_input', {
    key: 'budget',
    label: 'Budget',
    validationScript: 'if this < 500 { reject because "At least $500" }',
  }),
  field('number_input', {
    key: 'weeks',
    label: 'Weeks',
    validationScript: 'if this < 4 { reject because "At least four weeks" }',
  }),
];

backOfficeTest(
  'a moderator returns an order from the queue with a reason, which the history shows in both apps',
  async ({ page, callElsewhere, expectAccessible }) => {
    const { id, channelId, refCode } = await pendingWebsite(callElsewhere, 0);
    await page.goto(`/admin/orders/${id}`);
    await expect(page.getByRole('heading', { name: `Order ${refCode}` })).toBeVisible();
    await expect(page.getByRole('region', { name: 'History' }).getByText('Order started')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Pending Approval \d/ })).toBeVisible();
    await expectAccessible(page);

    await summaryOf(page).getByRole('button', { name: 'Send back' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this order back?' });
    await dialog.getByRole('button', { name: 'Send back' }).click();
    await expect(dialog.getByText('Missing required field: Reason')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByLabel('Reason').fill('The dates do not fit.');
    await dialog.getByRole('button', { name: 'Send back' }).click();
    await expect(page.getByText(`Sent back: order ${refCode}`)).toBeVisible();
    // The page stays, so that no other control appears under the pointer.
    await expect(page).toHaveURL(new RegExp(`/admin/orders/${id}`));
    // Other tests work on the same queue.
    const waiting = async () =>
      Object((await callElsewhere({ path: '/api/orders?status=PENDING&limit=1' })).body).pagination.total;
    await expect(async () => expect(await queueCount(page)).toBe(await waiting())).toPass({ timeout: 30_000 });

    await page.goto(`/c/${channelId}/orders/${id}`);
    const history = page.getByRole('region', { name: 'History' });
    await expect(history.getByText('“The dates do not fit.”')).toBeVisible();
    await expect(history.getByText(/sent the order back$/).first()).toBeVisible();
  },
);

backOfficeTest(
  'the back-office edits an order like the portal: merge, conflict dialog, and confirmation before leaving',
  async ({ page, callElsewhere }) => {
    const { id } = await pendingWebsite(callElsewhere, 1);
    const path = `/api/orders/${id}`;
    await page.goto(`/admin/orders/${id}`);
    const name = page.getByLabel('Name of the site');
    await name.fill('Mine');
    await expect(page.getByText('Unsaved changes')).toBeVisible();
    await callElsewhere({
      method: 'PATCH',
      path,
      body: { formData: { ...(await formDataOf(callElsewhere, path)), site_name: 'Theirs' } },
    });
    await summaryOf(page).getByRole('button', { name: 'Save changes' }).click();
    const dialog = page.getByRole('dialog', { name: 'This order has changed' });
    // The other window belongs to the same administrator.
    await expect(dialog.getByText('You also changed these fields in another window.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expect(page.getByText('You changed the order in another window.')).toBeVisible();

    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    const ways = [
      () => page.getByRole('link', { name: 'Guilds' }).click(),
      async () => {
        await page.getByRole('button', { name: /your menu$/ }).click();
        await page.getByRole('menuitem', { name: 'Log out' }).click();
      },
    ];
    for (const leave of ways) {
      await leave();
      await question.getByRole('button', { name: 'Keep editing' }).click();
      await expect(name).toHaveValue('Mine');
    }

    // A save that waits for the choice opens the conflict dialog.
    await summaryOf(page).getByRole('button', { name: 'Approve' }).click();
    await expect(dialog).toBeVisible();
    await dialog.getByRole('radio', { name: /Mine/ }).check();
    await dialog.getByRole('button', { name: 'Use these values' }).click();
    await summaryOf(page).getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    expect(await formDataOf(callElsewhere, path)).toMatchObject({ site_name: 'Mine' });

    await page.getByRole('link', { name: 'Guilds' }).click();
    await expect(page).toHaveURL(/\/admin\/guilds/);
  },
);

backOfficeTest(
  'the history of an order shows its newest changes, loads earlier ones, and shows and restores each version',
  async ({ page, callElsewhere, expectAccessible }) => {
    backOfficeTest.slow();
    const { id } = await pendingWebsite(callElsewhere, 2);
    const path = `/api/orders/${id}`;
    const formData = await formDataOf(callElsewhere, path);
    for (let turn = 1; turn <= 55; turn += 1) {
      await callElsewhere({ method: 'PATCH', path, body: { formData: { ...formData, site_name: `Name ${turn}` } } });
    }
    await page.goto(`/admin/orders/${id}`);
    const history = page.getByRole('region', { name: 'History' });
    await expect(history.getByRole('listitem')).toHaveCount(50);
    await expect(history.getByText('“Name of the site” (was Name 54)')).toBeVisible();
    await history.getByRole('button', { name: 'Show earlier changes' }).click();
    await expect(history.getByText('Order started')).toBeVisible();
    await expect(history.getByText('“Name of the site” (was Name 1)', { exact: false }).first()).toBeVisible();

    // From version to version, with the form of that time; one is restored as a new version.
    await history.getByRole('button', { name: 'Earlier versions' }).click();
    const earlier = page.getByRole('dialog', { name: 'Earlier versions' });
    const slider = earlier.getByRole('slider', { name: 'Version' });
    await expect(earlier.getByLabel('Name of the site')).toContainText('Name 54');
    await slider.press('ArrowLeft');
    await expect(earlier.getByLabel('Name of the site')).toContainText('Name 53');
    const marked = earlier.getByRole('group', { name: 'Changed from Name 52' });
    await expect(marked.getByLabel('Name of the site')).toContainText('Name 53');
    await expect(marked.getByText('Changed from Name 52')).toBeVisible();
    const differs = earlier.getByRole('table', { name: 'Differences' });
    await expect(differs.getByRole('row', { name: 'Name of the site Name 52 Name 53' })).toBeVisible();
    await slider.press('Home');
    await expect(earlier.getByRole('status').getByText('Order started')).toBeVisible();
    await expect(earlier.getByLabel('Name of the site')).not.toContainText(/Name \d/);
    await slider.press('End');
    await expect(earlier.getByText('(current)')).toBeVisible();
    await expect(earlier.getByRole('button', { name: 'Restore this version' })).toHaveCount(0);
    await earlier.getByRole('button', { name: 'Earlier' }).click();
    await expect(earlier.getByLabel('Name of the site')).toContainText('Name 54');
    await expectAccessible(page);
    await earlier.getByRole('button', { name: 'Restore this version' }).click();
    await expect(page.getByText('Restored. “Who to ask › E-mail” must be answered again')).toBeVisible();
    await expect(page.getByLabel('Name of the site')).toHaveValue('Name 54');
    await expect(history.getByText(/restored an earlier version$/)).toBeVisible();
    expect(await formDataOf(callElsewhere, path)).toMatchObject({ site_name: 'Name 54' });
  },
);

backOfficeTest(
  'a complete order is changed as a whole, the moderator sees differences and reason, and a refusal leaves it unchanged',
  async ({ page, callElsewhere, expectAccessible }) => {
    const { id, channelId, refCode } = await pendingWebsite(callElsewhere, 3);
    const path = `/api/orders/${id}`;
    const read = async () => Object((await callElsewhere({ path })).body);
    expect((await callElsewhere({ method: 'PATCH', path, body: { status: 'COMPLETE' } })).status).toBe(200);
    const complete = await read();

    await page.goto(`/c/${channelId}/orders/${id}`);
    const name = page.getByLabel('Name of the site');
    await expect(page.getByRole('textbox', { name: 'Name of the site' })).toHaveCount(0);
    await summaryOf(page).getByRole('button', { name: 'Change' }).click();
    await name.fill('A better name');
    await expect(summaryOf(page)).toContainText('Unsaved changes');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Keep editing' })
      .click();
    await summaryOf(page).getByRole('button', { name: 'Send change for approval' }).click();
    const question = page.getByRole('dialog', { name: 'Send this change for approval?' });
    await question.getByLabel('Change notes').fill('They were renamed');
    await question.getByRole('button', { name: 'Send change' }).click();
    await expect(page.getByText('A change to a complete order is waiting for approval.')).toBeVisible();
    await expect(page.getByText('“They were renamed”').first()).toBeVisible();
    const differences = page.getByRole('table', { name: 'Changes' });
    await expect(differences.getByRole('row', { name: /Name of the site .* A better name/ })).toBeVisible();
    const marked = page.getByRole('group', { name: /^Changed from / });
    await expect(marked.getByLabel('Name of the site')).toHaveValue('A better name');
    await expectAccessible(page);

    await page.goto('/admin/orders/pending/table');
    await page.getByPlaceholder('Search').fill(refCode);
    await expect(page.getByRole('row', { name: new RegExp(refCode) })).toContainText('Change request', {
      timeout: 30_000,
    });
    await page.goto(`/admin/orders/${id}`);
    await expect(differences).toBeVisible();
    await summaryOf(page).getByRole('button', { name: 'Reject change' }).click();
    const rejection = page.getByRole('dialog', { name: 'Reject this change?' });
    await expect(rejection.getByText('as it was before the change')).toBeVisible();
    await rejection.getByLabel('Reason').fill('The sign is painted already.');
    await rejection.getByRole('button', { name: 'Reject change' }).click();
    await expect(page.getByText(/^Change rejected. The order is unchanged/)).toBeVisible();
    const { revision, updatedAt, sentBackReason, versions, approval, ...refused } = await read();
    expect(complete).toMatchObject(refused);

    await page.goto(`/c/${channelId}/orders/${id}`);
    await expect(page.getByText('The change was rejected. The order is unchanged.')).toBeVisible();
    await expect(marked).toHaveCount(0);
    await expect(page.getByText('The sign is painted already.').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'History' }).getByText(/rejected the change$/)).toBeVisible();
    await page.goto(`/c/${channelId}/orders?search=${refCode}`);
    await expect(page.getByText('Change rejected: The sign is painted already.')).toBeVisible();
  },
);

backOfficeTest(
  'a validation bypass is requested, approved in part by another user, and noted for the team',
  async ({ page, callElsewhere, createRecord, cookies, context, product, expectAccessible }) => {
    const call = callerOf(product.url);
    const sellers = await signIn({ call, dataDir: product.dataDir }, seller);
    const read = async (path: string) => Object((await call({ path, cookies: sellers })).body);
    const user = await read('/api/users/me');
    const [client] = (await read('/api/clients?limit=1')).results;
    const form = await createRecord('forms', {
      name: 'Bypass form',
      formSchema: { version: 1, root: { type: 'container', config: { layout } } },
    });
    const channel = await createRecord('channels', {
      name: 'Bypass Radio',
      slug: 'bypass-radio',
      entityId: client.treeScope[0],
      orderFormId: form.id,
    });
    const named = { channelId: channel.id, form: form.id, client: client.id, user: user.id };
    const order = await createRecord('orders', { ...named, formData: { budget: 100, weeks: 2 } });

    await context.addCookies(sellers.map((cookie) => ({ ...cookie, url: product.url })));
    await page.goto(`/c/${channel.id}/orders/${order.id}`);
    const bypassButton = summaryOf(page).getByRole('button', { name: 'Request validation bypass' });
    await expect(summaryOf(page).getByRole('button', { name: 'Send for approval' })).toBeVisible();
    await expect(bypassButton).toHaveCount(0);
    await summaryOf(page).getByRole('button', { name: 'Send for approval' }).click();
    await bypassButton.click();
    const question = page.getByRole('dialog', { name: 'Ask a moderator to accept this order?' });
    await expect(question.getByRole('listitem')).toHaveText([/Budget.*At least \$500/, /Weeks.*At least four weeks/]);
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Request bypass', exact: true }).click();
    await expect(question.getByText('Missing required field: Notes')).toBeVisible();
    await question.getByLabel('Notes').fill('They pay the rest in spring.');
    await question.getByRole('button', { name: 'Request bypass', exact: true }).click();
    await expect(page.getByText('Validation bypass requested', { exact: true })).toBeVisible();
    const request = page.getByRole('list', { name: 'Validation problems' });
    await expect(request.getByRole('listitem')).toHaveCount(2);
    await expect(page.getByRole('button', { name: /^Approve with/ })).toHaveCount(0);
    await expectAccessible(page);

    await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: product.url })));
    await page.goto('/admin/orders/pending/table');
    await page.getByRole('button', { name: 'Waivers' }).click();
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Requested' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Validation bypass requested' });
    await expect(row.first()).toBeVisible({ timeout: 30_000 });
    // Approval needs the summary to be in view.
    await expect(row.first().getByRole('button', { name: /^Send back/ })).toHaveCount(1);
    await expect(row.first().getByRole('button', { name: /^Approve/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Remove filter: Waivers' }).click();
    await page.goto(`/admin/orders/${order.id}`);
    await expect(page.getByText('“They pay the rest in spring.”').first()).toBeVisible();
    await expect(request.getByText('Value: 100')).toBeVisible();
    // The request and its approval are one decision.
    await expect(page.getByRole('button', { name: 'Approve with 2 waivers' })).toBeVisible();
    await expect(summaryOf(page).getByRole('button', { name: 'Approve' })).toHaveCount(0);
    await request.getByRole('checkbox', { name: /Weeks/ }).uncheck();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Waive 1 of 2' }).click();
    await expect(page.getByText(/^Bypass approved/)).toBeVisible();
    await expect(page).toHaveURL(new RegExp(order.id));
    await expect(summaryOf(page).getByText('Bypassed')).toBeVisible();
    await expect(request).toHaveCount(0);
    await expect(page.getByRole('spinbutton', { name: 'Budget' })).toHaveAccessibleDescription('Waived: At least $500');

    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('button', { name: 'Add a note' }).click();
    const note = page.getByRole('dialog', { name: 'A note for the team' });
    await note.getByLabel('Notes').fill('Call them on Monday.');
    await note.getByRole('button', { name: 'Add note' }).click();
    await expect(history.getByRole('listitem').first()).toContainText('added a note');
    await expect(history.getByRole('listitem').first()).toContainText('“Call them on Monday.”');
    await expect(history.getByText(/approved the bypass$/)).toBeVisible();

    // A problem without a bypass still blocks; one that the moderator corrects is gone.
    await summaryOf(page).getByRole('button', { name: 'Approve' }).click();
    await expect(summaryOf(page).getByText('1 item to complete', { exact: true })).toBeVisible();
    await page.getByRole('spinbutton', { name: 'Weeks' }).fill('5');
    await summaryOf(page).getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText(/^Approved: order/)).toBeVisible();
    expect((await callElsewhere({ path: `/api/orders/${order.id}` })).body).toMatchObject({
      status: 'COMPLETE',
      validationMode: 'BYPASS',
    });
  },
);
