/**
 * Takes screenshots of routes for visual review, each in light and dark, at widths of 1280 and 390. See
 * tests/README.md; `--help` prints the options.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { callerOf } from '#tests/product/call.ts';
import { newDataDir, removeDataDir, startProduct } from '#tests/product/product.ts';
import { signIn } from '#tests/product/sign-in.ts';
import { axeViolations } from './axe.ts';
import { findChromium } from './chromium.ts';

const help = `node --import tsx tests/browser/screenshots.ts [options] ROUTE…

  --url URL --data FOLDER   a running product and its DATA_DIR; without them, one is started with the demo
                            agency (after npm run build) and stopped afterwards
  --as ADDRESS              signs in as this user; without it, signed out
  --out FOLDER              the folder for the screenshots (default: a temporary folder)
  --themes light,dark       --widths 1280,390       --density auto|compact|cozy       --text-size normal|small
  --click NAME              clicks the button, link, tab or menu item with that name first; repeatable
  --fill LABEL=VALUE        fills in the field with that label before any click; repeatable
  --whole                   the whole page, not only the visible part
  --axe                     prints accessibility violations (axe, WCAG 2.2 A and AA)
`;

const { values: options, positionals: routes } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: 'string' },
    data: { type: 'string' },
    as: { type: 'string' },
    out: { type: 'string', default: join(tmpdir(), 'portal-look') },
    themes: { type: 'string', default: 'light,dark' },
    widths: { type: 'string', default: '1280,390' },
    density: { type: 'string', default: 'auto' },
    'text-size': { type: 'string', default: 'normal' },
    click: { type: 'string', multiple: true, default: [] },
    fill: { type: 'string', multiple: true, default: [] },
    whole: { type: 'boolean', default: false },
    axe: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (options.help || routes.length === 0) {
  process.stdout.write(help);
} else {
  await look();
}

async function look(): Promise<void> {
  await mkdir(options.out, { recursive: true });
  const product = await runningProduct();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const session = options.as ? await sessionOf(browser, product, options.as) : undefined;
    for (const theme of options.themes.split(',')) {
      for (const width of options.widths.split(',').map(Number)) {
        const context = await newContext(browser, { theme, width, ...(session ? { session } : {}) });
        for (const route of routes) await takePicture(context, { url: product.url, route, theme, width });
        await context.close();
      }
    }
  } finally {
    await browser.close();
    await product.end();
  }
}

async function runningProduct(): Promise<{ url: string; dataDir: string; end: () => Promise<void> }> {
  if (options.url) return { url: options.url, dataDir: options.data ?? 'data', end: async () => {} };
  const dataDir = await newDataDir();
  const product = await startProduct({ dataDir, environment: { DEMO: 'on' } });
  const end = async () => {
    await product.stop();
    await removeDataDir(dataDir);
  };
  return { url: product.url, dataDir, end };
}

/**
 * The file with the user's session, which is reused for a running product, because sign-in links are rate-limited per
 * address.
 */
async function sessionOf(
  browser: Browser,
  product: { url: string; dataDir: string },
  address: string,
): Promise<string> {
  const name = createHash('sha256').update(`${product.url} ${product.dataDir} ${address}`).digest('hex').slice(0, 16);
  const file = join(tmpdir(), `portal-look-${name}.json`);
  if (options.url && existsSync(file)) {
    const context = await browser.newContext({ storageState: file });
    const self = await context.request.get(`${product.url}/api/users/me`);
    await context.close();
    if (self.ok()) return file;
  }
  const context = await browser.newContext();
  const cookies = await signIn({ call: callerOf(product.url), dataDir: product.dataDir }, address);
  await context.addCookies(cookies.map((cookie) => ({ ...cookie, url: product.url })));
  await context.storageState({ path: file });
  await context.close();
  return file;
}

type View = { theme: string; width: number };

async function newContext(browser: Browser, view: View & { session?: string }): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: view.width, height: view.width < 600 ? 844 : 800 },
    hasTouch: view.width < 600,
    colorScheme: view.theme === 'dark' ? 'dark' : 'light',
    locale: 'en-US',
    timezoneId: 'UTC',
    ...(view.session ? { storageState: view.session } : {}),
  });
  const preferences = { themePreset: view.theme, layoutDensity: options.density, textSize: options['text-size'] };
  await context.addInitScript((chosen) => {
    const stored: unknown = JSON.parse(localStorage.getItem('_v3prefs') ?? '{}');
    localStorage.setItem('_v3prefs', JSON.stringify({ ...(typeof stored === 'object' ? stored : {}), ...chosen }));
  }, preferences);
  return context;
}

async function takePicture(context: BrowserContext, view: View & { url: string; route: string }): Promise<void> {
  const page = await context.newPage();
  page.setDefaultTimeout(5000);
  const where = `${view.route} ${view.theme} ${view.width}`;
  page.on('pageerror', (error) => process.stdout.write(`${where}: ${error.stack ?? error.message}\n`));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) process.stdout.write(`${where}: ${message.text()}\n`);
  });
  await page.goto(new URL(view.route, view.url).href);
  await settle(page);
  for (const pair of options.fill) {
    const [label = '', ...value] = pair.split('=');
    await page.getByLabel(label).first().fill(value.join('='));
  }
  for (const name of options.click) {
    await pressable(page, name).click();
    await settle(page);
  }
  const file = join(options.out, `${fileName(view.route)}-${view.theme}-${view.width}.png`);
  await page.screenshot({ path: file, fullPage: options.whole, animations: 'disabled' });
  process.stdout.write(`${file}\n`);
  if (options.axe) await printAxe(page, where);
  await page.close();
}

function pressable(page: Page, name: string) {
  const roles = ['button', 'link', 'tab', 'menuitem'] as const;
  const [first, ...others] = roles.map((role) => page.getByRole(role, { name }));
  if (!first) throw new Error('no roles to search for');
  return others
    .reduce((found, other) => found.or(other), first)
    .filter({ visible: true })
    .first();
}

/** Waits for network idle, at most 5 s: a page that keeps polling is fine for a screenshot. */
async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle').catch(() => process.stdout.write(`${page.url()} does not become idle\n`));
}

async function printAxe(page: Page, where: string): Promise<void> {
  for (const violation of await axeViolations(page)) process.stdout.write(`${where}: axe ${violation}\n`);
}

function fileName(route: string): string {
  return route.replace(/[^\w-]+/g, '-').replace(/^-|-$/g, '') || 'home';
}
