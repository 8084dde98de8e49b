import { createContext, use, useEffect } from 'react';
import type { FormStore } from '#portal/forms/store/formStore.ts';

/** The form under edit as it is filled in beside its design. */
export interface PreviewOfForm {
  /** Null until somebody wants it: to fill in a large form costs as much as to design it. */
  store: FormStore | null;
  want: () => void;
}

export const PreviewContext = createContext<PreviewOfForm>({ store: null, want: () => undefined });

/**
 * The store of the preview, for what shows values beside it (those of a script's lines, say): it follows the design, and
 * keeps what was typed or taken from an order. Null for a moment, until it is opened.
 */
export function usePreviewStore(): FormStore | null {
  const { store, want } = use(PreviewContext);
  useEffect(want, [want]);
  return store;
}
