import { loadConfig } from '../host/config/config.ts';
import { openDatabase } from '../host/database/open.ts';
import { openClosing } from '../host/process/closing.ts';
import { StartFailure } from '../host/process/start-failure.ts';
import { pendingOf } from '../migrations/migrate.ts';
import { doublesOf } from '../store/doubles.ts';
import { storedNames } from '../store/model.ts';
import { documentDrift } from './documents.ts';
import { indexDrift } from './indexes.ts';
import { scopeDrift } from './scopes.ts';

/**
 * Compares the product's database with the schemas and changes nothing in it: migrations that it has not had, indexes,
 * each document, and where in the tree each stands. Where anything differs, or there is no database to be had, it says so and ends the process with 1.
 */
export async function checkDatabase(report: (line: string) => void): Promise<void> {
  const closing = openClosing('command');
  try {
    const name = await openDatabase({ config: loadConfig(), closing });
    const found = await drift();
    for (const line of found) report(line);
    if (found.length > 0) throw new StartFailure(`Out of step with the schemas: ${name}`);
    report(`In step with the schemas: ${name}`);
    await closing.end();
  } catch (error) {
    await closing.fail(error);
  }
}

async function drift(): Promise<string[]> {
  const pending = await pendingOf();
  const found = pending.map(({ name }) => `the migration ${name} has not been applied: start the product`);
  for (const name of storedNames) {
    found.push(...(await indexDrift(name)), ...(await doublesOf(name)), ...(await documentDrift(name)));
  }
  return [...found, ...(await scopeDrift())];
}
