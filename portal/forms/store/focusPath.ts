import type { Filling } from '#schemas/forms/filling/filling.ts';
import { locateWidget } from '#schemas/forms/filling/locate.ts';
import { fieldWithAncestors } from '#schemas/forms/filling/places.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget } from '#schemas/forms/form.ts';

/** How each widget that hides content (modal, virtualized table) reveals a row, by its DOM id. */
export type RevealHandlers = Map<string, (inside: Row) => void>;

interface FocusParts {
  filling: Filling;
  idOf: (widget: AnyWidget, row: Row) => string;
  reveals: RevealHandlers;
}

/**
 * Focuses the field of a validation error, opening closed containers from the outside in. If the field is not rendered,
 * focuses the nearest ancestor that is.
 */
export function focusPath(path: string, { filling, idOf, reveals }: FocusParts): void {
  const { form, top } = filling;
  const found = locateWidget(top, path);
  const places = [...(found ? fieldWithAncestors(found.widget, found.row) : []), { widget: form.root, row: top }];
  for (const [level, { widget, row }] of [...places.entries()].reverse()) {
    const inside = places[level - 1];
    if (inside) reveals.get(idOf(widget, row))?.(inside.row);
  }
  const elements = places.map(({ widget, row }) => document.getElementById(idOf(widget, row)));
  const element = elements.find((each) => each !== null);
  element?.scrollIntoView({ block: 'center' });
  element?.focus({ preventScroll: true });
}
