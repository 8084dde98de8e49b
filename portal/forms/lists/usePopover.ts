import { type RefObject, useLayoutEffect } from 'react';
import { hidePopover, showPopover } from '../../look/browserSupport.ts';

interface PopupOptions {
  isOpen: boolean;
  /** The anchor element: the popup has its width and opens below it, or above where there is more room. */
  anchor: RefObject<HTMLElement | null>;
  popup: RefObject<HTMLElement | null>;
  /** The popup has the size of its content instead of the anchor's width. */
  size?: 'own';
}

/** Opens and positions a `popover` element in the top layer, so that tables and dialogs do not clip it. */
export function usePopover({ isOpen, anchor, popup, size }: PopupOptions): void {
  useLayoutEffect(() => {
    const element = popup.current;
    const anchorElement = anchor.current;
    if (!isOpen || !element || !anchorElement) return undefined;
    const position = size === 'own' ? positionAtRightEdge : positionAtFullWidth;
    const updatePosition = () => position(element, anchorElement.getBoundingClientRect());
    showPopover(element);
    updatePosition();
    window.addEventListener('scroll', updatePosition, { capture: true, passive: true });
    window.addEventListener('resize', updatePosition);
    return () => {
      window.removeEventListener('scroll', updatePosition, { capture: true });
      window.removeEventListener('resize', updatePosition);
      hidePopover(element);
    };
  }, [isOpen, anchor, popup, size]);
}

/** The maximum height of the popup, and the minimum it needs below its anchor, in pixels. */
const maxHeight = 280;
const minHeight = 160;
const gap = 2;

function positionAtFullWidth(popup: HTMLElement, at: DOMRect): void {
  const below = window.innerHeight - at.bottom - 2 * gap;
  const isBelow = below >= minHeight || below >= at.top;
  popup.style.left = `${at.left}px`;
  popup.style.width = `${at.width}px`;
  popup.style.maxHeight = `${Math.min(maxHeight, isBelow ? below : at.top - 2 * gap)}px`;
  popup.style.top = isBelow ? `${at.bottom + gap}px` : '';
  popup.style.bottom = isBelow ? '' : `${window.innerHeight - at.top + gap}px`;
}

/** Aligns the popup's right edge with its anchor, inside the viewport; above the anchor if there is no room below. */
function positionAtRightEdge(popup: HTMLElement, at: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = popup;
  const isBelow = at.bottom + gap + height <= window.innerHeight || at.top < height + gap;
  popup.style.left = `${Math.max(gap, Math.min(at.right, window.innerWidth - gap) - width)}px`;
  popup.style.top = `${Math.max(gap, isBelow ? Math.min(at.bottom + gap, window.innerHeight - height - gap) : at.top - gap - height)}px`;
}
