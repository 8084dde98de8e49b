import type { Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget } from '#schemas/forms/form.ts';

/** A widget, identified by its number in the form. */
export type NumberedWidget = Pick<AnyWidget, 'number'>;

/** Ids for a form's fields: DOM ids, and keys that stay the same when the rows are reopened. */
export interface ElementIds {
  /** The DOM id of a field. */
  idOf(widget: NumberedWidget, row: Row): string;
  /** The DOM id of a row. */
  rowIdOf(row: Row): string;
  /** The key of a field, stable across reopened rows. */
  placeOf(widget: NumberedWidget, row: Row): string;
}

let formCount = 0;

/** Creates the ids of one form, with a unique prefix because a page may have several forms. */
export function createElementIds(): ElementIds {
  formCount += 1;
  const form = `form${formCount}`;
  const placeOf = (widget: NumberedWidget, row: Row) => `${rowPlace(row)}${widget.number}`;
  const rowIdOf = (row: Row) => `${form}-${rowPlace(row)}row`;
  return { rowIdOf, idOf: (widget, row) => `${form}-${placeOf(widget, row)}`, placeOf };
}

function rowPlace({ parent, list, id, index }: Row): string {
  if (!parent || !list) return '';
  return `${rowPlace(parent)}${list.number}-${id || index}-`;
}
