import type { User } from '#schemas/generated/types.ts';
import { linkFor } from '../auth/link.ts';
import type { Config } from '../host/config/config.ts';
import { withStartLock } from '../host/database/start-lock.ts';
import { store } from '../store/store.ts';
import { transaction } from '../store/transaction.ts';
import { newAccount } from '../users/account.ts';
import { usersOfAddress } from '../users/by-address.ts';
import { fillDemo } from './demo.ts';

/** `report` is told when another start does the same at the moment, for which this one waits. */
type FirstStart = { config: Config; report: (line: string) => void };

/** What the first start puts into an empty database: the administrator and, where DEMO says so, the demo agency. True when it was empty. */
export async function fillEmptyDatabase({ config, report }: FirstStart): Promise<boolean> {
  if (await hasUsers()) return false;
  return await withStartLock(async () => {
    if (await hasUsers()) return false;
    // All or nothing: a start that is killed half-way must find an empty database again.
    await transaction(async () => {
      await store('User').insert(administrator(config.adminEmail.toLowerCase()));
      if (config.demo) await fillDemo({});
    });
    return true;
  }, report);
}

const hasUsers = async () => (await store('User').count({}, 1)) > 0;

function administrator(address: string): Partial<User> {
  return { name: 'Administrator', ...newAccount(address, { isVerified: true }), roles: ['ADMIN'] };
}

/** A fresh sign-in link for the person of ADMIN_EMAIL; null when that user is gone or inactive. */
export async function administratorLink(config: Config): Promise<string | null> {
  const [user] = await usersOfAddress(config.adminEmail.toLowerCase());
  return user ? (await linkFor({ config, user: user.id })).url : null;
}
