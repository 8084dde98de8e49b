import { type FocusEvent, useState } from 'react';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { doubtAbout } from '#schemas/texts/doubts.ts';

/**
 * What a text should be and is not (`x-expects`), to be said beside its input, which tells when it gets and loses the focus.
 * Nothing is said while somebody is still typing, and what was said stays until it is mended.
 */
export function useDoubt(value: unknown, { 'x-expects': expects }: Pick<Property, 'x-expects'>) {
  const [isTyping, setTyping] = useState(false);
  const doubt = doubtAbout(value, expects);
  const say = () => setTyping(false);
  return {
    doubt: isTyping ? undefined : doubt,
    focus: () => setTyping(doubt === undefined),
    leave: ({ relatedTarget }: FocusEvent) => {
      // A line more would move the button from under who is just pressing it.
      if (relatedTarget instanceof HTMLButtonElement) relatedTarget.addEventListener('click', say, { once: true });
      else say();
    },
  };
}
