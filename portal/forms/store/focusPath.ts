import type { Filling } from '#schemas/forms/filling/filling.ts';
import { locate } from '#schemas/forms/filling/locate.ts';
import { around } from '#schemas/forms/filling/places.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget } from '#schemas/forms/form.ts';

/** By the id of its element, how each widget that keeps things out of sight shows what stands in it in a row. */
export type Reveals = Map<string, (inside: Row) => void>;

interface FocusParts {
  filling: Filling;
  idOf: (widget: AnyWidget, row: Row) => string;
  reveals: Reveals;
}

/**
 * Puts the focus on the field of a problem, opening what is closed around it from the outside in; where the field is not on
 * the page, on the nearest thing around it that is.
 */
export function focusPath(path: string, { filling, idOf, reveals }: FocusParts): void {
  const { form, top } = filling;
  const found = locate(top, path);
  const places = [...(found ? around(found.widget, found.row) : []), { widget: form.root, row: top }];
  for (const [outwards, { widget, row }] of [...places.entries()].reverse()) {
    const inside = places[outwards - 1];
    if (inside) reveals.get(idOf(widget, row))?.(inside.row);
  }
  const elements = places.map(({ widget, row }) => document.getElementById(idOf(widget, row)));
  const element = elements.find((each) => each !== null);
  element?.scrollIntoView({ block: 'center' });
  element?.focus({ preventScroll: true });
}
