import { keysOf } from '../../forms/pointer.ts';
import { type Change, diff } from '../diff.ts';
import type { Conflict, MergeInput } from '../merge.ts';
import { type FieldDescription, labelAt, placeAt } from './place.ts';

/** One entry of a diff, formatted for people. */
export interface ChangeInWords {
  path: string;
  label: string;
  before: string;
  after: string;
}

/** Diffs two states and formats each change with the label of its place. Moved rows are shown by their numbers. */
export function changesInWords(place: FieldDescription, before: unknown, after: unknown): ChangeInWords[] {
  return diff(before, after).map((change) => {
    const keys = keysOf(change.path);
    const text = textOf(change, placeAt(place, keys));
    const label = labelAt(place, keys, [after, before]);
    return { path: change.path, label, before: text(change.before), after: text(change.after) };
  });
}

const textOf = ({ kind }: Change, place: FieldDescription): FieldDescription['text'] =>
  kind === 'moved' ? (number) => `Row ${Number(number) + 1}` : place.text;

/** Merge conflicts formatted for people: `before` is the saved value, `after` is one's own. */
export function conflictsInWords(
  place: FieldDescription,
  conflicts: readonly Conflict[],
  { mine, theirs }: Pick<MergeInput<unknown>, 'mine' | 'theirs'>,
): ChangeInWords[] {
  return conflicts.map((conflict) => {
    const keys = keysOf(conflict.path);
    const { text } = placeAt(place, keys);
    const label = labelAt(place, keys, [theirs, mine]);
    return { path: conflict.path, label, before: text(conflict.theirs), after: text(conflict.mine) };
  });
}
