import { callerOf } from '#tests/product/call.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { expect, test } from './fixtures.ts';
import { startOrder } from './startOrder.ts';

const seller = 'agency.user@example.com';
const saves = '**/api/orders/*';

test('a draft saves itself, and keeps what is typed while a save is under way', async ({ page, signInAs }) => {
  await signInAs(seller);
  await startOrder(page);
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(saves, async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.continue();
  });
  const name = page.getByLabel('Name of the site');
  const [saved] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PATCH'),
    name.pressSequentially('Oyster'),
  ]);
  expect(saved.postDataJSON()).toMatchObject({ autosave: true, formData: { site_name: 'Oyster' } });
  await name.pressSequentially(' & Ash');
  release?.();
  await expect(page.getByText('All changes saved')).toBeVisible();
  await expect(name).toHaveValue('Oyster & Ash');
  await expect(name).toBeFocused();
  await page.reload();
  await expect(name).toHaveValue('Oyster & Ash');
});

test('what was typed without a network is kept on the device, and offered when the order is opened again', async ({
  page,
  context,
  signInAs,
  expectAccessible,
}) => {
  await signInAs(seller);
  const address = await startOrder(page);
  await context.setOffline(true);
  await page.getByLabel('Name of the site').fill('Kept Here');
  await expect(page.getByText(/Not saved yet: kept on this device/)).toBeVisible();
  await page.close();
  await context.setOffline(false);

  const later = await context.newPage();
  await later.goto(address);
  const offer = later.getByText('This device kept changes that were not saved.');
  const name = later.getByLabel('Name of the site');
  await expect(offer).toBeVisible();
  await expect(name).toHaveValue('');
  await expectAccessible(later);
  await later.getByRole('button', { name: 'Use them' }).click();
  await expect(name).toHaveValue('Kept Here');
  await expect(later.getByText('All changes saved')).toBeVisible();
  await later.reload();
  await expect(name).toHaveValue('Kept Here');
  await expect(offer).toHaveCount(0);
});

test('a change made elsewhere merges with what is typed here where no field was changed twice', async ({
  page,
  signInAs,
  product,
}) => {
  await signInAs(seller);
  const address = await startOrder(page);
  const call = callerOf(product.url);
  const cookies = await signIn({ call, dataDir: product.dataDir }, 'admin@example.com');
  const path = `/api/orders/${new URL(address).pathname.split('/').at(-1)}`;
  const order = await call({ path, cookies });
  const body = { formData: { ...formDataOf(order.body), domain: 'theirs.example' } };
  const changed = await call({ method: 'PATCH', path, cookies, body });
  expect(changed.status).toBe(200);
  await page.getByLabel('Name of the site').fill('Mine');
  await expect(page.getByText('no field was changed twice')).toBeVisible();
  // A save that got no answer is tried again after ten seconds: that counts as saved, too.
  await expect(page.getByText('All changes saved')).toBeVisible({ timeout: 25_000 });
  expect((await call({ path, cookies })).body).toMatchObject({
    formData: { site_name: 'Mine', domain: 'theirs.example' },
  });
});

function formDataOf(order: unknown): object {
  const found = typeof order === 'object' && order !== null && 'formData' in order ? order.formData : undefined;
  return typeof found === 'object' && found !== null ? found : {};
}
