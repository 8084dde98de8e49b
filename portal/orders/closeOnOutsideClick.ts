import type { RefObject } from 'react';

/**
 * Closes an overlay on Escape, and on a click or focus outside of it (click outside). Dialogs above the page do not
 * count as outside. Returns the function that removes the listeners.
 */
export function closeOnOutsideClick(element: RefObject<HTMLElement | null>, close: () => void): () => void {
  const outside = ({ target }: Event) => {
    const isDialog = target instanceof Element && target.closest('dialog');
    if (target instanceof Node && !isDialog && !element.current?.contains(target)) close();
  };
  const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
    if (key === 'Escape' && !defaultPrevented && !document.querySelector('dialog[open]')) close();
  };
  document.addEventListener('pointerdown', outside);
  document.addEventListener('focusin', outside);
  document.addEventListener('keydown', onKey);
  return () => {
    document.removeEventListener('pointerdown', outside);
    document.removeEventListener('focusin', outside);
    document.removeEventListener('keydown', onKey);
  };
}
