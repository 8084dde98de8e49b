import type { Caret } from './cellNavigation.ts';

/** A cell of a rendered table. */
export interface CellPosition {
  rowId: string;
  column: number;
}

const field = ':is(input, select, textarea):not(:disabled)';
const button = ':is(button, a[href]):not(:disabled, [tabindex="-1"])';

/** Returns the table cell around an element, or undefined if the element handles keys itself. */
export function closestCell(element: Element, table: HTMLTableElement | null): CellPosition | undefined {
  const cell = element.closest<HTMLTableCellElement>('td[data-column]');
  const row = cell?.closest('tr');
  if (!cell || !row || cell.closest('table') !== table || !('value' in cell.dataset)) return undefined;
  return { rowId: row.id, column: Number(cell.dataset.column) };
}

/** Focuses a cell: its control with all text selected, so that typing replaces it, or the cell itself. */
export function focusCell({ rowId, column }: CellPosition): void {
  const cell = document.getElementById(rowId)?.querySelector<HTMLElement>(`td[data-column="${column}"]`);
  const target = cell?.querySelector<HTMLElement>(field) ?? cell?.querySelector<HTMLElement>(button) ?? cell;
  target?.focus();
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.select();
}

/** The caret position in the focused control. */
export function caretPosition(target: EventTarget): Caret {
  const isArea = target instanceof HTMLTextAreaElement;
  const isText = isArea || (target instanceof HTMLInputElement && !/^(checkbox|radio)$/.test(target.type));
  if (!isText) return { isAtStart: true, isAtEnd: true, isArea };
  const { selectionStart, selectionEnd, value } = target;
  // Native date controls have no caret and use the arrow keys themselves.
  if (selectionStart === null || selectionEnd === null) return { isAtStart: false, isAtEnd: false, isArea };
  const isAll = selectionStart === 0 && selectionEnd === value.length;
  const isCollapsed = selectionStart === selectionEnd;
  return {
    isAtStart: isAll || (isCollapsed && selectionStart === 0),
    isAtEnd: isAll || (isCollapsed && selectionEnd === value.length),
    isArea,
  };
}
