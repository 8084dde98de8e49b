import type { Caret } from './moves.ts';

/** A cell of a table on the page. */
export interface CellPlace {
  rowId: string;
  column: number;
}

const field = ':is(input, select, textarea):not(:disabled)';
const button = ':is(button, a[href]):not(:disabled, [tabindex="-1"])';

/** The cell of this table that an element stands in, unless it keeps its keys to itself. */
export function cellAround(element: Element, table: HTMLTableElement | null): CellPlace | undefined {
  const cell = element.closest<HTMLTableCellElement>('td[data-column]');
  const row = cell?.closest('tr');
  if (!cell || !row || cell.closest('table') !== table || !('value' in cell.dataset)) return undefined;
  return { rowId: row.id, column: Number(cell.dataset.column) };
}

/** Puts the focus into a cell: on its control with all of its text selected, so that typing replaces it, else on itself. */
export function focusCell({ rowId, column }: CellPlace): void {
  const cell = document.getElementById(rowId)?.querySelector<HTMLElement>(`td[data-column="${column}"]`);
  const target = cell?.querySelector<HTMLElement>(field) ?? cell?.querySelector<HTMLElement>(button) ?? cell;
  target?.focus();
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.select();
}

/** Where the cursor stands in the control that has the focus. */
export function caretIn(target: EventTarget): Caret {
  const isArea = target instanceof HTMLTextAreaElement;
  const isText = isArea || (target instanceof HTMLInputElement && !/^(checkbox|radio)$/.test(target.type));
  if (!isText) return { isAtStart: true, isAtEnd: true, isArea };
  const { selectionStart, selectionEnd, value } = target;
  // A date's own control has no cursor to ask for, and walks its parts by the arrow keys.
  if (selectionStart === null || selectionEnd === null) return { isAtStart: false, isAtEnd: false, isArea };
  const isAll = selectionStart === 0 && selectionEnd === value.length;
  const isCollapsed = selectionStart === selectionEnd;
  return {
    isAtStart: isAll || (isCollapsed && selectionStart === 0),
    isAtEnd: isAll || (isCollapsed && selectionEnd === value.length),
    isArea,
  };
}
