/** Puts the focus on an element, which need not be reachable by the tab key. */
export function focusElement(id: string): void {
  document.getElementById(id)?.focus();
}

/** Puts the focus on the first field of a row, where a person goes on typing; on the row when it has none. */
export function focusFirstField(rowId: string): void {
  const row = document.getElementById(rowId);
  const field = row?.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled, :read-only:not(select))');
  (field ?? row)?.focus();
}
