import type { User } from '#schemas/generated/types.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { now as clock } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { withStartLock } from '../../platform/database/start-lock.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { magicLinkFor } from '../auth/magic-link.ts';
import { newAccount } from '../users/account.ts';
import { usersOfAddress } from '../users/by-address.ts';
import { makeOrders, orderCountKey, storeOrders } from './orders/many-orders.ts';
import { readMarket } from './orders/market.ts';

interface DemoOptions {
  /** Number of orders in the database afterwards. */
  orders?: number;
  /** End of the agency's two years. */
  now?: Date;
}

/**
 * Fills a database with the demo agency (see README), all or nothing. Existing users with the same address, such as the
 * first administrator, are retained.
 */
async function fillDemo({ orders = 400, now = clock() }: DemoOptions): Promise<void> {
  // Imported lazily, so that an application with data does not load the generator.
  const { fillDemoData } = await import('./fill.ts');
  await fillDemoData({ orders, now });
}

/** `report` is called if another process is filling the database and this one has to wait. */
type FirstStart = { config: Config; report: (line: string) => void };

/**
 * Fills an empty database at the first start: the administrator and, if DEMO is set, the demo agency. Returns whether
 * it was empty.
 */
export async function fillEmptyDatabase({ config, report }: FirstStart): Promise<boolean> {
  if (await hasUsers()) return false;
  return await withStartLock(async () => {
    if (await hasUsers()) return false;
    // One transaction, so that a start killed midway leaves an empty database.
    await transaction(async () => {
      await storeOf('User').insert(administrator(config.adminEmail.toLowerCase()));
      if (config.demo) await fillDemo({});
    });
    return true;
  }, report);
}

const hasUsers = async () => (await storeOf('User').count({}, 1)) > 0;

function administrator(address: string): Partial<User> {
  return { name: 'Administrator', ...newAccount(address, { isVerified: true }), roles: ['ADMIN'] };
}

/** Returns a new sign-in link for the user of ADMIN_EMAIL; null if deleted or inactive. */
export async function administratorLink(config: Config): Promise<string | null> {
  const [user] = await usersOfAddress(config.adminEmail.toLowerCase());
  return user ? (await magicLinkFor({ config, user: user.id })).url : null;
}

/** Orders stored per transaction. */
const batch = 1_000;

interface GrowRequest {
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
