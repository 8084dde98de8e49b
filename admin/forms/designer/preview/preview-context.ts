import { createContext, use, useEffect } from 'react';
import type { FormStore } from '#portal/forms/store/formStore.ts';

/** The preview's form store and the way to request it. */
export interface PreviewState {
  /** Null until it is requested: filling in a large form costs as much as designing it. */
  store: FormStore | null;
  requestStore: () => void;
}

export const PreviewContext = createContext<PreviewState>({ store: null, requestStore: () => undefined });

/**
 * Returns the preview's store, for parts that show its values (such as the results beside a script's lines). It follows
 * the design and keeps typed or loaded values. Requests the store, so it is null on the first render.
 */
export function usePreviewStore(): FormStore | null {
  const { store, requestStore } = use(PreviewContext);
  useEffect(requestStore, [requestStore]);
  return store;
}
