import { storeOf } from '../store/store.ts';
import { versionedCache } from '../store/versioned-cache.ts';

/**
 * User cache: returns the user as of the given versions, re-reading it only if its version has changed; null if it does
 * not exist.
 */
export const cachedUser = versionedCache({
  resource: 'User',
  read: (id) => storeOf('User').findOne({ _id: id }),
  sizeOf: () => 1,
});
