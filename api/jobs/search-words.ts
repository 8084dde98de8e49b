import { isResourceName, type ResourceName } from '../store/model.ts';
import { makeWords, searchedBy } from '../store/search-words.ts';
import { type JobKind, longestOfDatabase } from './kind.ts';
import { putTwice } from './queue.ts';

/** Has the words of all that names a record made anew, in the transaction that renames it. */
export const queueSearchWords = (subject: string): Promise<void> => putTwice('searchWords', subject);

/**
 * Makes the words anew by which records are found: those of all that names one record (`Client/ID`), or of a whole resource (a
 * type alone). One that was interrupted begins again, and writes what is not right yet.
 */
export const searchWordsJob: JobKind<'searchWords'> = {
  name: 'searchWords',
  every: 1_000,
  lease: 2 * longestOfDatabase,
  waits: longestOfDatabase,
  cancelableIn: [],
  async work({ subject }, tell) {
    let done = 0;
    for (const { name, filter } of foundUnder(subject)) {
      for await (const count of makeWords(name, filter)) {
        done += count;
        await tell(done);
      }
    }
  },
};

function foundUnder(subject: string): { name: ResourceName; filter: Record<string, string> }[] {
  const [type = '', id] = subject.split('/');
  if (!isResourceName(type)) throw new Error(`No schema is titled ${type}`);
  if (id === undefined) return [{ name: type, filter: {} }];
  return searchedBy(type).map(({ name, reference }) => ({ name, filter: { [reference]: id } }));
}
