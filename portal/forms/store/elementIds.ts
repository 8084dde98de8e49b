import type { Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget } from '#schemas/forms/form.ts';

/** A widget by its place in the form. */
export type Numbered = Pick<AnyWidget, 'number'>;

/** Names for a form's fields: of elements on the page, and of places that stay the same when rows are opened anew. */
export interface ElementIds {
  /** The id of a field's element. */
  idOf(widget: Numbered, row: Row): string;
  /** The id of a row's element. */
  rowIdOf(row: Row): string;
  placeOf(widget: Numbered, row: Row): string;
}

let forms = 0;

/** Two forms on one page must not share the ids of their fields. */
export function createElementIds(): ElementIds {
  forms += 1;
  const form = `form${forms}`;
  const placeOf = (widget: Numbered, row: Row) => `${rowPlace(row)}${widget.number}`;
  const rowIdOf = (row: Row) => `${form}-${rowPlace(row)}row`;
  return { rowIdOf, idOf: (widget, row) => `${form}-${placeOf(widget, row)}`, placeOf };
}

function rowPlace({ parent, list, id, index }: Row): string {
  if (!parent || !list) return '';
  return `${rowPlace(parent)}${list.number}-${id || index}-`;
}
