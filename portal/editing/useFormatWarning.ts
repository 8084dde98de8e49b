import { type FocusEvent, useState } from 'react';
import type { Property } from '#schemas/generated/vocabulary.ts';
import { formatWarning } from '#schemas/texts/format-messages.ts';

/**
 * The format warning for a text input (`x-expects`), shown beside it. It stays hidden while the user is typing, and
 * once shown it stays until the text is corrected.
 */
export function useFormatWarning(value: unknown, { 'x-expects': expects }: Pick<Property, 'x-expects'>) {
  const [isTyping, setTyping] = useState(false);
  const warning = formatWarning(value, expects);
  const showWarning = () => setTyping(false);
  return {
    warning: isTyping ? undefined : warning,
    focus: () => setTyping(warning === undefined),
    leave: ({ relatedTarget }: FocusEvent) => {
      // Wait for the click: the extra line would move the button away from under the pointer.
      if (relatedTarget instanceof HTMLButtonElement)
        relatedTarget.addEventListener('click', showWarning, { once: true });
      else showWarning();
    },
  };
}
