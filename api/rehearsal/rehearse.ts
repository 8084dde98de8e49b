import { withStartLock } from '../host/database/start-lock.ts';
import { type BringingUp, bringUp } from './bring-up.ts';
import { copyRecords, emptyCopy } from './copy.ts';

export interface Rehearsing extends BringingUp {
  /** The database that is copied into the connected one. */
  original: string;
}

/** Brings a copy of a database to this product's version. Answers which of its records do not fit their schema then. */
export const rehearse = ({ original, ...bringing }: Rehearsing): Promise<string[]> =>
  withStartLock(async () => {
    const { report, signal } = bringing;
    await emptyCopy();
    const begun = performance.now();
    const { records, collections } = await copyRecords(original, signal);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    report(`Copied: ${records.toLocaleString('en-US')} records of ${collections} collections (${seconds} s)`);
    return bringUp(bringing);
  }, bringing.report);
