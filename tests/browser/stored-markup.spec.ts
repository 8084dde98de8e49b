import type { BrowserContext, Page } from '@playwright/test';
import { isRecord } from '#schemas/forms/is-record.ts';
import { schemas } from '#schemas/generated/registry.ts';
import type { Order } from '#schemas/generated/types.ts';
import { type Resource, resourceOf } from '#schemas/resource/resource.ts';
import { creatableResources, listUrlOf, type RoutedName, sampleOf } from '#tests/api/contract-resources.ts';
import { aChannel, aClient, aForm, anEntity } from '#tests/api/factories.ts';
import { callerOf } from '#tests/product/call.ts';
import { type ApiCallers, callExpecting, callersOf, pathOf } from '#tests/product/callers.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '#tests/product/product.ts';
import { sweepSample } from '#tests/runner/sweep.ts';
import { expect, test } from './fixtures.ts';

// Use a separate product, so that no other test meets these texts.

/** Stored XSS payloads: they would run, load or navigate if a page treated them as markup. */
const markup = [
  `<script>window.ran='script'</script><img src=x onerror="window.ran='image'"><svg onload="window.ran='svg'"></svg>`,
  `<a href="javascript:window.ran='link'">press</a>[press](javascript:window.ran='markdown')`,
  '![seen](https://elsewhere.example/seen.png)<iframe src="https://elsewhere.example/"></iframe>',
  `"'><style>@import 'https://elsewhere.example/x.css';</style>{{constructor.constructor("window.ran='template'")()}}`,
].join(' ');
const short = '<img src=x onerror="window.ran=1">';
/** The marker contained in every payload. */
const mark = 'window.ran';

let dataDir: string;
let product: Product;
let people: ApiCallers;
test.beforeAll(async () => {
  dataDir = await newDataDir();
  product = await startProduct({ dataDir, environment: { DEMO: 'off', LINK_LIMIT_ADDRESS: '1000' } });
  people = await callersOf({ call: callerOf(product.url), dataDir });
});
test.afterAll(async () => {
  await product?.stop();
  await removeDataDir(dataDir);
});

test('markup in the texts of every resource is shown as text on the pages of both apps', async ({ browser }) => {
  const made = await createWithMarkup();
  expect(made.filter(({ isMarked }) => !isMarked).map(({ name }) => name)).toEqual(withoutTexts);
  const order = await anOrderOfMarkup();
  const context = await browser.newContext({ baseURL: product.url });
  const seen = await watched(context);
  await context.addCookies(people.admin.cookies.map((cookie) => ({ ...cookie, url: product.url })));
  const pages = [
    ...['/', '/c', `/c/${order.channel}`, `/c/${order.channel}/orders`, `/c/${order.channel}/orders/${order.id}`],
    ...[`/c/${order.channel}/clients`, '/clients', '/reports', '/knowledge_base', '/prospect_audit', '/settings'],
    ...made.flatMap(({ list, record }) => [list, record]).filter((path) => path !== undefined),
  ];
  const distinct = sweepSample([...new Set(pages)], 12);
  const shownPages: string[] = [];
  // Two at a time: each mostly waits for responses.
  await Promise.all([0, 1].map((part) => visit(distinct.filter((_path, index) => index % 2 === part))));
  expect(seen).toEqual([]);
  // Pages with custom code, which show these texts elsewhere or not at all.
  const byHand: RoutedName[] = ['FormBlock', 'Order', 'Report', 'SavedView'];
  const records = made.flatMap(({ name, record, isMarked }) =>
    record !== undefined && distinct.includes(record) && isMarked && !byHand.includes(name) ? [record] : [],
  );
  expect([...new Set(records)].filter((path) => !shownPages.includes(path))).toEqual([]);
  await context.close();

  async function visit(paths: string[]): Promise<void> {
    const page = await context.newPage();
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      const isShown = expect.poll(() => holdsMark(page), { timeout: 3_000 }).toBe(true);
      await isShown.then(() => shownPages.push(path)).catch(() => undefined);
      const ran: unknown = await page.evaluate(() => Reflect.get(window, 'ran'));
      if (ran !== undefined) seen.push(`${path} ran ${String(ran)}`);
    }
  }
});

/** Resources without free text. */
const withoutTexts: string[] = ['AccessRule', 'EmailAddress', 'EntityMember', 'Invitation', 'Order', 'ReportSchedule'];

const holdsMark = (page: Page) =>
  page.evaluate((text) => {
    const typed = [...document.querySelectorAll('input, textarea')].map((each) => String(Reflect.get(each, 'value')));
    return document.body.innerText.includes(text) || typed.some((value) => value.includes(text));
  }, mark);

/** Records violations as they happen: dialogs, navigation, requests. */
async function watched(context: BrowserContext): Promise<string[]> {
  const seen: string[] = [];
  await context.exposeFunction('violates', (what: string) => seen.push(what));
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      Reflect.get(window, 'violates')(`${location.pathname} violates ${violatedDirective} by ${blockedURI}`);
    });
  });
  context.on('page', (page) => {
    page.on('dialog', (dialog) => {
      seen.push(`${page.url()} opens ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (/^https?:$/.test(protocol) && origin !== product.url) seen.push(`${page.url()} asks for ${request.url()}`);
    });
  });
  return seen;
}

interface CreatedRecord {
  name: RoutedName;
  /** The back-office addresses of resources that have records. */
  list?: string;
  record?: string;
  isMarked: boolean;
}

/** Creates a record of every resource, with markup in each text that accepts it. */
async function createWithMarkup(): Promise<CreatedRecord[]> {
  const made: CreatedRecord[] = [];
  for (const name of creatableResources) {
    const place = await listUrlOf(people, name);
    const { record, isMarked } = await marked(name, place);
    const [, , above = '', id = ''] = place.split('/');
    const isNested = id !== '';
    const { operations } = resourceOf(schemas[name]);
    made.push({
      name,
      isMarked,
      ...(isNested
        ? { record: `/admin/${above}/${id}` }
        : operations.includes('list')
          ? { list: `/admin/${above}`, record: `/admin/${above}/${record.id}` }
          : {}),
    });
  }
  return made;
}

/**
 * The sample record with markup in its texts; where markup is rejected, a shorter one, and finally the sample's own
 * text.
 */
async function marked(name: RoutedName, path: string): Promise<{ record: { id: string }; isMarked: boolean }> {
  const sample: Record<string, unknown> = { ...(await sampleOf(name).body(people)) };
  const texts = new Map(textsOf(resourceOf(schemas[name])).map((field) => [field, markup]));
  for (;;) {
    const body = { ...sample, ...Object.fromEntries(texts) };
    const { status, body: answer } = await people.admin.call({ method: 'POST', path, body });
    if (status === 201 && isRecord(answer)) return { record: { id: String(answer.id) }, isMarked: texts.size > 0 };
    const rejected =
      isRecord(answer) && isRecord(answer.errors)
        ? Object.keys(answer.errors).map((each) => each.split('.')[0] ?? '')
        : [];
    const mended = rejected.filter((field) => texts.has(field));
    if (mended.length === 0)
      throw new Error(`${path} refuses markup in ${[...texts.keys()].join(', ')}: ${JSON.stringify(answer)}`);
    for (const field of mended) {
      if (texts.get(field) === markup) texts.set(field, short);
      else texts.delete(field);
    }
  }
}

const textsOf = ({ fields }: Resource): string[] =>
  fields
    .filter(
      ({ kind, property }) => (kind === 'text' || kind === 'longText' || kind === 'markdown') && !property.readOnly,
    )
    .map(({ name }) => name);

/** An order with markup in its form's texts and in its data. */
async function anOrderOfMarkup(): Promise<{ id: string; channel: string }> {
  const widgets = [
    { type: 'text_input', meta: { key: 'headline', label: short }, config: { textArea: true } },
    { type: 'markdown', config: { content: markup } },
    { type: 'banner', config: { content: markup } },
    { type: 'select', meta: { key: 'choice', label: short }, config: { options: [{ value: short, label: short }] } },
  ];
  const form = await aForm(people, { name: short, widgets });
  const entity = await anEntity(people, { name: short });
  const channel = await aChannel(people, { name: short, description: short, entity, form });
  const client = await aClient(people, { below: entity, name: short, businessName: short });
  const order = await people.admin.create('Order', {
    channelId: channel.id,
    form: form.id,
    client: client.id,
    formData: { headline: markup, choice: short },
  });
  const changed = { formData: { ...order.formData, headline: `${markup} again` } };
  await callExpecting<Order>(people.admin.call, 200, {
    method: 'PATCH',
    path: `${pathOf('Order')}/${order.id}`,
    body: changed,
  });
  return { id: order.id, channel: channel.slug };
}
