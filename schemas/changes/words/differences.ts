import { keysOf } from '../../forms/pointer.ts';
import { type Change, diff } from '../diff.ts';
import type { Conflict, Three } from '../merge.ts';
import { labelAt, type Place, placeAt } from './place.ts';

/** A difference for reading. */
export interface Difference {
  path: string;
  label: string;
  before: string;
  after: string;
}

/** What differs between two states, in the words of their place; rows that changed places by their numbers. */
export function differences(place: Place, before: unknown, after: unknown): Difference[] {
  return diff(before, after).map((change) => {
    const keys = keysOf(change.path);
    const text = textOf(change, placeAt(place, keys));
    const label = labelAt(place, keys, [after, before]);
    return { path: change.path, label, before: text(change.before), after: text(change.after) };
  });
}

const textOf = ({ kind }: Change, place: Place): Place['text'] =>
  kind === 'moved' ? (number) => `Row ${Number(number) + 1}` : place.text;

/** What both changed, for reading: `before` is what is saved now, `after` one's own. */
export function conflictsInWords(
  place: Place,
  conflicts: readonly Conflict[],
  { mine, theirs }: Pick<Three<unknown>, 'mine' | 'theirs'>,
): Difference[] {
  return conflicts.map((conflict) => {
    const keys = keysOf(conflict.path);
    const { text } = placeAt(place, keys);
    const label = labelAt(place, keys, [theirs, mine]);
    return { path: conflict.path, label, before: text(conflict.theirs), after: text(conflict.mine) };
  });
}
