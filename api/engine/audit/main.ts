import { loadConfig } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { openShutdown } from '../../platform/process/shutdown.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { type ChainLink, setAuditKeys } from './chain.ts';
import { verifyAuditLog } from './verify.ts';

const usage =
  'Usage: npm run audit -- verify [NUMBER HASH]\n\nVerifies the audit log. NUMBER and HASH are a head that was printed earlier.';

/**
 * `npm run audit -- verify`: verifies the hash chain of the audit log and reports the first fault. Safe to run while
 * the application is running.
 */
async function main(): Promise<void> {
  const closing = openShutdown('command');
  try {
    const known = expectedHead(process.argv.slice(2));
    const config = loadConfig();
    setAuditKeys(config.secretKey);
    const name = await openDatabase({ config, closing });
    const verdict = await verifyAuditLog(known);
    if (verdict.fault !== undefined)
      throw new StartFailure(`The audit log in ${name} is not intact. ${verdict.fault}.`);
    const { head, until, late, outOfOrder } = verdict;
    process.stdout.write(`The audit log is intact: ${head.sequence} entries${until ? `, until ${until}` : ''}.\n`);
    if (late > 0)
      process.stdout.write(
        `${late} entries have been waiting to be sealed for more than a minute. Is the application running?\n`,
      );
    for (const entry of outOfOrder) process.stdout.write(`A timestamp is out of order: ${entry}.\n`);
    if (head.sequence > 0) process.stdout.write(`Its head, to be stored elsewhere: ${head.sequence} ${head.hash}\n`);
    await closing.end();
  } catch (error) {
    await closing.fail(error);
  }
}

function expectedHead([command, number, hash, ...rest]: string[]): ChainLink | undefined {
  if (command !== 'verify' || rest.length > 0) throw new StartFailure(usage);
  if (number === undefined) return undefined;
  if (!/^[1-9][0-9]{0,14}$/.test(number) || hash === undefined) throw new StartFailure(usage);
  return { sequence: Number(number), hash };
}

await main();
