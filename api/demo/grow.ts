import { now as clock } from '../clock/clock.ts';
import { StartFailure } from '../host/process/start-failure.ts';
import { store } from '../store/store.ts';
import { fillDemo } from './demo.ts';
import { countKey, makeOrders, storeOrders } from './orders/many-orders.ts';
import { readMarket } from './orders/market.ts';

/** Stored at once, in one transaction. */
const batch = 1_000;

export interface Growing {
  /** How many orders there shall be. */
  wanted: number;
  /** Where the database is, in words. */
  name: string;
  /** Puts what a first start does into an empty database; false when it was not empty. */
  firstStart: () => Promise<boolean>;
  report: (line: string) => void;
  /** Ends it after the batch that is being stored. */
  signal?: AbortSignal;
}

/**
 * Adds demo orders until the database holds `wanted`; an empty one gets the demo agency first. Throws a StartFailure for
 * a database with data that the demo did not make.
 */
export async function growDemo({ wanted, name, firstStart, report, signal }: Growing): Promise<void> {
  await requireDemo({ name, firstStart, report });
  const before = await store('Order').count({});
  report(`${thousands(before)} orders are in ${name}`);
  if (before >= wanted) return;
  const market = await readMarket();
  const [now, began] = [clock(), performance.now()];
  let number = (await store('Setting').findOne({ key: countKey }))?.value ?? 0;
  let there = before;
  const make = async (count: number) => await makeOrders({ market, from: number, count, now });
  let made = await make(Math.min(batch, wanted - there));
  while (made.length > 0) {
    number += made.length;
    there += made.length;
    const count = signal?.aborted ? 0 : Math.min(batch, wanted - there);
    // The next ones are made while the database stores these.
    [made] = await Promise.all([make(count), storeOrders(made, number)]);
    const rate = (there - before) / ((performance.now() - began) / 1_000);
    report(`${thousands(there)} of ${thousands(wanted)} orders (${thousands(Math.round(rate))} a second)`);
  }
}

/** Whatever a person or an import would have made first. */
const foreign = ['Entity', 'Client', 'Product', 'Form', 'Order'] as const;
/** Counted to here: more is 'or more'. */
const counted = 1_000;

async function requireDemo({
  name,
  firstStart,
  report,
}: Pick<Growing, 'name' | 'firstStart' | 'report'>): Promise<void> {
  if ((await store('Setting').count({ key: countKey }, 1)) > 0) return;
  const held: string[] = [];
  for (const type of foreign) {
    const count = await store(type).count({}, counted);
    if (count > 0) held.push(`${count}${count === counted ? ' or more' : ''} ${type}`);
  }
  if (held.length > 0) {
    throw new StartFailure(
      `Data that the demo did not make are in ${name} (${held.join(', ')}), so nothing was added. ` +
        'Name an empty database by MONGODB_URI, or an empty folder by DATA_DIR.',
    );
  }
  report(`Making the demo agency in ${name}`);
  // A product that was started without a demo has its administrator, and nothing else.
  if (!(await firstStart())) await fillDemo({});
}

const thousands = (number: number) => number.toLocaleString('en-US');
