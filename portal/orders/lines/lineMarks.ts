import { type Change, diff } from '#schemas/changes/diff.ts';
import { differences } from '#schemas/changes/words/differences.ts';
import { schemaPlace } from '#schemas/changes/words/schema-place.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { JsonMap, Order } from '#schemas/generated/types.ts';
import { changeInWords, rowTexts, type Side } from '../../forms/marks/formMarks.ts';

type Line = Order['products'][number];

/** What two states make of an order's lines, by those of the one that is shown. */
export interface LineMarks {
  /** What is said of a line, a text for each. */
  textsOf(id: string): readonly string[];
  /** The lines that only the other state has. */
  away: readonly Line[];
}

/** Which lines came, went and moved, and what of their data is another, under the titles of their products' schemas. */
export function lineMarks(
  { was, now }: Record<Side, readonly Line[]>,
  shown: Side,
  schemaOf: (product: string) => JsonMap | undefined,
): LineMarks {
  const isRow = ({ path, kind }: Change) => kind !== 'changed' && keysOf(path).length === 1;
  const rows = new Map(
    diff(was, now)
      .filter(isRow)
      .map((change) => [change.path, change]),
  );
  const lineIn = (lines: readonly Line[], id: string) => lines.find((line) => line.id === id);
  const [here, other] = shown === 'now' ? [now, was] : [was, now];
  return {
    textsOf: (id) => {
      const [before, after] = [lineIn(was, id), lineIn(now, id)];
      const ofData = before && after ? differences(schemaPlace(schemaOf(after.product)), before.data, after.data) : [];
      return [
        ...rowTexts(rows.get(`/${id}`), shown),
        ...ofData.map((each) => `${each.label}: ${changeInWords({ was: each.before, now: each.after }, shown)}`),
      ];
    },
    away: other.filter(({ id }) => !lineIn(here, id)),
  };
}
