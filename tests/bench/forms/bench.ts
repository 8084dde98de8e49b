import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser } from '@playwright/test';
import { openBrowser } from '../browser.ts';
import { installComparedPackages } from '../rules/compared-packages.ts';
import { withDemo } from './demo.ts';
import { designerFields, widgetCount, withDesigner } from './designer.ts';
import { firstLoads } from './firstLoad.ts';
import { measureKeys, measurePage } from './measure.ts';
import { measureOpening, type OpeningTimes } from './opening.ts';
import type { DesignerRound, Round } from './rows.ts';
import { measureScrolling } from './scrolling.ts';
import { buildPage } from './serve.ts';
import { designerTableOf, formsTable, portalTableOf } from './table.ts';
import { type Vitals, vitals } from './vitals.ts';

const results = 'tests/bench/results';
const large = { fields: 1000, rows: 200 };
const small = { fields: 50, rows: 200 };

const parts = ['pages', 'designer', 'portal'];

/**
 * `npm run bench -- forms [--rounds N] [--only pages|designer|portal] [--fields N]`: the figures of performance.md part 2, compared
 * with a hand-written page and one of rjsf.
 */
export async function benchForms(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '5' },
      only: { type: 'string', default: '' },
      fields: { type: 'string', default: String(designerFields) },
    },
  });
  const { only } = values;
  if (only !== '' && !parts.includes(only)) throw new Error(`What can be measured alone: ${parts.join(', ')}`);
  const isSelected = (part: string) => only === '' || only === part;
  const rounds = Number(values.rounds);
  const browser = await openBrowser();
  try {
    await mkdir(results, { recursive: true });
    if (isSelected('pages')) await benchPages(browser, rounds);
    if (isSelected('designer')) await benchDesigner(browser, rounds, Number(values.fields));
    if (isSelected('portal')) await benchPortal(browser, rounds);
  } finally {
    await browser.close();
  }
}

async function benchPages(browser: Browser, count: number): Promise<void> {
  installComparedPackages();
  const [product, hand, rjsf] = [await buildPage('product'), await buildPage('hand'), await buildPage('rjsf')];
  const loads = await firstLoads(browser);
  const rounds: Round[] = [];
  while (rounds.length < count) {
    rounds.push({
      product: await measurePage(browser, product, large),
      hand: await measurePage(browser, hand, large),
      small: await measureKeys(browser, product, small),
      rjsf: await measureKeys(browser, rjsf, large),
      scrolling: { product: await measureScrolling(browser, product), hand: await measureScrolling(browser, hand) },
    });
    process.stdout.write(`round ${rounds.length} of ${count}\n`);
  }
  await write('forms.md', formsTable({ rounds, loads }));
}

async function benchDesigner(browser: Browser, count: number, fields: number): Promise<void> {
  const hand = await buildPage('hand');
  const rounds: DesignerRound[] = [];
  await withDesigner(browser, fields, async (round) => {
    while (rounds.length < count) {
      const { load } = await measureKeys(browser, hand, large);
      rounds.push({ designed: await round(), load });
      process.stdout.write(`the designer, round ${rounds.length} of ${count}\n`);
    }
  });
  await write(
    fields === designerFields ? 'designer.md' : `designer-${widgetCount(fields)}.md`,
    designerTableOf(rounds, fields),
  );
}

async function benchPortal(browser: Browser, count: number): Promise<void> {
  installComparedPackages();
  await withDemo(async (product) => {
    const round = await measureOpening(browser, product);
    const rounds: OpeningTimes[] = [];
    const days: Vitals[][] = [];
    while (rounds.length < count) {
      rounds.push(await round());
      days.push(await vitals(browser, product));
      process.stdout.write(`the portal, round ${rounds.length} of ${count}\n`);
    }
    await write('portal.md', portalTableOf(rounds, days));
  });
}

async function write(name: string, table: string): Promise<void> {
  process.stdout.write(`\n${table}`);
  await writeFile(join(results, name), table);
}
