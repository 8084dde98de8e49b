import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Product } from '../../product/product.ts';
import { type OpenVisitor, withDemo, withVisitors } from './demo.ts';
import { type MainThreadTime, mainThreadTimeOf, startCounting } from './main-thread.ts';
import { benchFormSchema } from './pages/product/schema.ts';
import { columns, fieldsInContainer } from './pages/size.ts';

/** Latency of an edit in the designer with a form of 500 widgets, including all its effects. */
export interface DesignerFigures {
  drop: MainThreadTime;
  move: MainThreadTime;
  undo: MainThreadTime;
  key: MainThreadTime;
  /** A key at the pace at which the page around the designer receives and validates each one. */
  slowKey: MainThreadTime;
}

/** Number of fields by default: with 45 containers, 45 conditional scripts, and a table of 5 columns 503 widgets. */
export const designerFields = 450;

/** The number of widgets of a form with this number of fields. */
export const widgetCount = (fields: number): number => fields + fields / fieldsInContainer + columns.length + 3;

/** Lets `work` measure the designer of a new product any number of times; each time it is opened again. */
export function withDesigner(
  browser: Browser,
  fields: number,
  work: (round: () => Promise<DesignerFigures>) => Promise<void>,
) {
  return withDemo(async (product) => {
    const desk = await deskOf(browser, product, fields);
    await work(() => measureDesigner(desk));
  });
}

interface Desk {
  visit: OpenVisitor;
  /** The address of the form's page. */
  form: string;
  /** The field in the middle of the form on which all edits are made. */
  middle: number;
}

async function deskOf(browser: Browser, product: Product, fields: number): Promise<Desk> {
  const visit = await withVisitors(browser, product, 'admin@example.com');
  const data = { name: 'Large form', formSchema: benchFormSchema({ fields, rows: 0 }) };
  const headers = { origin: product.url };
  const savedForm = await visit(async ({ request }) => (await request.post('/api/forms', { data, headers })).json());
  return { visit, form: `/admin/forms/${savedForm.id}`, middle: Math.floor(fields / 20) * 10 + 5 };
}

/** How often the field can move up in its container. */
const acts = 5;
const keys = 30;

function measureDesigner({ visit, form, middle }: Desk): Promise<DesignerFigures> {
  return visit(async (context) => {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await startCounting(session);
    await page.goto(form);
    await page.getByRole('button', { name: 'Open designer' }).click();
    const tree = page.getByRole('tree', { name: 'Widgets of the form' });
    await tree.getByRole('treeitem', { name: new RegExp(`^Field ${middle}`) }).click();
    await settle(page);
    const move = await mainThreadTimeOf(session, acts, () => pressed(page, 'Alt+ArrowUp'));
    const undo = await mainThreadTimeOf(session, acts, () => pressed(page, 'Control+z'));
    await page.getByLabel('Label', { exact: true }).focus();
    await settle(page);
    const key = await mainThreadTimeOf(session, keys, () => typed(page, fastPace));
    const slowKey = await mainThreadTimeOf(session, keys, () => typed(page, slowPace));
    return { move, undo, key, slowKey, drop: await dropped(page, session) };
  });
}

/** A key that edits the form, measured with all effects of each press. */
async function pressed(page: Page, key: string): Promise<void> {
  for (let time = 0; time < acts; time += 1) {
    await page.keyboard.press(key);
    await page.waitForTimeout(followed);
  }
  await settle(page);
}

/** Milliseconds between keys. */
const fastPace = 60;
const slowPace = 400;

async function typed(page: Page, delay: number): Promise<void> {
  await page.keyboard.type('x'.repeat(keys), { delay });
  await settle(page);
}

/** Drags from the palette to the middle of the visible part of the form; at its edges it would scroll. */
async function dropped(page: Page, session: CDPSession): Promise<MainThreadTime> {
  const banner = page.getByRole('button', { name: 'Add Banner' });
  await banner.scrollIntoViewIfNeeded();
  const item = await banner.boundingBox();
  const form = await page.getByRole('region', { name: 'Form', exact: true }).boundingBox();
  const lines = page.locator('[data-item]');
  if (!item || !form) throw new Error('There is nothing to drag, or nowhere to drop it');
  const before = await lines.count();
  const spent = await mainThreadTimeOf(session, acts, async () => {
    for (let time = 0; time < acts; time += 1) {
      await page.mouse.move(item.x + 10, item.y + 10);
      await page.mouse.down();
      await page.mouse.move(item.x + 60, item.y + 10);
      await page.mouse.move(form.x + form.width / 2, form.y + form.height / 2, { steps: 4 });
      await page.mouse.up();
      await page.waitForTimeout(followed);
    }
    await settle(page);
  });
  const more = (await lines.count()) - before;
  if (more !== acts) throw new Error(`Of ${acts} drops ${more} came`);
  return spent;
}

/** Milliseconds until the page around the designer has received and validated the edit. */
const followed = 500;

/** Until the page has also saved its draft locally and is idle. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(1_200);
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(() => setTimeout(resolve, 50)))),
  );
}
