import { type Change, diff } from '#schemas/changes/diff.ts';
import { changesInWords } from '#schemas/changes/words/differences.ts';
import { schemaPlace } from '#schemas/changes/words/schema-place.ts';
import { keysOf } from '#schemas/forms/pointer.ts';
import type { JsonMap, Order } from '#schemas/generated/types.ts';
import { type ComparedSide, describeChange, describeRowChange } from '../../forms/marks/computeChangeMarks.ts';

type Line = Order['products'][number];

/** The differences between two states of an order's lines, relative to the one that is shown. */
export interface LineMarks {
  /** The texts about one line. */
  textsOf(id: string): readonly string[];
  /** The lines that exist only in the other state. */
  missingLines: readonly Line[];
}

/**
 * Compares lines (diff): which were added, removed or moved, and which data changed, under the titles of the product
 * schemas.
 */
export function lineMarks(
  { was, now }: Record<ComparedSide, readonly Line[]>,
  shown: ComparedSide,
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
      const ofData =
        before && after ? changesInWords(schemaPlace(schemaOf(after.product)), before.data, after.data) : [];
      return [
        ...describeRowChange(rows.get(`/${id}`), shown),
        ...ofData.map((each) => `${each.label}: ${describeChange({ was: each.before, now: each.after }, shown)}`),
      ];
    },
    missingLines: other.filter(({ id }) => !lineIn(here, id)),
  };
}
