import type { Binding } from './bindings.ts';

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether this is what was pressed. */
export function isPressed(event: Pressed, binding: Binding): boolean {
  const keys = binding.split('+');
  const last = keys.at(-1) ?? '';
  const isHeld = (event.ctrlKey || event.metaKey) === keys.includes('Ctrl') && event.altKey === keys.includes('Alt');
  // A sign such as ? takes Shift on one keyboard and none on another.
  const isPlain = keys.length === 1 || last === '.' || !event.shiftKey;
  return isHeld && isPlain && event.key.toLowerCase() === last.toLowerCase();
}
