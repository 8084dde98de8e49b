import { type RefObject, useLayoutEffect } from 'react';

interface Popup {
  isOpen: boolean;
  /** What it belongs to: it is as wide, and stands under it, above where there is more room. */
  anchor: RefObject<HTMLElement | null>;
  popup: RefObject<HTMLElement | null>;
  /** It is as large as what stands in it, rather than as wide as what it belongs to. */
  size?: 'own';
}

/** Shows an element with the attribute popover over everything, so that no table or dialog cuts it off. */
export function usePopup({ isOpen, anchor, popup, size }: Popup): void {
  useLayoutEffect(() => {
    const shown = popup.current;
    const field = anchor.current;
    if (!isOpen || !shown || !field) return undefined;
    const placed = size === 'own' ? placeWhole : placePopup;
    const place = () => placed(shown, field.getBoundingClientRect());
    shown.showPopover();
    place();
    window.addEventListener('scroll', place, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      window.removeEventListener('scroll', place, { capture: true });
      window.removeEventListener('resize', place);
      shown.hidePopover();
    };
  }, [isOpen, anchor, popup, size]);
}

/** The most room that a list takes, and the least that it is to have below its field, in pixels. */
const most = 280;
const least = 160;
const gap = 2;

function placePopup(popup: HTMLElement, at: DOMRect): void {
  const below = window.innerHeight - at.bottom - 2 * gap;
  const isBelow = below >= least || below >= at.top;
  popup.style.left = `${at.left}px`;
  popup.style.width = `${at.width}px`;
  popup.style.maxHeight = `${Math.min(most, isBelow ? below : at.top - 2 * gap)}px`;
  popup.style.top = isBelow ? `${at.bottom + gap}px` : '';
  popup.style.bottom = isBelow ? '' : `${window.innerHeight - at.top + gap}px`;
}

/** Ends where what it belongs to ends, within the window; over it where there is no room below. */
function placeWhole(popup: HTMLElement, at: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = popup;
  const isBelow = at.bottom + gap + height <= window.innerHeight || at.top < height + gap;
  popup.style.left = `${Math.max(gap, Math.min(at.right, window.innerWidth - gap) - width)}px`;
  popup.style.top = `${Math.max(gap, isBelow ? Math.min(at.bottom + gap, window.innerHeight - height - gap) : at.top - gap - height)}px`;
}
