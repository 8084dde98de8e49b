import type { KeyBinding } from './keyBindings.ts';
import { matchesBinding } from './matchesBinding.ts';
import { useKeydown } from './useKeydown.ts';

/** Binds a keyboard shortcut: runs `act` instead of the browser's default. Without `act`, the browser keeps the key. */
export function useShortcut(binding: KeyBinding, act: (() => void) | undefined): void {
  useKeydown((event) => {
    if (!act || event.defaultPrevented || !matchesBinding(event, binding)) return;
    event.preventDefault();
    // An open dialog takes precedence over shortcuts of the page.
    if (!document.querySelector('dialog[open]')) act();
  });
}
