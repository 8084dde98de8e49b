import { type KeyboardEvent, type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { useAppWrapper } from '../forms/AppWrapper.tsx';

/**
 * What makes a `dialog` element one to answer first, as long as it is rendered: the focus goes in, goes round in it, and
 * back to what had it. Escape and a press on the backdrop close it. Throws outside of an AppWrapper.
 */
export function useModal(onClose: () => void) {
  useAppWrapper('create dialog');
  const ref = useRef<HTMLDialogElement>(null);
  // Closed while it is still on the page: once taken off it, the browser no longer brings the focus back.
  useLayoutEffect(() => {
    const element = ref.current;
    element?.showModal();
    return () => {
      // With a selection left in the dialog, Chromium brings back the focus without the cursor: keys would write nothing.
      getSelection()?.removeAllRanges();
      element?.close();
    };
  }, []);
  return {
    ref,
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault();
      // A dialog within another one closes alone.
      event.stopPropagation();
      onClose();
    },
    onClick: (event: MouseEvent) => {
      if (event.target === ref.current) onClose();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Tab' && !event.defaultPrevented && ref.current) goRound(ref.current, event);
    },
  };
}

/** From the last that takes the focus to the first and back, instead of out to the browser's own buttons. */
function goRound(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  event.stopPropagation();
  const stops = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter((stop) => isStop(stop, dialog));
  const at = document.activeElement instanceof HTMLElement ? stops.indexOf(document.activeElement) : -1;
  const isLeaving = event.shiftKey ? at <= 0 : at === stops.length - 1;
  if (!isLeaving) return;
  event.preventDefault();
  stops.at(event.shiftKey ? -1 : 0)?.focus();
}

const focusable = 'a[href], :is(button, input, select, textarea):not(:disabled), summary, [tabindex]';

/** Of radio buttons of one name the chosen one has the focus for all. */
function isStop(stop: HTMLElement, dialog: HTMLDialogElement): boolean {
  if (stop.tabIndex < 0 || !stop.checkVisibility()) return false;
  if (!(stop instanceof HTMLInputElement) || stop.type !== 'radio' || stop.checked) return true;
  return !dialog.querySelector(`input[type=radio][name=${CSS.escape(stop.name)}]:checked`);
}
