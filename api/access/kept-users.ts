import { keptAnswers } from '../store/kept-answers.ts';
import { store } from '../store/store.ts';

/**
 * User cache: returns the user as of the given versions, re-reading it only if its version has changed; null if it does
 * not exist.
 */
export const keptUser = keptAnswers({
  of: 'User',
  read: (id) => store('User').findOne({ _id: id }),
  weigh: () => 1,
});
