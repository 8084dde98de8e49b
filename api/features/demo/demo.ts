import type { User } from '#schemas/generated/types.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { now as clock } from '../../platform/clock/clock.ts';
import type { Config } from '../../platform/config/config.ts';
import { withStartLock } from '../../platform/database/start-lock.ts';
import { magicLinkFor } from '../auth/magic-link.ts';
import { newAccount } from '../users/account.ts';
import { usersOfAddress } from '../users/by-address.ts';

export interface DemoOptions {
  /** Number of orders in the database afterwards. */
  orders?: number;
  /** End of the agency's two years. */
  now?: Date;
}

/**
 * Fills a database with the demo agency (see README), all or nothing. Existing users with the same address, such as the
 * first administrator, are retained.
 */
export async function fillDemo({ orders = 400, now = clock() }: DemoOptions): Promise<void> {
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
