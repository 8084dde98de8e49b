import type { KeyBinding } from './keyBindings.ts';

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether a keyboard event matches a binding such as `Ctrl+S`, modifiers included. Command counts as Ctrl. */
export function matchesBinding(event: KeyPress, binding: KeyBinding): boolean {
  const keys = binding.split('+');
  const last = keys.at(-1) ?? '';
  const hasModifiers =
    (event.ctrlKey || event.metaKey) === keys.includes('Ctrl') && event.altKey === keys.includes('Alt');
  // Whether a character such as ? needs Shift depends on the keyboard layout.
  const isShiftValid = keys.length === 1 || last === '.' || !event.shiftKey;
  return hasModifiers && isShiftValid && event.key.toLowerCase() === last.toLowerCase();
}
