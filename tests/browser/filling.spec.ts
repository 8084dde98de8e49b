import { signInLink } from '#tests/product/mail.ts';
import { expect, test } from './fixtures.ts';
import { rulesLanguage, watchLoaded } from './loaded.ts';
import { startOrder } from './startOrder.ts';

// Nobody else asks for this address' mail meanwhile.
const seller = 'nina.petrov@example.com';

test('an order form can be typed in after 150 KB of scripts, counted from the sign-in page, before its rules are there', async ({
  page,
  context,
  signInAs,
  mailAfter,
}) => {
  await signInAs(seller);
  const address = await startOrder(page);
  await context.clearCookies();
  // What the page of before has not loaded yet does not count.
  await page.goto('about:blank');

  // The first visit of a browser that was never here.
  const { kilobytes } = watchLoaded(page);
  let release = () => undefined as unknown;
  const held = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  await page.route(rulesLanguage, async (route) => {
    await held;
    await route.continue();
  });

  await page.goto(address);
  await page.getByRole('button', { name: 'Portal Login' }).click();
  await page.getByLabel('E-mail').fill(seller);
  await page.goto(
    signInLink(await mailAfter(seller, () => page.getByRole('button', { name: 'Send', exact: true }).click())),
  );
  const name = page.getByLabel('Name of the site');
  await name.fill('Oyster');
  const script = await kilobytes('.js');
  expect(script).toBeGreaterThan(100);
  expect(script).toBeLessThan(150);
  expect(await kilobytes('.css')).toBeLessThan(12);

  // What a script may hide waits for the rules; what was typed, and where, stays when they come.
  await page.getByRole('radio', { name: 'A redesign' }).check();
  const ruled = page.getByLabel('Address of the present site');
  await expect(ruled).toHaveCount(0);
  await name.focus();
  release();
  await expect(ruled).toBeVisible();
  await expect(name).toBeFocused();
  await page.keyboard.type(' & Ash');
  await expect(name).toHaveValue('Oyster & Ash');
});
