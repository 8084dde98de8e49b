import { keptAnswers } from '../store/kept-answers.ts';
import { store } from '../store/store.ts';

/** A user as of these versions, from memory when nobody's record has changed since; null for nobody. */
export const keptUser = keptAnswers({
  of: 'User',
  read: (id) => store('User').findOne({ _id: id }),
  weigh: () => 1,
});
