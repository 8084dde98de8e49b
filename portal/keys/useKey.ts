import type { Binding } from './bindings.ts';
import { isPressed } from './isPressed.ts';
import { useKeydown } from './useKeydown.ts';

/** Does something at a key of the table, instead of what the browser would; without `act` the key is the browser's. */
export function useKey(binding: Binding, act: (() => void) | undefined): void {
  useKeydown((event) => {
    if (!act || event.defaultPrevented || !isPressed(event, binding)) return;
    event.preventDefault();
    // What a dialog asks comes first.
    if (!document.querySelector('dialog[open]')) act();
  });
}
