import { parseArgs } from 'node:util';
import { loadConfig } from '../config/config.ts';
import { fillEmptyDatabase } from '../first-start.ts';
import { openClosing } from '../process/closing.ts';
import { StartFailure } from '../process/start-failure.ts';
import { createIndexes } from '../resource/model.ts';
import { store } from '../resource/store.ts';
import { openDatabase } from './database.ts';
import { fillDemo } from './demo.ts';
import { addOrders, countKey } from './orders/add-orders.ts';
import { readMarket } from './orders/market.ts';

const usage = `npm run demo -- [--orders N]

Adds demo orders to the product's database until it holds N (400 if not said). An empty database gets the demo agency
first; one with data that the demo did not make is left alone. It may run while the product runs.
`;

/** Stored at once, in one transaction. */
const batch = 1_000;
const most = 1_000_000;

/** `npm run demo`: a large database for measuring. */
async function main(): Promise<void> {
  const wanted = ordersOf(process.argv.slice(2));
  if (wanted === 'help') {
    write(usage);
    return;
  }
  const closing = openClosing();
  try {
    const config = loadConfig();
    const name = await openDatabase({ config, closing });
    await createIndexes();
    await requireDemo({ name, fill: () => fillEmptyDatabase({ config: { ...config, demo: true } }) });
    await addUpTo({ wanted, name, signal: closing.signal });
    await closing.end();
  } catch (error) {
    await closing.fail(error);
  }
}

function ordersOf(args: string[]): number | 'help' {
  const { values } = parseArgs({
    args,
    options: { orders: { type: 'string', default: '400' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return 'help';
  const orders = Number(values.orders);
  if (Number.isInteger(orders) && orders >= 0 && orders <= most) return orders;
  throw new StartFailure(`--orders is '${values.orders}': allowed is a whole number from 0 to ${thousands(most)}.`);
}

/** Makes the demo agency where there is nothing yet. Throws a StartFailure for data that the demo did not make. */
async function requireDemo({ name, fill }: { name: string; fill: () => Promise<boolean> }): Promise<void> {
  if ((await store('Setting').count({ key: countKey }, 1)) > 0) return;
  const counts = { Entity: 0, Client: 0, Product: 0, Form: 0, Order: 0 };
  for (const type of ['Entity', 'Client', 'Product', 'Form', 'Order'] as const) {
    counts[type] = await store(type).count({}, 1_000);
  }
  const held = Object.entries(counts).filter(([, count]) => count > 0);
  if (held.length > 0) {
    const list = held.map(([type, count]) => `${count}${count === 1_000 ? ' or more' : ''} ${type}`).join(', ');
    throw new StartFailure(
      `Data that the demo did not make are in ${name} (${list}), so nothing was added. ` +
        'Name an empty database by MONGODB_URI, or an empty folder by DATA_DIR.',
    );
  }
  write(`Making the demo agency in ${name}\n`);
  // A database that has its administrator already, but was started without a demo, is empty as well.
  if (!(await fill())) await fillDemo({});
}

async function addUpTo({ wanted, name, signal }: { wanted: number; name: string; signal: AbortSignal }): Promise<void> {
  const before = await store('Order').count({});
  write(`${thousands(before)} orders are in ${name}\n`);
  if (before >= wanted) return;
  const market = await readMarket();
  const [now, began] = [new Date(), performance.now()];
  for (let there = before; there < wanted && !signal.aborted; ) {
    const from = (await store('Setting').findOne({ key: countKey }))?.value ?? 0;
    const count = Math.min(batch, wanted - there);
    await addOrders({ market, from, count, now });
    there += count;
    const rate = (there - before) / ((performance.now() - began) / 1_000);
    write(`${thousands(there)} of ${thousands(wanted)} orders (${thousands(Math.round(rate))} a second)\n`);
  }
}

const thousands = (number: number) => number.toLocaleString('en-US');

function write(text: string): void {
  process.stdout.write(text);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
