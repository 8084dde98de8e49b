import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { findChromium } from '../../browser/chromium.ts';
import { installPeers } from '../rules/peers.ts';
import { firstLoads } from './firstLoad.ts';
import { measure, measureKeys } from './measure.ts';
import type { Round } from './rows.ts';
import { buildPage } from './serve.ts';
import { tableOf } from './table.ts';

const results = 'tests/bench/results/forms.md';
const large = { fields: 1000, rows: 200 };
const small = { fields: 50, rows: 200 };

/** `npm run bench -- forms [--rounds N]`: the figures of performance.md part 2, beside a page written by hand and one of rjsf. */
export async function benchForms(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '5' } } });
  installPeers();
  const [product, hand, rjsf] = [await buildPage('product'), await buildPage('hand'), await buildPage('rjsf')];
  const executablePath = findChromium();
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const loads = await firstLoads(browser);
    const rounds: Round[] = [];
    while (rounds.length < Number(values.rounds)) {
      rounds.push({
        product: await measure(browser, product, large),
        hand: await measure(browser, hand, large),
        small: await measureKeys(browser, product, small),
        rjsf: await measureKeys(browser, rjsf, large),
      });
      process.stdout.write(`round ${rounds.length} of ${values.rounds}\n`);
    }
    const table = tableOf({ rounds, loads });
    process.stdout.write(`\n${table}`);
    await mkdir(dirname(results), { recursive: true });
    await writeFile(results, table);
  } finally {
    await browser.close();
  }
}
