import { merge, type Three } from '#schemas/changes/merge.ts';
import { conflictsInWords, type Difference, differences } from '#schemas/changes/words/differences.ts';
import type { Place } from '#schemas/changes/words/place.ts';
import type { Choice } from './SidesDialog.tsx';

/** What keeping one's own changes on top of somebody else's would change; asked is what both changed. `at` is where the values are. */
export function choicesIn(place: Place, sides: Three<object>, at = ''): Choice[] {
  const { merged, conflicts } = merge(sides);
  const isAsked = (path: string) => conflicts.some((each) => path === each.path || path.startsWith(`${each.path}/`));
  const choice = ({ path, label, before, after }: Difference, isAskedAbout: boolean): Choice => ({
    path: `${at}${path}`,
    label,
    saved: before,
    mine: after,
    isAsked: isAskedAbout,
  });
  const alone = differences(place, sides.theirs, merged).filter(({ path }) => !isAsked(path));
  return [
    ...conflictsInWords(place, conflicts, sides).map((each) => choice(each, true)),
    ...alone.map((each) => choice(each, false)),
  ];
}
