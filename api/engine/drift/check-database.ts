import { loadConfig } from '../../platform/config/config.ts';
import { openDatabase } from '../../platform/database/open.ts';
import { openShutdown } from '../../platform/process/shutdown.ts';
import { StartFailure } from '../../platform/process/start-failure.ts';
import { pendingMigrations } from '../migrations/migrate.ts';
import { findDuplicates } from '../store/duplicates.ts';
import { storedNames } from '../store/model.ts';
import { documentDrift } from './documents.ts';
import { indexDrift } from './indexes.ts';
import { treeScopeDrift } from './scopes.ts';

/**
 * Checks the database for schema drift without changing it: pending migrations, indexes, every document, and the
 * treeScope of each. Reports differences and exits with code 1 if there are any or the database is unavailable.
 */
export async function checkDatabase(report: (line: string) => void): Promise<void> {
  const closing = openShutdown('command');
  try {
    const name = await openDatabase({ config: loadConfig(), closing });
    const differences = await drift();
    for (const line of differences) report(line);
    if (differences.length > 0) throw new StartFailure(`Does not match the schemas: ${name}`);
    report(`Matches the schemas: ${name}`);
    await closing.end();
  } catch (error) {
    await closing.fail(error);
  }
}

async function drift(): Promise<string[]> {
  const pending = await pendingMigrations();
  const found = pending.map(({ name }) => `the migration ${name} has not been applied: start the application`);
  for (const name of storedNames) {
    found.push(...(await indexDrift(name)), ...(await findDuplicates(name)), ...(await documentDrift(name)));
  }
  return [...found, ...(await treeScopeDrift())];
}
