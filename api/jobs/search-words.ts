import { isResourceName, type ResourceName } from '../store/model.ts';
import { makeWords, searchedBy } from '../store/search-words.ts';
import { type JobKind, longestOfDatabase } from './kind.ts';
import { putTwice } from './queue.ts';

/**
 * Enqueues a rebuild of the search words of all records that reference this one, in the transaction that renames it.
 */
export const queueSearchWords = (subject: string): Promise<void> => putTwice('searchWords', subject);

/**
 * The job that rebuilds search words (`searchKeys`) and copied names: of all records that reference one record
 * (`Client/ID`), or of a whole resource (its type alone). After an interruption it starts over and writes only what is
 * outdated.
 */
export const searchWordsJob: JobKind<'searchWords'> = {
  name: 'searchWords',
  every: 1_000,
  lease: 2 * longestOfDatabase,
  waits: longestOfDatabase,
  cancelableIn: [],
  async work({ subject }, tell) {
    let done = 0;
    for (const { name, filter } of scopesOf(subject)) {
      for await (const count of makeWords(name, filter)) {
        done += count;
        await tell(done);
      }
    }
  },
};

function scopesOf(subject: string): { name: ResourceName; filter: Record<string, string> }[] {
  const [type = '', id] = subject.split('/');
  if (!isResourceName(type)) throw new Error(`No schema is titled ${type}`);
  if (id === undefined) return [{ name: type, filter: {} }];
  return searchedBy(type).map(({ name, reference }) => ({ name, filter: { [reference]: id } }));
}
