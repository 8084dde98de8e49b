import { locate } from '#schemas/forms/filling/locate.ts';
import { pathOf, storedValue } from '#schemas/forms/filling/places.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { Normalized, SoundWidget } from '#schemas/forms/form.ts';
import { number, numberOf } from '#schemas/forms/kinds/number.ts';

/** A number beyond what its field may hold, and what stands there in its place. */
export interface Limited {
  readonly typed: number;
  readonly kept: number;
}

interface NumbersParts {
  top: () => Row;
  mark: (widget: SoundWidget, row: Row) => void;
  /** A name for a field that outlives its row object. */
  placeOf: (widget: SoundWidget, row: Row) => string;
  /** Puts a value into a field. */
  put: (widget: SoundWidget, row: Row, value: unknown) => void;
}

/**
 * The number fields of a form: their limits hold once they are left, since 12 begins with 1, and a number that was limited is
 * told at its field (design 7).
 */
export function createNumbers({ top, mark, placeOf, put }: NumbersParts) {
  const limited = new Map<string, Limited>();
  /** The number field with the focus, by its place and its path. */
  let entered: { place: string; path: string } | null = null;

  return {
    limitedAt: (widget: SoundWidget, row: Row): Limited | null => limited.get(placeOf(widget, row)) ?? null,
    enter: (widget: SoundWidget, row: Row): void => {
      entered = { place: placeOf(widget, row), path: pathOf(widget, row) };
    },
    /** Something else was typed. */
    forget: (widget: SoundWidget, row: Row): void => {
      limited.delete(placeOf(widget, row));
    },
    leave: (widget: SoundWidget, row: Row): void => {
      if (entered?.place === placeOf(widget, row)) entered = null;
      settle(widget, row);
    },
    /** The focus may stay, but what was typed is to be used now. */
    settleEntered: (): void => {
      const found = enteredField();
      if (found) settle(found.widget, found.row);
    },
    /** Opens other data, but keeps what stands in the field that is being typed in. */
    keepEntered: (open: () => void): void => {
      const found = enteredField();
      const value = found && storedValue(found.widget, found.row);
      open();
      const again = enteredField();
      if (again) put(again.widget, again.row, value);
    },
    /** Takes what a save has limited; answers what else it has changed. */
    take: (changes: readonly Normalized[]): Normalized[] =>
      changes.filter(({ path, from, to }) => {
        const found = locate(top(), path);
        const typed = numberOf(from);
        if (found?.widget.type !== 'number_input' || typed === undefined || typeof to !== 'number') return true;
        const place = placeOf(found.widget, found.row);
        // What is being typed is limited, and told, when it is left.
        if (typed !== to && place !== entered?.place) limited.set(place, { typed, kept: to });
        mark(found.widget, found.row);
        return false;
      }),
  };

  function settle(widget: SoundWidget, row: Row): void {
    if (widget.type !== 'number_input') return;
    const value = storedValue(widget, row);
    const { required, emptyUntilAnswered } = widget.config;
    const isLeftOut = (required || emptyUntilAnswered) && number.isAbsent(value);
    const normal = isLeftOut ? undefined : number.normal(number.isAbsent(value) ? undefined : value, widget.config);
    if (Object.is(normal, value)) return;
    put(widget, row, normal);
    if (typeof value === 'number' && typeof normal === 'number') {
      limited.set(placeOf(widget, row), { typed: value, kept: normal });
      mark(widget, row);
    }
  }

  function enteredField(): { widget: SoundWidget; row: Row } | undefined {
    const found = entered && locate(top(), entered.path);
    return found && placeOf(found.widget, found.row) === entered?.place ? found : undefined;
  }
}
