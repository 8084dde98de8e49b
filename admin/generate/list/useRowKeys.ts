import { type RefObject, useEffect, useRef } from 'react';
import { capturesKeys } from './captures-keys.ts';

const steps: Record<string, number> = { j: 1, k: -1 };

/**
 * Keyboard shortcuts of a list (look, 'Lists'): j and k move between rows, x selects, Enter opens, and actions have
 * their own keys. Inactive in inputs and dialogs. `rowsShown` is the list's data.
 */
export function useRowKeys(rowsShown: unknown): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useFocusRestore(list, rowsShown);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || capturesKeys(event.target)) return;
      const rows = rowsIn(list.current);
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const step = steps[event.key];
      if (step !== undefined) linkOf(rows[Math.min(Math.max(0, at + step), rows.length - 1)])?.focus();
      else if (event.key === 'x') boxOf(rows[at])?.click();
      else if (/^[a-z]$/.test(event.key)) pressIn(rows[at], event);
      // Links and buttons handle Enter themselves.
      else if (event.key === 'Enter' && document.activeElement === boxOf(rows[at])) linkOf(rows[at])?.click();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return list;
}

/** Focus management: when the focused row disappears, the focus moves to the row at its position. */
function useFocusRestore(list: RefObject<HTMLDivElement | null>, rowsShown: unknown): void {
  const last = useRef<{ element: Element; at: number }>(undefined);
  useEffect(() => {
    const note = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest('[role=dialog]')) return;
      const at = rowsIn(list.current).findIndex((row) => row.contains(target));
      last.current = at === -1 ? undefined : { element: target, at };
    };
    document.addEventListener('focusin', note);
    document.addEventListener('pointerdown', note);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('pointerdown', note);
    };
  }, [list]);
  useEffect(() => {
    const { current: place } = last;
    if (rowsShown === undefined || !place || place.element.isConnected || document.activeElement !== document.body)
      return;
    const rows = rowsIn(list.current);
    (linkOf(rows[Math.min(place.at, rows.length - 1)]) ?? list.current)?.focus();
  }, [list, rowsShown]);
}

const rowsIn = (list: Element | null): Element[] => [...(list?.querySelectorAll('tbody tr') ?? [])];

const linkOf = (row: Element | undefined) => row?.querySelector<HTMLElement>('a');
const boxOf = (row: Element | undefined) => row?.querySelector<HTMLElement>('input[type=checkbox]');

/** Clicks the button with this shortcut. Ignores key repeat, which would act on the next row. */
function pressIn(row: Element | undefined, event: KeyboardEvent): void {
  const button = row?.querySelector<HTMLElement>(`button[aria-keyshortcuts=${event.key}]`);
  if (!button || event.repeat) return;
  // Keeps the key from being typed into a dialog that the button opens.
  event.preventDefault();
  button.click();
}
