import { type RefObject, useEffect, useRef } from 'react';

const steps: Record<string, number> = { j: 1, k: -1 };

/**
 * The keys of a list inside the element that gets the ref (look, 'Lists'): j and k move the focus from row to row, x
 * selects the row, Enter opens it. They rest while something is typed or asked.
 */
export function useRowKeys(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      const rows = [...(list.current?.querySelectorAll('tbody tr') ?? [])];
      const at = rows.findIndex((row) => row.contains(document.activeElement));
      const step = steps[event.key];
      if (step !== undefined) linkOf(rows[Math.min(Math.max(0, at + step), rows.length - 1)])?.focus();
      else if (event.key === 'x') boxOf(rows[at])?.click();
      // On a link or a button the browser does what it is for.
      else if (event.key === 'Enter' && document.activeElement === boxOf(rows[at])) linkOf(rows[at])?.click();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return list;
}

const linkOf = (row: Element | undefined) => row?.querySelector<HTMLElement>('a');
const boxOf = (row: Element | undefined) => row?.querySelector<HTMLElement>('input[type=checkbox]');

const busy =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox], [role=dialog], [role=menu]';

const isBusy = (target: EventTarget | null) => target instanceof Element && target.closest(busy) !== null;
