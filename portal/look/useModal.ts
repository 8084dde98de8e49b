import { type KeyboardEvent, type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react';
import { useAppWrapper } from '../forms/AppWrapper.tsx';

/**
 * Opens a `dialog` element as a modal while it is rendered: traps the focus (Tab cycles inside) and restores it on
 * close. Escape and a click on the backdrop close it. Throws outside of an AppWrapper.
 */
export function useModal(onClose: () => void) {
  useAppWrapper('create dialog');
  const ref = useRef<HTMLDialogElement>(null);
  // Close it while it is still in the DOM: the browser does not restore the focus for a removed dialog.
  useLayoutEffect(() => {
    const element = ref.current;
    element?.showModal();
    return () => {
      // If a selection remains in the dialog, Chromium restores the focus without the text cursor and typing has no
      // effect.
      getSelection()?.removeAllRanges();
      element?.close();
    };
  }, []);
  return {
    ref,
    onCancel: (event: SyntheticEvent) => {
      event.preventDefault();
      // Close only the inner one of nested dialogs.
      event.stopPropagation();
      onClose();
    },
    onClick: (event: MouseEvent) => {
      if (event.target === ref.current) onClose();
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Tab' && !event.defaultPrevented && ref.current) trapFocus(ref.current, event);
    },
  };
}

/** Focus trap: moves from the last focusable element to the first and back, instead of to the browser's toolbar. */
function trapFocus(dialog: HTMLDialogElement, event: KeyboardEvent): void {
  event.stopPropagation();
  const stops = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter((stop) => isStop(stop, dialog));
  const at = document.activeElement instanceof HTMLElement ? stops.indexOf(document.activeElement) : -1;
  const isLeaving = event.shiftKey ? at <= 0 : at === stops.length - 1;
  if (!isLeaving) return;
  event.preventDefault();
  stops.at(event.shiftKey ? -1 : 0)?.focus();
}

const focusable = 'a[href], :is(button, input, select, textarea):not(:disabled), summary, [tabindex]';

/** In a radio group only the checked button is a tab stop. */
function isStop(stop: HTMLElement, dialog: HTMLDialogElement): boolean {
  if (stop.tabIndex < 0 || !isVisible(stop)) return false;
  if (!(stop instanceof HTMLInputElement) || stop.type !== 'radio' || stop.checked) return true;
  return !dialog.querySelector(`input[type=radio][name=${CSS.escape(stop.name)}]:checked`);
}

/** The open modal dialogs of both apps. */
export const modalSelector = 'dialog[open], [role="dialog"][aria-modal="true"]';

/** Whether an element is rendered and visible. Safari has `checkVisibility` since 17.4. */
export function isVisible(element: HTMLElement): boolean {
  return 'checkVisibility' in Element.prototype ? element.checkVisibility() : element.getClientRects().length > 0;
}
