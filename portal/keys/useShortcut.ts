import { useLayoutEffect, useRef } from 'react';
import type { KeyBinding } from './keyBindings.ts';

/** Binds a keyboard shortcut: runs `act` instead of the browser's default. Without `act`, the browser keeps the key. */
export function useShortcut(binding: KeyBinding, act: (() => void) | undefined): void {
  useKeydown((event) => {
    if (!act || event.defaultPrevented || !matchesBinding(event, binding)) return;
    event.preventDefault();
    // An open dialog takes precedence over shortcuts of the page.
    if (!document.querySelector('dialog[open]')) act();
  });
}

/** Whether the focused element takes letters as text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), textarea, select, dialog, [contenteditable]') !== null;

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether an event matches a keyboard shortcut such as `Ctrl+S`, modifiers included. Command counts as Ctrl. */
export function matchesBinding(event: KeyPress, binding: KeyBinding): boolean {
  const keys = binding.split('+');
  const last = keys.at(-1) ?? '';
  const hasModifiers =
    (event.ctrlKey || event.metaKey) === keys.includes('Ctrl') && event.altKey === keys.includes('Alt');
  // Whether a character such as ? needs Shift depends on the keyboard layout.
  const isShiftValid = keys.length === 1 || last === '.' || !event.shiftKey;
  return hasModifiers && isShiftValid && event.key.toLowerCase() === last.toLowerCase();
}

/**
 * Listens to `keydown` on the window. A layout effect subscribes before the first paint, so that the keys work as soon
 * as the page is visible.
 */
export function useKeydown(onKeydown: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKeydown);
  latest.current = onKeydown;
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => latest.current(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
