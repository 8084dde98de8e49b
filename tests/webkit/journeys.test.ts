import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { schemaOf, table, widget } from '#tests/forms/form-builders.ts';
import { callerOf } from '#tests/product/call.ts';
import { openMailbox, signInLink } from '#tests/product/mail.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '#tests/product/product.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { keys, startWebKit, type WebKit } from './webkit.ts';

const seller = 'agency.user@example.com';
const administrator = 'admin@example.com';

let product: Product;
let browser: WebKit;

beforeAll(async () => {
  product = await startProduct({ dataDir: await newDataDir(), environment: { DEMO: 'on' } });
});

afterAll(async () => {
  await product.stop();
  await removeDataDir(product.dataDir);
});

// Each test has its own browser, in which nobody is signed in.
beforeEach(async () => {
  browser = await startWebKit();
});

afterEach(() => browser.close());

test('in WebKit, agency staff sign in, fill in an order with dates in a table, and submit it', async () => {
  const slug = await channelWithFlights();
  await signInByMail(seller);
  await browser.open(`${product.url}/c/${slug}/orders/new`);
  await (await browser.find('field', /^Client/)).type('Heller');
  await (await browser.find('option', /^Heller/)).click();
  await (await browser.find('button', 'Start order')).click();
  await (await browser.find('field', /^Campaign/)).type('Summer sale');

  const first = await browser.find('field', /^From/);
  expect(await shownDates()).toEqual(['', '']);
  await first.type(`3/31/2030${keys.tab}`);
  await browser.press(`4/30/2030${keys.tab}`);
  expect(await shownDates()).toEqual(['3/31/2030', '4/30/2030']);
  await (await browser.find('button', 'Send for approval')).click();
  const summary = await browser.find('complementary', 'Order summary');
  await expect.poll(() => summary.text(), { timeout: 20_000 }).toContain('Pending');
});

test('in WebKit, an administrator signs in to the back-office, opens a client from the list, and saves it', async () => {
  await signInByMail(administrator);
  await browser.open(`${product.url}/admin/clients`);
  await browser.find('heading', 'Clients');
  await (await browser.find('link', 'Heller Driving School')).click();
  await browser.find('heading', /^Heller Driving School/);
  const website = await browser.find('field', /^Website/);
  await website.type('/webkit');
  await (await browser.find('button', 'Save')).click();
  await browser.find('alert', /Saved/);
  await browser.open(`${product.url}/admin/clients`);
});

/** The texts of the date cells. */
async function shownDates(): Promise<unknown> {
  return browser.run(`return [...document.querySelectorAll('tbody td input')].map(({ value }) => value)`);
}

/** Signs in as people do: requests a link, and opens the one from the mail in the same browser. */
async function signInByMail(address: string): Promise<void> {
  await browser.open(`${product.url}/`);
  await (await browser.find('button', 'Portal Login')).click();
  const mailbox = await openMailbox(product.dataDir, address);
  await (await browser.find('field', 'E-mail address')).type(`${address}${keys.enter}`);
  await browser.open(signInLink(await mailbox.next(/sign-in link/)));
  await browser.find('heading', /^Hello/);
}

/** Creates a channel of the demo agency whose form has a table with dates. Returns its slug. */
async function channelWithFlights(): Promise<string> {
  const call = callerOf(product.url);
  const cookies = await signIn({ call, dataDir: product.dataDir }, administrator);
  const create = async (path: string, body: object): Promise<{ id: string }> => {
    const created = await call({ method: 'POST', path: `/api/${path}`, body, cookies });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    return Object(created.body);
  };
  const { body: channels } = await call({ path: '/api/channels?limit=50', cookies });
  const { entityId } = [...Object(channels).results].find((channel) => channel.slug === 'websites');
  const flights = table(
    'flights',
    [widget('date_input', 'from', {}, 'From'), widget('date_input', 'until', {}, 'Until')],
    { minItems: 1 },
    { label: 'Flight' },
  );
  const formSchema = schemaOf(widget('text_input', 'campaign', { required: true }, 'Campaign'), flights);
  const form = await create('forms', { name: 'Flights', formSchema, tableColumns: [] });
  await create('channels', { name: 'Flights', slug: 'flights', entityId, orderFormId: form.id });
  return 'flights';
}
