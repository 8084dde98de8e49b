import { locateWidget } from '#schemas/forms/filling/locate.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { Normalized, ValidWidget } from '#schemas/forms/form.ts';
import { toNumber } from '#schemas/forms/kinds/number.ts';
import type { FieldNotice } from '../typed/typedField.ts';
import { numberNotice } from '../typed/typedKinds.ts';

interface EnteredParts {
  top: () => Row;
  mark: (widget: ValidWidget, row: Row) => void;
  /** The key of a field that outlives its row object. */
  placeOf: (widget: ValidWidget, row: Row) => string;
}

/** Tracks the focused text field, and the notices of fields whose stored value differs from the typed text. */
export function createFocusedField({ top, mark, placeOf }: EnteredParts) {
  const notices = new Map<string, FieldNotice>();
  let focusedField: { place: string; commit: () => void } | null = null;

  return {
    noticeAt: (widget: ValidWidget, row: Row): FieldNotice | null => notices.get(placeOf(widget, row)) ?? null,
    notify: (widget: ValidWidget, row: Row, notice: FieldNotice | null): void => {
      const place = placeOf(widget, row);
      if (notice) notices.set(place, notice);
      else if (!notices.delete(place)) return;
      mark(widget, row);
    },
    enter: (widget: ValidWidget, row: Row, commit: () => void): void => {
      focusedField = { place: placeOf(widget, row), commit };
    },
    leave: (widget: ValidWidget, row: Row): void => {
      if (focusedField?.place === placeOf(widget, row)) focusedField = null;
    },
    commit: (): void => focusedField?.commit(),
    /** Shows a notice at number fields that a save changed. Returns the other changes. */
    take: (changes: readonly Normalized[]): Normalized[] =>
      changes.filter(({ path, from, to }) => {
        const found = locateWidget(top(), path);
        const number = toNumber(from);
        if (found?.widget.type !== 'number_input' || number === undefined || typeof to !== 'number') return true;
        const { widget, row } = found;
        const place = placeOf(widget, row);
        const notice = numberNotice({ text: String(from), number, value: to }, widget.config);
        // A number that is still being typed is limited, with a notice, on blur.
        if (notice && place !== focusedField?.place) notices.set(place, notice);
        mark(widget, row);
        return false;
      }),
  };
}
