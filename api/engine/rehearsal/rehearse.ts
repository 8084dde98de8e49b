import { withStartLock } from '../../platform/database/start-lock.ts';
import { copyRecords, emptyCopy } from './copy.ts';
import { type BringUpOptions, migrateAndVerify } from './migrate-and-verify.ts';

export interface RehearseOptions extends BringUpOptions {
  /** The database to copy into the connected one. */
  original: string;
}

/**
 * Rehearsal (dry run) of the migrations: copies a database, migrates the copy, and validates its records. Returns the
 * invalid ones, one line each.
 */
export const rehearse = ({ original, ...options }: RehearseOptions): Promise<string[]> =>
  withStartLock(async () => {
    const { report, signal } = options;
    await emptyCopy();
    const startedAt = performance.now();
    const { records, collections } = await copyRecords(original, signal);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    report(`Copied: ${records.toLocaleString('en-US')} records of ${collections} collections (${seconds} s)`);
    return migrateAndVerify(options);
  }, options.report);
