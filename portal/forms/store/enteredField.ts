import { locate } from '#schemas/forms/filling/locate.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { Normalized, SoundWidget } from '#schemas/forms/form.ts';
import { numberOf } from '#schemas/forms/kinds/number.ts';
import type { FieldNotice } from '../typed/typedField.ts';
import { numberNotice } from '../typed/typedKinds.ts';

interface EnteredParts {
  top: () => Row;
  mark: (widget: SoundWidget, row: Row) => void;
  /** A name for a field that outlives its row object. */
  placeOf: (widget: SoundWidget, row: Row) => string;
}

/** The field that somebody is typing in, and what fields say of values that are stored otherwise than they were typed. */
export function createEnteredField({ top, mark, placeOf }: EnteredParts) {
  const notices = new Map<string, FieldNotice>();
  let entered: { place: string; commit: () => void } | null = null;

  return {
    noticeAt: (widget: SoundWidget, row: Row): FieldNotice | null => notices.get(placeOf(widget, row)) ?? null,
    notify: (widget: SoundWidget, row: Row, notice: FieldNotice | null): void => {
      const place = placeOf(widget, row);
      if (notice) notices.set(place, notice);
      else if (!notices.delete(place)) return;
      mark(widget, row);
    },
    enter: (widget: SoundWidget, row: Row, commit: () => void): void => {
      entered = { place: placeOf(widget, row), commit };
    },
    leave: (widget: SoundWidget, row: Row): void => {
      if (entered?.place === placeOf(widget, row)) entered = null;
    },
    commit: (): void => entered?.commit(),
    /** Says at their fields which numbers a save has changed. Returns what else it has changed. */
    take: (changes: readonly Normalized[]): Normalized[] =>
      changes.filter(({ path, from, to }) => {
        const found = locate(top(), path);
        const number = numberOf(from);
        if (found?.widget.type !== 'number_input' || number === undefined || typeof to !== 'number') return true;
        const { widget, row } = found;
        const place = placeOf(widget, row);
        const notice = numberNotice({ text: String(from), number, value: to }, widget.config);
        // A number that is still being typed is limited, and said to be, when its field is left.
        if (notice && place !== entered?.place) notices.set(place, notice);
        mark(widget, row);
        return false;
      }),
  };
}
