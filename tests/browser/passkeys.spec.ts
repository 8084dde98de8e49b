import type { Locator, Page } from '@playwright/test';
import { callerOf } from '#tests/product/call.ts';
import { callExpecting } from '#tests/product/callers.ts';
import { openMailbox, signInLink } from '#tests/product/mail.ts';
import { newDataDir, removeDataDir, startProduct } from '#tests/product/product.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { expect, test } from './fixtures.ts';

const developer = 'developer@example.com';
const manager = 'agency.admin@example.com';
const subject = /A sign-in method of your account was changed/;

/** Gives the page's browser a device with passkeys (Chromium's virtual authenticator), which confirms every request. */
async function addDevice(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Whether the person confirms with PIN or fingerprint. */
    setVerified: (isUserVerified: boolean) =>
      client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    /** Whether the person touches the device; without it, requests wait. */
    setPresent: (enabled: boolean) =>
      client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    credentials: async () => (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
  };
}

/** Adds a passkey in Settings, where the page is. */
async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('');
  await dialog.getByLabel('Name').pressSequentially(name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: `Rename ${name}` })).toBeVisible();
}

/**
 * Presses the button of the sign-in dialog. The device is touched before the browser asks for it, because Chromium's virtual
 * one looks only then, and after the press, which cancels the offer in the autofill list.
 */
async function pressAndTouch(page: Page, login: Locator, device: Awaited<ReturnType<typeof addDevice>>): Promise<void> {
  await page.route(
    '**/api/auth/passkey/options',
    async (route) => {
      await device.setPresent(true);
      await route.continue();
    },
    { times: 1 },
  );
  await login.getByRole('button', { name: 'Sign in with a passkey' }).click();
}

const openLogin = async (page: Page) => {
  await page.getByRole('button', { name: 'Portal Login' }).click();
  return page.getByRole('dialog', { name: 'Portal Login' });
};

test('a passkey is added with a name, renamed, signs in, and is removed', async ({
  page,
  signInAs,
  mailAfter,
  expectAccessible,
}) => {
  const device = await addDevice(page);
  await signInAs(manager);
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await expect(dialog.getByLabel('Name')).toHaveValue('Chrome on Linux');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const added = await mailAfter(manager, () => addPasskey(page, 'Work laptop'), subject);
  expect(added.text).toContain('The passkey “Work laptop” was added.');
  await expect(page.getByText('Not used yet')).toBeVisible();
  await expectAccessible(page);

  // The same device cannot have a second one.
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('This device already has a passkey for your account.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const [credential] = await device.credentials();
  expect(credential?.isResidentCredential).toBe(true);

  await page.getByRole('button', { name: 'Rename Work laptop' }).click();
  const renaming = page.getByRole('dialog', { name: 'Rename the passkey' });
  await renaming.getByLabel('Name').fill('');
  await renaming.getByLabel('Name').pressSequentially('Old laptop');
  await renaming.getByLabel('Name').press('Enter');
  await expect(page.getByRole('button', { name: 'Rename Old laptop' })).toBeVisible();

  // Without a touch the offer in the autofill list waits, until the press.
  await device.setPresent(false);
  await page.getByRole('button', { name: 'Log out' }).last().click();
  const firstOffer = page.waitForResponse('**/api/auth/passkey/options');
  const login = await openLogin(page);
  await firstOffer;
  await expect(login.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await expectAccessible(page);
  await pressAndTouch(page, login, device);
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText(/^Last used/)).toBeVisible();

  await page.getByRole('button', { name: 'Remove Old laptop' }).click();
  const removal = page.getByRole('dialog', { name: 'Remove this passkey?' });
  await expect(removal.getByText('It is your only passkey.')).toBeVisible();
  await expectAccessible(page);
  await removal.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByRole('button', { name: 'Remove Old laptop' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Log out' }).last().click();
  await device.setPresent(false);
  const offer = page.waitForResponse('**/api/auth/passkey/options');
  await openLogin(page);
  await offer;
  await pressAndTouch(page, login, device);
  await expect(login.getByText('This passkey is not known here')).toBeVisible();
});

test('a passkey chosen from the autofill list of the e-mail input signs in', async ({ page, signInAs }) => {
  await addDevice(page);
  await signInAs('agency.user@example.com');
  await page.goto('/settings');
  await addPasskey(page, 'Phone');
  await page.getByRole('button', { name: 'Log out' }).last().click();
  const login = await openLogin(page);
  await expect(login.getByLabel('E-mail')).toHaveAttribute('autocomplete', 'username webauthn');
  // The device confirms the offer at once, as if the person had chosen it from the list.
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
});

test('with REQUIRE_PASSKEY, Settings asks a developer for a passkey, who then signs in only with it', async ({
  page,
  expectAccessible,
}) => {
  const dataDir = await newDataDir();
  const product = await startProduct({ dataDir, environment: { DEMO: 'off', REQUIRE_PASSKEY: 'ADMIN,DEVELOPER' } });
  try {
    const device = await addDevice(page);
    const { url } = product;
    const call = callerOf(url);
    const administrator = await signIn({ call, dataDir }, 'admin@example.com');
    const body = { name: 'Dev Okafor', email: developer, roles: ['DEVELOPER'] };
    await callExpecting(call, 201, { method: 'POST', path: '/api/users', body, cookies: administrator });
    const mailbox = await openMailbox(dataDir, developer);
    await page.goto(url);
    const login = await openLogin(page);
    await login.getByLabel('E-mail').pressSequentially(developer);
    await login.getByLabel('E-mail').press('Enter');
    await page.goto(signInLink(await mailbox.next(/sign-in link/)));
    await expect(page).toHaveURL(`${url}/settings`);
    const notice = page.getByText('Your role requires a passkey, and you have none yet.');
    await expect(notice).toBeVisible();
    await expectAccessible(page);
    // It asks, and does not lock the person out.
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Go to passkeys' }).click();
    await addPasskey(page, 'Security key');
    await expect(notice).toHaveCount(0);
    await page.getByRole('button', { name: 'Log out' }).last().click();

    await device.setPresent(false);
    await openLogin(page);
    await login.getByLabel('E-mail').fill('');
    await login.getByLabel('E-mail').pressSequentially(developer);
    await login.getByLabel('E-mail').press('Enter');
    expect((await mailbox.next(/^Sign in with your passkey$/)).text).not.toContain('/magic#');
    await pressAndTouch(page, login, device);
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();

    // An administrator removes it in the back-office, after which the mail has a link again.
    await page.context().clearCookies();
    await device.setPresent(false);
    await page.context().addCookies(administrator.map((cookie) => ({ ...cookie, url })));
    await page.goto(`${url}/admin/users`);
    await page.getByRole('cell', { name: developer }).click();
    await expect(page.getByText('Security key')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove Security key' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Remove|Confirm/ })
      .click();
    await expect(page.getByText('No passkeys.')).toBeVisible();
    await signIn({ call, dataDir }, developer);
  } finally {
    await product.stop();
    await removeDataDir(dataDir);
  }
});
