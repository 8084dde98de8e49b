import { setTimeout } from 'node:timers/promises';
import { isResourceName, type ResourceName } from '../store/model.ts';
import { indexedReferencesTo, reindexRecords } from '../store/search-words.ts';
import { type JobKind, transactionTimeout } from './kind.ts';
import { absorbDueJobs, enqueueTwice } from './queue.ts';

/**
 * Enqueues a rebuild of the search words of all records that reference this one, in the transaction that renames it. It
 * starts a second later, so that one rebuild serves quick changes in a row.
 */
export const queueSearchWords = (subject: string): Promise<void> => enqueueTwice('searchWords', subject, 1_000);

/**
 * The job that rebuilds search words (`searchKeys`) and copied names: of all records that reference one record
 * (`Client/ID`), or of a whole resource (its type alone). After an interruption it starts over and writes only what is
 * outdated.
 */
export const searchWordsJob: JobKind<'searchWords'> = {
  name: 'searchWords',
  pollInterval: 1_000,
  lease: 2 * transactionTimeout,
  longestWait: transactionTimeout,
  cancelableIn: [],
  async work(job, report) {
    const { subject } = job;
    // Someone who changes a record ten times in a row causes ten jobs.
    await absorbDueJobs(job);
    let done = 0;
    for (const { name, filter } of scopesOf(subject)) {
      let began = performance.now();
      for await (const count of reindexRecords(name, filter)) {
        done += count;
        await report(done);
        // Leave half of the time to requests: a client may have thousands of orders.
        await setTimeout(Math.min(performance.now() - began, longestPause));
        began = performance.now();
      }
    }
  },
};

/** Milliseconds. Pauses must stay far below the lease. */
const longestPause = 1_000;

function scopesOf(subject: string): { name: ResourceName; filter: Record<string, string> }[] {
  const [type = '', id] = subject.split('/');
  if (!isResourceName(type)) throw new Error(`There is no schema with the title ${type}`);
  if (id === undefined) return [{ name: type, filter: {} }];
  const references = new Map(indexedReferencesTo(type).map((each) => [`${each.name}/${each.reference}`, each]));
  return [...references.values()].map(({ name, reference }) => ({ name, filter: { [reference]: id } }));
}
