import { parseArgs } from 'node:util';
import { setAuditKeys } from '../../engine/audit/chain.ts';
import { migrateDatabase } from '../../engine/migrations/migrate.ts';
import { createIndexes } from '../../engine/store/indexes.ts';
import { loadConfig } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { printLine } from '../../platform/process/print-line.ts';
import { openShutdown } from '../../platform/process/shutdown.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { fillEmptyDatabase, growDemo } from './demo.ts';

const usage = `npm run demo -- [--orders N]

Adds demo orders to the database until it contains N (default: 400). An empty database gets the demo agency first. A database
with other data is not changed. The application may be running.`;

const maxOrders = 1_000_000;

/** `npm run demo`: generates a large database for load tests and benchmarks. */
async function main(): Promise<void> {
  const target = ordersOf(process.argv.slice(2));
  if (target === 'help') {
    printLine(usage);
    return;
  }
  const closing = openShutdown('command');
  try {
    const config = loadConfig();
    // Migrations write signed audit entries.
    setAuditKeys(config.secretKeys);
    const name = await openDatabase({ config, closing });
    await migrateDatabase({ report: printLine });
    await createIndexes();
    const firstStart = () => fillEmptyDatabase({ config: { ...config, demo: true }, report: printLine });
    await growDemo({ target, name, firstStart, report: printLine, signal: closing.signal });
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
  if (Number.isInteger(orders) && orders >= 0 && orders <= maxOrders) return orders;
  throw new StartFailure(`--orders is '${values.orders}'. Expected: an integer from 0 to ${maxOrders}.`);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
