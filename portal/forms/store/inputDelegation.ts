import { type RefObject, useLayoutEffect } from 'react';

/** The input handlers of the controls. */
const handlers = new WeakMap<EventTarget, () => void>();

/** Calls `take` on each input event of a form control. Returns the unsubscribe function. */
export function onInputEvent(control: EventTarget, take: () => void): () => void {
  handlers.set(control, take);
  return () => handlers.delete(control);
}

/**
 * Delegates the `input` events of all controls of a form to one native listener and stops them before React. React
 * rewrites the control's attributes after each keystroke, which costs more than everything that the form does itself,
 * and more on a larger page.
 */
export function useInputDelegation(form: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const handleInput = (event: Event) => {
      const take = event.target ? handlers.get(event.target) : undefined;
      if (!take) return;
      event.stopPropagation();
      take();
    };
    const element = form.current;
    element?.addEventListener('input', handleInput);
    return () => element?.removeEventListener('input', handleInput);
  }, [form]);
}
