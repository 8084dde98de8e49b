import { type MergeInput, merge } from '#schemas/changes/merge.ts';
import { type ChangeInWords, changesInWords, conflictsInWords } from '#schemas/changes/words/differences.ts';
import type { FieldDescription } from '#schemas/changes/words/place.ts';
import type { MergeChoice } from './MergeDialog.tsx';

/**
 * Lists the rows of the merge dialog: what changes if one's own values are applied on top of the remote record. `isConflict`
 * marks conflicts, where both changed the same value. `at` is the pointer of the values in the record.
 */
export function mergeChoices(place: FieldDescription, input: MergeInput<object>, at = ''): MergeChoice[] {
  const { merged, conflicts } = merge(input);
  const isConflicting = (path: string) =>
    conflicts.some((each) => path === each.path || path.startsWith(`${each.path}/`));
  const choice = ({ path, label, before, after }: ChangeInWords, isConflict: boolean): MergeChoice => ({
    path: `${at}${path}`,
    label,
    saved: before,
    mine: after,
    isConflict: isConflict,
  });
  const onlyMine = changesInWords(place, input.theirs, merged).filter(({ path }) => !isConflicting(path));
  return [
    ...conflictsInWords(place, conflicts, input).map((each) => choice(each, true)),
    ...onlyMine.map((each) => choice(each, false)),
  ];
}
