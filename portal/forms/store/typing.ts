import { type RefObject, useLayoutEffect } from 'react';

/** What is done with each change that a person types into a control, by the control. */
const takers = new WeakMap<EventTarget, () => void>();

/** Calls `take` whenever somebody types into a control that stands in a form. Answers how to end that. */
export function onTyping(control: EventTarget, take: () => void): () => void {
  takers.set(control, take);
  return () => takers.delete(control);
}

/**
 * Hears what is typed into a form's controls, for all of them and instead of React, which after each key writes the
 * control's attributes anew: that costs more than all that the form itself has to do, and more on a larger page.
 */
export function useTyping(form: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const hear = (event: Event) => {
      const take = event.target ? takers.get(event.target) : undefined;
      if (!take) return;
      event.stopPropagation();
      take();
    };
    const element = form.current;
    element?.addEventListener('input', hear);
    return () => element?.removeEventListener('input', hear);
  }, [form]);
}
