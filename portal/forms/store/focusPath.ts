import type { Filling } from '#schemas/forms/filling/filling.ts';
import { locate } from '#schemas/forms/filling/locate.ts';
import { isList, type Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget, SoundWidget } from '#schemas/forms/form.ts';

interface FocusParts {
  filling: Filling;
  idOf: (widget: AnyWidget, row: Row) => string;
}

/** Puts the focus on the field of a problem; where that is not on the page, on the nearest thing around it that is. */
export function focusPath(path: string, { filling, idOf }: FocusParts): void {
  const { form, top } = filling;
  const found = locate(top, path);
  const places = [...(found ? around(found.widget, found.row) : []), { widget: form.root, row: top }];
  const elements = places.map(({ widget, row }) => document.getElementById(idOf(widget, row)));
  const element = elements.find((each) => each !== null);
  element?.scrollIntoView({ block: 'center' });
  element?.focus({ preventScroll: true });
}

/** A field, what it stands in, and so on outwards. */
function around(widget: SoundWidget, row: Row): { widget: SoundWidget; row: Row }[] {
  const { parent } = widget;
  const outer = parent && isList(parent) ? row.parent : row;
  return [{ widget, row }, ...(parent && outer ? around(parent, outer) : [])];
}
