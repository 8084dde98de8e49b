import { merge, type Three } from '#schemas/changes/merge.ts';
import { conflictsInWords, type Difference, differences } from '#schemas/changes/words/differences.ts';
import type { Place } from '#schemas/changes/words/place.ts';
import type { Choice } from './SidesDialog.tsx';

/**
 * Lists the rows of the merge dialog: what changes if one's own values are kept on top of the remote record. `isAsked`
 * marks conflicts, where both changed the same value. `at` is the pointer of the values in the record.
 */
export function choicesIn(place: Place, sides: Three<object>, at = ''): Choice[] {
  const { merged, conflicts } = merge(sides);
  const isConflicting = (path: string) =>
    conflicts.some((each) => path === each.path || path.startsWith(`${each.path}/`));
  const choice = ({ path, label, before, after }: Difference, isConflict: boolean): Choice => ({
    path: `${at}${path}`,
    label,
    saved: before,
    mine: after,
    isAsked: isConflict,
  });
  const onlyMine = differences(place, sides.theirs, merged).filter(({ path }) => !isConflicting(path));
  return [
    ...conflictsInWords(place, conflicts, sides).map((each) => choice(each, true)),
    ...onlyMine.map((each) => choice(each, false)),
  ];
}
