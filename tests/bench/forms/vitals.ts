import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { Product } from '../../product/product.ts';
import { comparedPackagesFolder } from '../rules/compared-packages.ts';
import { type OpenVisitor, withVisitors } from './demo.ts';

/** The web vitals of one page of the portal. */
export interface Vitals {
  name: string;
  /** Largest Contentful Paint in milliseconds. */
  LCP: number;
  /** Cumulative Layout Shift. */
  CLS: number;
  /** Interaction to Next Paint: milliseconds of the slowest interaction. */
  INP: number;
}

/** Chromium's 'Slow 4G' (bytes per second, milliseconds) and a fourfold CPU slowdown. */
const network = { offline: false, downloadThroughput: 180_000, uploadThroughput: 84_375, latency: 562.5 };
const cpu = { rate: 4 };
/** Google's web-vitals library. */
const library = join(comparedPackagesFolder, 'node_modules', 'web-vitals', 'dist', 'web-vitals.iife.js');

interface Place {
  name: string;
  address: string;
  /** The interaction on the loaded page. */
  act: (page: Page) => Promise<void>;
}

/** Measures each everyday page by its address, with an empty cache. */
export async function vitals(browser: Browser, product: Product): Promise<Vitals[]> {
  const seller = await withVisitors(browser, product, 'agency.user@example.com');
  const stranger = await withVisitors(browser, product);
  const order = await seller(async ({ request }) => {
    const all: { id: string; slug: string }[] = await (await request.get('/api/channels/list')).json();
    const channel = all.find(({ slug }) => slug === 'radio')?.id;
    // A draft of the user, to type into.
    const drafts = `/api/orders?mine=unfinished&channelId=${channel}&limit=1&sort=-updatedAt`;
    const { results } = await (await request.get(drafts)).json();
    return `/c/radio/orders/${results[0].id}`;
  });
  const day: Place[] = [
    { name: 'home', address: '/', act: searchAll },
    { name: 'orders of a channel', address: order.replace(/\/[0-9a-f]+$/, ''), act: searchList },
    { name: 'an order', address: order, act: typeInForm },
  ];
  const collected = [await vitalsOf(stranger, { name: 'signing in', address: '/', act: typeAddress })];
  for (const place of day) collected.push(await vitalsOf(seller, place));
  return collected;
}

function vitalsOf(visit: OpenVisitor, { name, address, act }: Place): Promise<Vitals> {
  return visit(async (context) => {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', cpu);
    // An injected script has its own scope.
    await page.addInitScript({ content: `${await readFile(library, 'utf8')};window.webVitals = webVitals;` });
    await page.addInitScript(noteVitals);
    await page.goto(address);
    // Late content may be the largest, and may shift the layout. Playwright looks for the heading only then: its search
    // would take CPU time from the page.
    await page.waitForLoadState('networkidle');
    await page.getByRole('main').getByRole('heading').first().waitFor();
    // LCP is reported a moment after the paint, and stops at the first interaction.
    await page.waitForFunction(() => window.vitals?.LCP !== undefined);
    await act(page);
    await page.waitForTimeout(1_000);
    const { LCP, CLS, INP } = await page.evaluate(() => window.vitals ?? {});
    if (LCP === undefined || CLS === undefined || INP === undefined)
      throw new Error(`${name} reported LCP ${LCP}, CLS ${CLS}, INP ${INP}`);
    return { name, LCP, CLS, INP };
  });
}

type Note = (metric: { name: string; value: number }) => void;

declare global {
  interface Window {
    vitals?: Record<string, number>;
    webVitals: Record<'onLCP' | 'onCLS' | 'onINP', (note: Note, options: { reportAllChanges: boolean }) => void>;
  }
}

function noteVitals(): void {
  const metrics: Record<string, number> = {};
  window.vitals = metrics;
  for (const on of [window.webVitals.onLCP, window.webVitals.onCLS, window.webVitals.onINP])
    on(
      ({ name, value }) => {
        metrics[name] = value;
      },
      { reportAllChanges: true },
    );
}

/** A human typing pace. */
const typing = { delay: 150 };

async function typeAddress(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Portal Login' }).click();
  await page.getByLabel('E-mail').pressSequentially('agency.user@example.com', typing);
}

async function searchAll(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').pressSequentially('radio', typing);
  await page.keyboard.press('Escape');
}

async function searchList(page: Page): Promise<void> {
  await page.getByRole('searchbox').first().pressSequentially('radio', typing);
}

async function typeInForm(page: Page): Promise<void> {
  const field = page.getByLabel('Campaign name');
  await field.pressSequentially('Oyster bar', typing);
  await page.keyboard.press('Tab');
}
