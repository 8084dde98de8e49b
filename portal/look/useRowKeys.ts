import { type RefObject, useRef } from 'react';
import { useKeydown } from '../keys/useKeydown.ts';

const steps: Record<string, number> = { j: 1, k: -1 };

/**
 * Keyboard navigation of a table: j and k move the focus between the rows of the table body that gets the ref, unless
 * the user is typing.
 */
export function useRowNavigation(): RefObject<HTMLTableSectionElement | null> {
  const body = useRef<HTMLTableSectionElement>(null);
  useKeydown((event) => {
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const links: (Element | null)[] = [...(body.current?.querySelectorAll('tr > td:first-child > a') ?? [])];
    const at = links.indexOf(document.activeElement);
    const next = links[Math.min(Math.max(0, at + step), links.length - 1)];
    if (next instanceof HTMLElement) next.focus();
  });
  return body;
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, dialog, [contenteditable]') !== null;
}
