import { keysOf } from '../../forms/pointer.ts';
import { type Change, diff } from '../diff.ts';
import type { Conflict, Three } from '../merge.ts';
import { labelAt, type Place, placeAt } from './place.ts';

/** One entry of a diff, formatted for people. */
export interface Difference {
  path: string;
  label: string;
  before: string;
  after: string;
}

/** Diffs two states and formats each change with the label of its place. Moved rows are shown by their numbers. */
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

/** Merge conflicts formatted for people: `before` is the saved value, `after` is one's own. */
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
