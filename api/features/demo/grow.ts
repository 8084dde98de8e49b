import { storeOf } from '../../engine/store/store.ts';
import { now as clock } from '../../platform/clock/clock.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { fillDemo } from './demo.ts';
import { makeOrders, orderCountKey, storeOrders } from './orders/many-orders.ts';
import { readMarket } from './orders/market.ts';

/** Orders stored per transaction. */
const batch = 1_000;

export interface GrowRequest {
  /** Target number of orders. */
  target: number;
  /** Name of the database for messages. */
  name: string;
  /** Runs the first start on an empty database; returns false if it was not empty. */
  firstStart: () => Promise<boolean>;
  report: (line: string) => void;
  /** Aborting stops after the current batch. */
  signal?: AbortSignal;
}

/**
 * Adds demo orders until the database has `target` orders; an empty database gets the demo agency first. Throws a StartFailure
 * for a database with other data.
 */
export async function growDemo({ target, name, firstStart, report, signal }: GrowRequest): Promise<void> {
  await requireDemo({ name, firstStart, report });
  const before = await storeOf('Order').count({});
  report(`${name} contains ${thousands(before)} orders`);
  if (before >= target) return;
  const market = await readMarket();
  const [now, began] = [clock(), performance.now()];
  let number = (await storeOf('Setting').findOne({ key: orderCountKey }))?.value ?? 0;
  let there = before;
  const make = async (count: number) => await makeOrders({ market, from: number, count, now });
  let made = await make(Math.min(batch, target - there));
  while (made.length > 0) {
    number += made.length;
    there += made.length;
    const count = signal?.aborted ? 0 : Math.min(batch, target - there);
    // Generate the next batch while the database stores this one.
    [made] = await Promise.all([make(count), storeOrders(made, number)]);
    const rate = (there - before) / ((performance.now() - began) / 1_000);
    report(`${thousands(there)} of ${thousands(target)} orders (${thousands(Math.round(rate))} per second)`);
  }
}

/** Collections whose records prove that the database has other data. */
const foreign = ['Entity', 'Client', 'Product', 'Form', 'Order'] as const;
/** Count limit; reported as "or more". */
const countLimit = 1_000;

async function requireDemo({
  name,
  firstStart,
  report,
}: Pick<GrowRequest, 'name' | 'firstStart' | 'report'>): Promise<void> {
  if ((await storeOf('Setting').count({ key: orderCountKey }, 1)) > 0) return;
  const otherData: string[] = [];
  for (const type of foreign) {
    const count = await storeOf(type).count({}, countLimit);
    if (count > 0) otherData.push(`${count}${count === countLimit ? ' or more' : ''} ${type}`);
  }
  if (otherData.length > 0) {
    throw new StartFailure(
      `There is data outside of the demo in ${name} (${otherData.join(', ')}), so nothing was added. ` +
        'Set MONGODB_URI to an empty database, or DATA_DIR to an empty folder.',
    );
  }
  report(`Creating the demo agency in ${name}`);
  // A database started without the demo has only its administrator.
  if (!(await firstStart())) await fillDemo({});
}

const thousands = (number: number) => number.toLocaleString('en-US');
