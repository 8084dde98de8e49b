import type { Page } from '@playwright/test';
import { type Account, type OpenIdProvider, startOpenIdProvider } from '#tests/api/openid-provider.ts';
import { callerOf } from '#tests/product/call.ts';
import { signInLink } from '#tests/product/mail.ts';
import { newDataDir, removeDataDir, startProduct } from '#tests/product/product.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { expect, test } from './fixtures.ts';

const administrator = 'admin@example.com';

test('a signed-out visitor sees only Portal Login at every address', async ({ page, expectAccessible }) => {
  for (const path of ['/', '/c', '/settings', '/admin']) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByText('Sign in to open the page you requested.')).toHaveCount(path === '/' ? 0 : 1);
  }
  await expectAccessible(page);
});

test('a page that does not exist says so, signed in or not', async ({ page, signInAs }) => {
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await signInAs(administrator);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('the link in the mail signs in automatically in the browser that requested it', async ({
  page,
  mailAfter,
  expectAccessible,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Portal Login' }).click();
  const dialog = page.getByRole('dialog', { name: 'Portal Login' });
  await expectAccessible(page);
  await dialog.getByLabel('E-mail').fill('nobody');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByRole('alert').getByText('Please enter a valid e-mail address')).toBeVisible();

  await dialog.getByLabel('E-mail').fill(administrator);
  const message = await mailAfter(administrator, () => dialog.getByRole('button', { name: 'Send' }).click());
  await expect(dialog.getByRole('button', { name: 'Sent' })).toBeDisabled();
  await expect(dialog.getByText(`If ${administrator} can sign in, a login link is on its way`)).toBeVisible();
  await expectAccessible(page);
  // Another address can be requested at once; the same one after a minute.
  await dialog.getByLabel('E-mail').fill('nobody@example.com');
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeEnabled();
  await page.clock.install();
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(dialog.getByText('Nothing in your inbox after a minute?')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send again' })).toHaveCount(0);
  await page.clock.runFor(60_000);
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(dialog.getByRole('button', { name: 'Send again' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Sent' })).toBeDisabled();

  await page.goto(signInLink(message));
  await expect(
    page.getByRole('link', { name: /Log out/ }).or(page.getByRole('button', { name: /Log out/ })),
  ).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/');
});

test('the code in the mail signs in on the page that requested it, and a wrong one says so', async ({
  page,
  mailAfter,
  expectAccessible,
}) => {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Portal Login' }).click();
  const dialog = page.getByRole('dialog', { name: 'Portal Login' });
  await dialog.getByLabel('E-mail').pressSequentially(administrator);
  const message = await mailAfter(administrator, () => dialog.getByLabel('E-mail').press('Enter'));
  const code = /code[^:]*: (\d{6})/.exec(message.text)?.[1] ?? '';
  await dialog.getByRole('button', { name: 'Enter the code' }).click();
  const input = dialog.getByLabel('Code in the mail');
  await expect(input).toBeFocused();
  await input.pressSequentially(code === '000000' ? '000001' : '000000');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(dialog.getByText('This code is wrong')).toBeVisible();
  await input.fill('');
  await input.pressSequentially(`${code.slice(0, 3)} ${code.slice(3)}`);
  await input.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('the link opened in another browser signs in only after a click, and only once', async ({
  browser,
  page,
  mailAfter,
  product,
}) => {
  const requestLink = () =>
    page.request.post('/api/auth/magic', { data: { key: administrator }, headers: { origin: product.url } });
  const link = signInLink(await mailAfter(administrator, requestLink));
  const elsewhere = await browser.newContext({ baseURL: product.url });
  const other = await elsewhere.newPage();
  await other.goto(link);
  await other.getByRole('button', { name: 'Sign in' }).click();
  await expect(other.getByText('Administrator').first()).toBeVisible();
  await elsewhere.close();

  await page.goto(link);
  await expect(page.getByText(/used already|expired/).first()).toBeVisible();
});

test('signing out ends the session and shows Portal Login again', async ({ page, signInAs }) => {
  await signInAs(administrator);
  await page.goto('/');
  await page.getByText('Log out').click();
  await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible();
  await page.goto('/settings');
  await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible();
});

test('the user menu of the back-office signs out, and its address then asks to sign in', async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  await signInAs(administrator);
  await page.goto('/admin/log_out');
  await expect(page.getByRole('heading', { name: 'Log out?' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Stay signed in' }).click();
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await page.getByRole('button', { name: 'Administrator: your menu' }).click();
  const menu = page.getByRole('menu');
  await expect(page.getByRole('presentation').getByText(administrator)).toBeVisible();
  await expect(menu.getByRole('menuitem', { name: 'Back to the portal' })).toHaveAttribute('href', '/');
  await expectAccessible(page);
  await menu.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('button', { name: 'Portal Login' })).toBeVisible();
});

test('a visitor who requested a page before signing in lands on it afterwards', async ({ page, mailAfter }) => {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Portal Login' }).click();
  await page.getByLabel('E-mail').fill(administrator);
  const message = await mailAfter(administrator, () => page.getByRole('button', { name: 'Send' }).click());
  await page.goto(signInLink(message));
  await expect(page).toHaveURL(/\/settings$/);
});

test('a page requested under another loopback name redirects to the public URL', async ({ page, product }) => {
  const { port, origin } = new URL(product.url);
  await page.goto(`http://127.0.0.1:${port}/settings`);
  expect(page.url()).toBe(`${origin}/settings`);
});

test('password and Google sign-in work where enabled, and show why they failed', async ({ page, expectAccessible }) => {
  const [dataDir, google] = [await newDataDir(), await startOpenIdProvider()];
  const { issuer, client } = google;
  const switches = { AUTH_BASIC: 'on', AUTH_GOOGLE: 'on', GOOGLE_ISSUER: issuer };
  const environment = { DEMO: 'off', GOOGLE_CLIENT_ID: client.id, GOOGLE_CLIENT_SECRET: client.secret, ...switches };
  const product = await startProduct({ dataDir, environment });
  try {
    const call = callerOf(product.url);
    const body = { type: 'BASIC', key: 'ada', challenge: 'correct horse battery' };
    const cookies = await signIn({ call, dataDir }, administrator);
    expect(await call({ method: 'POST', path: '/api/users/me/auth_providers', body, cookies })).toMatchObject({
      status: 201,
    });

    await page.goto(`${product.url}/settings`);
    const dialog = page.getByRole('dialog', { name: 'Portal Login' });
    const openLogin = () => page.getByRole('button', { name: 'Portal Login' }).click();
    await openLogin();
    await dialog.getByLabel('Username').fill('ada');
    await dialog.getByLabel('Password').fill('wrong horse');
    await dialog.getByLabel('Password').press('Enter');
    await expect(dialog.getByText('The user name or password is incorrect')).toBeVisible();
    await expect(dialog.getByText('Please enter a valid e-mail address')).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await openLogin();
    await expect(dialog.getByLabel('Username')).toHaveValue('');
    await expect(dialog.getByText('do not belong together')).toHaveCount(0);
    await dialog.getByLabel('Username').fill('Ada');
    await dialog.getByLabel('Password').fill(body.challenge);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();

    await page.context().clearCookies();
    await page.goto(`${product.url}/admin/users`);
    await openLogin();
    await dialog.getByLabel('Username').fill('ada');
    await dialog.getByLabel('Password').fill(body.challenge);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
    await page.context().clearCookies();

    const account = { sub: 'ada at google', email: administrator, email_verified: true };
    google.person = { account, misbehaviour: { cancelled: true } };
    await page.goto(`${product.url}/settings`);
    await openLogin();
    await dialog.getByRole('link', { name: 'Sign in with Google' }).click();
    await expect(dialog.getByText('Signing in with Google was cancelled.')).toBeVisible();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    google.person = { account, misbehaviour: {} };
    await dialog.getByRole('link', { name: 'Sign in with Google' }).click();
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    await keepsSignInMethods(page, { google, account, expectAccessible });
  } finally {
    await product.stop();
    await google.close();
    await removeDataDir(dataDir);
  }
});

interface Keeping {
  google: OpenIdProvider;
  account: Account;
  expectAccessible: (page: Page) => Promise<void>;
}

/** A user with a password and a Google account sees the sign-in methods and changes each. */
async function keepsSignInMethods(page: Page, { google, account, expectAccessible }: Keeping): Promise<void> {
  await page.getByRole('button', { name: 'Change ada or its password' }).click();
  await page.getByLabel('New password').fill('short');
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/Must have at least 10 characters/);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.getByLabel('New password').fill('another horse battery');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Username and password changed')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveCount(0);

  const removed = async (name: string, question: string) => {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
    await page.getByRole('dialog', { name: question }).getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('button', { name: `Remove ${name}` })).toHaveCount(0);
  };
  await removed(administrator, 'Unlink this Google account?');
  const link = page.getByRole('link', { name: 'Link a Google account' });
  google.person = { account, misbehaviour: { cancelled: true } };
  await link.click();
  await expect(page.getByText('Signing in with Google was cancelled.')).toBeVisible();
  google.person = { account, misbehaviour: {} };
  await link.click();
  await expect(page.getByRole('button', { name: `Remove ${administrator}` })).toBeVisible();
  await removed('ada', 'Remove username and password?');

  // By keyboard alone; with the API's response 15 minutes after sign-in.
  const calls = '**/api/users/me/auth_providers';
  const rejected = { error: 'Bad request', code: 'REQUEST_DENIED', details: { needs: 'RECENT_SIGN_IN' } };
  await page.route(calls, (route) => route.fulfill({ status: 400, json: rejected }));
  await page.getByRole('button', { name: 'Create a key or token' }).press('Enter');
  await page.keyboard.type('Nightly import');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel(/^Signing key/)).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.getByLabel('Limit it to some resources').press('Space');
  await page.getByRole('group', { name: 'Resources' }).getByLabel('Orders').press('Space');
  await page.getByRole('button', { name: 'Create the key' }).press('Enter');
  await expect(
    page.getByText('For security, creating a key requires a sign-in within the last 15 minutes'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.unroute(calls);
  await page.getByRole('button', { name: 'Create the key' }).press('Enter');
  const keyDialog = page.getByRole('dialog', { name: 'Key “Nightly import”' });
  const secret = await keyDialog.getByRole('textbox', { name: 'Secret' }).inputValue();
  expect(secret).toHaveLength(43);
  await expectAccessible(page);
  await keyDialog.getByRole('button', { name: "I've saved the secret" }).press('Enter');
  await expect(page.getByText('Reads orders')).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  await removed('Nightly import', 'Remove this key?');

  // A token, as the page for newcomers describes it.
  await page.getByRole('link', { name: /^Your first call/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Your first call', level: 1 })).toBeVisible();
  await expect(page.getByText(`${new URL(page.url()).origin}/api/clients?limit=5`).first()).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await page.getByRole('button', { name: 'Create a key or token' }).press('Enter');
  await page.keyboard.type('Price list');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByLabel('30 days')).toBeChecked();
  await page.getByRole('button', { name: 'Create the token' }).press('Enter');
  const tokenDialog = page.getByRole('dialog', { name: 'Token “Price list”' });
  expect(await tokenDialog.getByRole('textbox', { name: 'Token' }).inputValue()).toMatch(
    /^portal_[0-9a-f]{24}_[\w-]{43}$/,
  );
  await expectAccessible(page);
  await tokenDialog.getByRole('button', { name: "I've saved the token" }).press('Enter');
  await expect(page.getByText(/^Token, expires /)).toBeVisible();
  await removed('Price list', 'Remove this token?');
}
