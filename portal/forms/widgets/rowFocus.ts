/** Focuses an element by id, which need not be a tab stop. */
export function focusElement(id: string): void {
  document.getElementById(id)?.focus();
}

/** Focuses the first field of a row, or the row itself if it has none. */
export function focusFirstField(rowId: string): void {
  const row = document.getElementById(rowId);
  const field = row?.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled, :read-only:not(select))');
  (field ?? row)?.focus();
}
