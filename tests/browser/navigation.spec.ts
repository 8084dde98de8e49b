import { callerOf } from '#tests/product/call.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { expect, test } from './fixtures.ts';
import { startOrder } from './start-order.ts';

const seller = 'agency.user@example.com';
/** A user whose only channel belongs to another agency. */
const stranger = 'carmen.diaz@example.com';

test('the channel is switched by name from any page, by mouse or keyboard, to the same kind of page', async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  await signInAs(seller);
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true });
  const name = (channel: string) => navigation.getByRole('button', { name: channel });
  const dialog = page.getByRole('dialog', { name: 'Change channel' });
  await page.goto('/c/radio/orders?status=draft');
  await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible();
  await name('Harborlight Radio').click();
  // Channels of other agencies are not offered; Enter chooses the only other one.
  await expect(dialog.getByRole('option')).toHaveText([/^Harborlight Radio.*Current$/, 'Harborlight Websites']);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/c\/websites\/orders\?status=draft$/);
  await expect(name('Harborlight Websites')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Drafts' })).toBeVisible();

  await page.goto('/settings');
  await expect(name('Harborlight Websites')).toBeVisible();
  await page.keyboard.press('Control+.');
  await dialog.getByRole('combobox').pressSequentially('web');
  await expect(dialog.getByRole('option')).toHaveText([/^Harborlight Websites/]);
  await dialog.getByRole('combobox').fill('');
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('option', { selected: true })).toHaveText(/^Harborlight Websites/);
  await page.keyboard.press('ArrowUp');
  await expect(dialog.getByRole('option', { selected: true })).toHaveText('Harborlight Radio');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/c\/radio\/orders$/);
  await navigation.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('table', { name: 'Recent orders in Harborlight Radio' })).toBeVisible();
  await page.keyboard.press('Meta+.');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Recent orders in Harborlight Websites' })).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await page.keyboard.press('Control+.');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Change channel, if you have several')).toBeVisible();
});

test('a user with one channel gets no channel switch', async ({ page, signInAs }) => {
  await signInAs(stranger);
  await page.goto('/');
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true });
  await expect(navigation.getByRole('link', { name: 'Copperfield Radio' })).toBeVisible();
  await page.keyboard.press('Control+.');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog', { name: 'Search or run an action' })).toBeVisible();
});

test('a page change fades in within 100 ms unless motion is reduced, and changes within a page are immediate', async ({
  page,
  signInAs,
}) => {
  await page.addInitScript(() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...given) {
      const animation = animate.apply(this, given);
      const { dataset } = document.documentElement;
      const lasts = animation.effect?.getComputedTiming().activeDuration;
      dataset.opened = `${dataset.opened ?? ''} ${this.localName} ${lasts}`;
      return animation;
    };
  });
  const opened = () => page.evaluate(() => document.documentElement.dataset.opened?.trim());
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signInAs(seller);
  await page.goto('/');
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true });
  const go = async (link: string, heading: string) => {
    await navigation.getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  };
  await go('Settings', 'E-mail addresses');
  await expect.poll(opened).toBe('main 100');
  await page.goBack();
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  expect(await opened()).toBe('main 100');
  await page.goto('/c/radio/orders');
  await page.getByRole('searchbox', { name: /^Search/ }).fill('nobody has this');
  await page.getByRole('searchbox', { name: /^Search/ }).press('Enter');
  await expect(page).toHaveURL(/search=/);
  expect(await opened()).toBeUndefined();

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await go('Settings', 'E-mail addresses');
  expect(await opened()).toBeUndefined();
});

test('an address without a page, channel, order or client, or with another agency’s, shows a message with a way on', async ({
  page,
  product,
  signInAs,
  expectAccessible,
}) => {
  const call = callerOf(product.url);
  const read = async (address: string) => {
    const cookies = await signIn({ call, dataDir: product.dataDir }, address);
    const of = async (path: string) => Object((await call({ path, cookies })).body);
    return {
      order: (await of('/api/orders?limit=1')).results[0],
      client: (await of('/api/clients?limit=1')).results[0],
    };
  };
  const own = await read(seller);
  const theirs = await read(stranger);
  await signInAs(seller);
  await page.goto('/c/nowhere/orders');
  await expect(page.getByText("Channel “nowhere” wasn't found")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Choose a channel' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Harborlight Radio' }).click();
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();

  for (const id of ['0'.repeat(24), 'nonsense', theirs.order.id]) {
    await page.goto(`/c/radio/orders/${id}`);
    await expect(page.getByText("This order wasn't found")).toBeVisible();
    await expect(page.getByRole('link', { name: 'All orders' })).toBeVisible();
  }
  for (const id of ['0'.repeat(24), 'nonsense', theirs.client.id]) {
    await page.goto(`/clients/${id}`);
    await expect(page.getByText("This client wasn't found")).toBeVisible();
  }

  // An order opens in its own channel, whichever channel is in the address.
  const { id, channelId, refCode } = own.order;
  const channels = [...Object(await (await page.request.get('/api/channels/list')).json())];
  const slug = channels.find((each) => each.id === channelId)?.slug;
  for (const name of ['radio', 'websites']) {
    await page.goto(`/c/${name}/orders/${id}`);
    await expect(page.getByRole('heading', { name: `Order ${refCode}` })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/c/(${slug}|${channelId})/orders/${id}$`));
  }

  await page.goto('/clients?page=99');
  await expect(page.getByRole('heading', { name: 'There are no results on this page' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Go to the first page' }).click();
  await expect(page.getByRole('main').getByRole('table', { name: 'Clients' })).toBeVisible();
});

test('the back-office has the palette: pages, actions of the page, clients and orders by Ctrl+K', async ({
  page,
  signInAs,
  expectAccessible,
}) => {
  await signInAs('admin@example.com');
  await page.goto('/admin/orders');
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Back-office' });
  await expect(menu.getByRole('list', { name: 'Work' }).getByRole('link').first()).toHaveText('Dashboard');
  const palette = page.getByRole('dialog', { name: 'Search or run an action' });
  await page.keyboard.press('Control+k');
  await expect(palette.getByRole('group', { name: 'On this page' }).getByRole('option')).toContainText([
    'Save view',
    'Export…',
  ]);
  await expectAccessible(page);
  await page.keyboard.type('Heler');
  await expect(palette.getByText('Nothing for Heler.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(palette.getByRole('combobox')).toHaveValue('Heller');
  await expect(palette.getByRole('option').first()).toBeVisible();
  await palette.getByRole('combobox').fill('');
  await page.keyboard.type('webh');
  await expect(palette.getByRole('option')).toHaveText(['Webhooks', 'New webhook']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/webhooks$/);

  await menu.getByRole('button', { name: 'Search' }).click();
  await page.keyboard.type('heller dri');
  await palette
    .getByRole('group', { name: 'Orders' })
    .getByRole('option', { name: /campaign/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/admin\/orders\/[0-9a-f]{24}$/);
  await page.keyboard.press('?');
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcuts.getByText('Search pages, clients and orders')).toBeVisible();
  await expect(shortcuts.getByText(/Change channel/)).toHaveCount(0);
});

test.describe('in a browser without recent APIs', () => {
  test('a calendar opens and closes in an order, and a client opens', async ({ page, signInAs }) => {
    await page.addInitScript(() => {
      for (const name of ['popover', 'showPopover', 'hidePopover', 'togglePopover'])
        Reflect.deleteProperty(HTMLElement.prototype, name);
      Reflect.deleteProperty(URL, 'canParse');
    });
    await signInAs(seller);
    await startOrder(page);
    await page.getByRole('button', { name: 'Calendar for Day it goes live' }).click();
    // This browser hides popovers by itself, so look for the attribute that shows them elsewhere.
    await expect(page.locator('[popover="auto"][data-open]')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(page.locator('[data-open]')).toHaveCount(0);
    await page.goto('/clients');
    await page.getByRole('table').getByRole('link').first().click();
    await expect(page.getByRole('link', { name: /^https?:/ })).toBeVisible();
  });
});

test.describe('if the palette fails', () => {
  test.use({ expectedErrors: [/./] });

  test('the palette opens without recent APIs, and its crash leaves the page', async ({ page, signInAs }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(Element.prototype, 'checkVisibility');
      Reflect.deleteProperty(URL, 'canParse');
    });
    await signInAs(seller);
    await page.goto('/c/radio/orders');
    await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option', { name: 'New Order', exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.evaluate(() => {
      Element.prototype.closest = () => {
        throw new Error('Out of order');
      };
    });
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Not available' })).toContainText('Out of order');
    await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible();
  });
});
