import type { Page } from '@playwright/test';
import { signInLink } from '#tests/product/mail.ts';
import { backOfficeTest, expect } from './back-office-fixtures.ts';

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();

backOfficeTest.describe('the menu', () => {
  const items = (page: Page) => page.getByRole('navigation', { name: 'Back-office' }).getByRole('link');

  backOfficeTest('has the items of the user’s role, the same in both apps', async ({ page, signInAs }) => {
    await signInAs('agency.admin@example.com');
    await page.goto('/admin');
    await expect(page).toHaveURL(/\/admin\/users$/);
    await expect(items(page)).toHaveText(['Portal', 'All', /^Pending Approval/, 'Users', 'Entities']);
    await page.goto('/');
    await page.getByText('Admin', { exact: true }).click();
    await expect(page.getByRole('link', { name: /^Approvals Queue/ })).toBeVisible();
    // Reports for users are in the portal, reports for administrators in the back-office.
    await expect(page.getByRole('link', { name: 'Reports' })).toHaveAttribute('href', '/reports');
  });

  backOfficeTest(
    'a user who may create users only in one’s own tree must choose the entity, with an error at the field when it is missing',
    async ({ page, signInAs, expectAccessible }) => {
      await signInAs('agency.admin@example.com');
      await page.goto('/admin/users/new');
      await page.getByRole('textbox', { name: 'Name' }).fill('Belinda Long');
      await page.getByRole('textbox', { name: 'E-mail' }).fill('belinda.long@example.com');
      const entity = page.getByRole('combobox', { name: 'Entity' });
      await page.getByRole('button', { name: 'Save' }).click();
      const missing = 'Missing required field: Member of. Users you create must belong to one of your entities.';
      await expect(entity).toHaveAccessibleDescription(new RegExp(missing));
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Member of 1, Entity' }).click();
      await expect(entity).toBeFocused();
      await entity.press('ArrowDown');
      await page.getByRole('option').first().click();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('User created')).toBeVisible();
      await expect(part(page, 'Member of').getByRole('row')).toHaveCount(2);
    },
  );

  backOfficeTest(
    'a developer sees every menu item and can change nothing that is read-only',
    async ({ page, signInAs, expectAccessible }) => {
      await signInAs('developer@example.com');
      await page.goto('/admin/guilds');
      await expect(items(page)).toHaveCount(19);
      await page.getByRole('link', { name: 'Harbor Merchants Guild' }).click();
      const tiles = part(page, 'Resources');
      await expect(tiles.getByRole('row', { name: /Plan a season/ })).toBeVisible();
      await expect(tiles.getByRole('button')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
      await expectAccessible(page);
    },
  );
});

backOfficeTest.describe('a guild', () => {
  backOfficeTest(
    'has its users managed in the portal by its managers, without roles',
    async ({ page, signInAs, callElsewhere, expectAccessible }) => {
      await signInAs('guild.manager@example.com');
      await page.goto('/');
      await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'Users' }).click();
      await expect(page).toHaveTitle('Portal: Organization');
      await expect(page.getByRole('link', { name: 'Mel Sharma' })).toBeVisible();
      await expectAccessible(page);
      await page.goto('/g/users/create');
      await expect(page).toHaveURL(/\/g\/users\/new$/);
      await page.getByRole('button', { name: 'Add user' }).click();
      await expect(page.getByText('Missing required field: E-mail')).toBeVisible();
      await page.getByLabel('Name').fill('Guild Newcomer');
      const address = page.getByLabel('E-mail');
      await address.fill('Member@example.com');
      await page.getByRole('button', { name: 'Add user' }).click();
      await expect(address).toHaveAccessibleDescription(/member@example\.com is the address of Mel Sharma already/);
      await expect(address).toBeFocused();
      await expectAccessible(page);
      await address.fill('guild.newcomer@example.com');
      await expect(page.getByText(/is the address of/)).toHaveCount(0);
      await page.getByRole('button', { name: 'Add user' }).click();
      await expect(page.getByRole('heading', { name: 'Guild Newcomer' })).toBeVisible();
      await page.getByLabel('Name').fill('Guild Regular');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('heading', { name: 'Guild Regular' })).toBeVisible();
      await page.getByRole('button', { name: 'Deactivate' }).click();
      await expect(page.getByText("Inactive (can't sign in)")).toBeVisible();
      await expectAccessible(page);
      const { body } = await callElsewhere({ path: '/api/users?search=guild.newcomer' });
      expect(body).toMatchObject({ results: [{ name: 'Guild Regular', inactive: true, roles: [], guildFlags: 0 }] });
      await page.goto('/g/users');
      await page.getByRole('searchbox', { name: 'Search users' }).fill('Regular');
      await expect(page.getByRole('row')).toHaveCount(2);
    },
  );

  backOfficeTest(
    'shows its tiles to its members only, on Home and in the knowledge base',
    async ({ page, signInAs, expectAccessible }) => {
      await signInAs('member@example.com');
      await page.goto('/');
      await expect(page.getByRole('heading', { name: 'Plan a season' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0);
      await page.getByRole('link', { name: 'Knowledge Base' }).click();
      await expect(page.getByRole('heading', { name: 'What a spot needs' })).toBeVisible();
      await expectAccessible(page);
      const search = page.getByRole('searchbox', { name: 'Search the knowledge base' });
      await search.fill('phone MUSI');
      await search.press('Enter');
      await expect(page.getByText('1 result')).toBeVisible();
      await expect(page.locator('mark')).toHaveText(['phone', 'music']);
      await expect(page).toHaveURL(/search=phone\+MUSI/);
      await page.getByText('Read all of').click();
      await expect(page.getByRole('table')).toBeVisible();
      await expectAccessible(page);
      await page.reload();
      await expect(page.locator('mark')).toHaveCount(2);
      await search.fill('zeppelin');
      await expect(page.getByRole('heading', { name: 'No results for “zeppelin”' })).toBeVisible();
      await page.getByRole('button', { name: 'Show all' }).click();
      await expect(page.getByRole('heading', { name: 'Reading the results' })).toBeVisible();
      await signInAs('agency.user@example.com');
      await page.goto('/g/users');
      await expect(page.getByText('This page is for people who manage an organization')).toBeVisible();
      await expect(page.getByRole('link', { name: 'Knowledge Base' })).toHaveCount(0);
    },
  );
});

backOfficeTest(
  'adding an address after the sign-in has aged asks for a fresh sign-in and returns with the typed text',
  async ({ page, context, signInAs, mailAfter, createRecord, expectAccessible }) => {
    const person = 'room.fresh@example.com';
    await createRecord('users', { name: 'Room Fresh', email: person });
    await signInAs(person);
    await page.goto('/settings');
    // The API's response 15 minutes after sign-in.
    const rejected = { error: 'Bad request', code: 'REQUEST_DENIED', details: { needs: 'RECENT_SIGN_IN' } };
    const calls = '**/api/email_addresses';
    await page.route(calls, (route) => route.fulfill({ status: 400, json: rejected }));
    await page.getByLabel('New address').fill('room.fresh.two@example.com');
    await page.getByRole('button', { name: 'Add address' }).click();
    await expect(
      page.getByText('For security, adding an address requires a sign-in within the last 15 minutes'),
    ).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Sign in again' }).click();
    const dialog = dialogOf(page, 'Portal Login');
    await expect(dialog.getByLabel('E-mail address')).toHaveValue(person);
    const message = await mailAfter(person, () => dialog.getByRole('button', { name: 'Send' }).click());

    // The link in the mail opens in a new tab.
    const back = await context.newPage();
    await back.goto(signInLink(message));
    await expect(back.getByLabel('New address')).toHaveValue('room.fresh.two@example.com');
    await expect(back).toHaveURL(/\/settings/);
    await page.unroute(calls);
    await expect(dialog).toHaveCount(0);
    await page.getByRole('button', { name: 'Add address' }).click();
    await expect(page.getByText('Not verified', { exact: true })).toBeVisible();
    await page.getByLabel('New address').fill('room.fresh.two@example.com');
    await page.getByRole('button', { name: 'Add address' }).click();
    await expect(page.getByLabel('New address')).toHaveAccessibleDescription(
      /room\.fresh\.two@example\.com is already an address of the user/,
    );
  },
);

backOfficeTest(
  'a role change after the sign-in has aged asks for a fresh sign-in over the page, and is then saved',
  async ({ page, context, signInAs, mailAfter, createRecord, expectAccessible }) => {
    const person = 'room.roles@example.com';
    await createRecord('users', { name: 'Room Roles', email: person, roles: ['ADMIN'] });
    const { id } = await createRecord('users', { name: 'Room Promoted', email: 'room.promoted@example.com' });
    await signInAs(person);
    await page.goto(`/admin/users/${id}`);
    // The API's response 15 minutes after sign-in.
    const rejected = { error: 'Bad request', code: 'REQUEST_DENIED', details: { needs: 'RECENT_SIGN_IN' } };
    const calls = new RegExp(`/api/users/${id}(\\?|$)`);
    await page.route(calls, (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status: 400, json: rejected }),
    );
    const developer = page.getByRole('checkbox', { name: 'DEVELOPER' });
    await developer.check();
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = dialogOf(page, 'Sign in again to continue');
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    const message = await mailAfter(person, () => dialog.getByRole('button', { name: 'Send me a link' }).click());
    await expect(dialog.getByRole('status')).toContainText(`We sent a link to ${person}`);
    await expectAccessible(page);

    // The link in the mail opens in a new tab.
    const other = await context.newPage();
    await other.goto(signInLink(message));
    await expect(other.getByRole('navigation', { name: 'Main', exact: true })).toBeVisible();
    await page.unroute(calls);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(developer).toBeChecked();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  },
);

backOfficeTest(
  'a user adds, verifies and prefers an e-mail address, and signs out everywhere',
  async ({ browser, page, product, signInAs, mailAfter, createRecord, expectAccessible }) => {
    await createRecord('users', { name: 'Room Self', email: 'room.self@example.com' });
    await signInAs('room.self@example.com');
    await page.goto('/settings');
    await page.getByLabel('New address').fill('room.self.two@example.com');
    const message = await mailAfter('room.self.two@example.com', () =>
      page.getByRole('button', { name: 'Add address' }).click(),
    );
    await expect(page.getByText('Not verified', { exact: true })).toBeVisible();
    await expect(page.getByText(/^A link was sent/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send again to room.self.two@example.com' }).click();
    await expect(page.getByText('A link was sent less than a minute ago')).toBeVisible();

    const elsewhere = await browser.newContext({ baseURL: product.url });
    const stranger = await elsewhere.newPage();
    await stranger.goto(signInLink(message));
    await expect(stranger.getByText('This link only verifies an e-mail address.')).toBeVisible();
    await expect(stranger.getByRole('button', { name: 'Portal Login' })).toBeVisible();
    await expectAccessible(stranger);
    await elsewhere.close();

    await page.goto(signInLink(message));
    await expect(page.getByText('Your e-mail address is verified.')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Go to your settings' }).click();
    await page.getByRole('button', { name: 'Make room.self.two@example.com primary' }).click();
    await page.getByRole('button', { name: 'Remove room.self@example.com' }).click();
    await dialogOf(page, 'Remove this address?').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('button', { name: /^Remove/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible();
  },
);
