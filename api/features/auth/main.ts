import { isEmail } from '#schemas/typed-values/is-email.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { openShutdown } from '../../platform/process/shutdown.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { usersOfAddress } from '../users/by-address.ts';
import { magicLinkFor } from './magic-link.ts';

/**
 * `npm run sign-in -- ADDRESS`: prints a new sign-in link for a user (design 2). Safe to run while the application is
 * running.
 */
async function main(): Promise<void> {
  const closing = openShutdown('command');
  try {
    const address = addressOf(process.argv.slice(2));
    const config = loadConfig();
    const name = await openDatabase({ config, closing });
    const [user] = await usersOfAddress(address);
    if (!user) throw new StartFailure(`No active user has the address ${address} in ${name}.`);
    process.stdout.write(`${(await magicLinkFor({ config, user: user.id })).url}\n`);
    await closing.end();
  } catch (error) {
    await closing.fail(error);
  }
}

function addressOf([address, ...rest]: string[]): string {
  if (address !== undefined && isEmail(address) && rest.length === 0) return address.toLowerCase();
  throw new StartFailure(
    'Usage: npm run sign-in -- ADDRESS\n\nPrints a sign-in link for the user with this e-mail address.',
  );
}

await main();
