import { useEffect, useRef } from 'react';
import type { Binding } from './bindings.ts';
import { isPressed } from './isPressed.ts';

/** Does something at a key of the table, instead of what the browser would; without `act` the key is the browser's. */
export function useKey(binding: Binding, act: (() => void) | undefined): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!latest.current || event.defaultPrevented || !isPressed(event, binding)) return;
      event.preventDefault();
      // What a dialog asks comes first.
      if (!document.querySelector('dialog[open]')) latest.current();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [binding]);
}
