import type { Binding } from './bindings.ts';
import { isPressed } from './isPressed.ts';
import { useKeydown } from './useKeydown.ts';

/** Binds a keyboard shortcut: runs `act` instead of the browser's default. Without `act`, the browser keeps the key. */
export function useKey(binding: Binding, act: (() => void) | undefined): void {
  useKeydown((event) => {
    if (!act || event.defaultPrevented || !isPressed(event, binding)) return;
    event.preventDefault();
    // An open dialog takes precedence over shortcuts of the page.
    if (!document.querySelector('dialog[open]')) act();
  });
}
