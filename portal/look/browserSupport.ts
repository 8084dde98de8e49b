/**
 * Feature checks with fallbacks for browsers below the supported ones (`browserslist` in package.json): what people
 * need for an order works there, too. `tests/architecture/browser-apis.ts` lists the APIs that only this file may use.
 */

/** Whether the browser has popovers. Safari has them since 17.0, Firefox since 125. */
const hasPopovers = () => 'popover' in HTMLElement.prototype;

/** Undoes the fallback of an open popover. */
const openFallbacks = new WeakMap<HTMLElement, () => void>();

/**
 * Shows a `popover` element. Without browser support it becomes a fixed element above the page, and Escape or a press
 * outside closes an `auto` one, as the browser would (`toggle` event). `tokens.css` hides the others.
 */
export function showPopover(element: HTMLElement): void {
  if (hasPopovers()) {
    element.showPopover();
    return;
  }
  element.dataset.open = '';
  if (element.getAttribute('popover') !== 'auto') return;
  const dismiss = () => {
    hidePopover(element);
    element.dispatchEvent(Object.assign(new Event('toggle'), { oldState: 'open', newState: 'closed' }));
  };
  const handlePress = ({ target }: Event) => {
    if (!(target instanceof Node && element.contains(target))) dismiss();
  };
  const handleKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') dismiss();
  };
  document.addEventListener('pointerdown', handlePress, true);
  document.addEventListener('keydown', handleKey, true);
  openFallbacks.set(element, () => {
    document.removeEventListener('pointerdown', handlePress, true);
    document.removeEventListener('keydown', handleKey, true);
  });
}

/** Hides a `popover` element. */
export function hidePopover(element: HTMLElement): void {
  if (hasPopovers()) {
    element.hidePopover();
    return;
  }
  delete element.dataset.open;
  openFallbacks.get(element)?.();
  openFallbacks.delete(element);
}
