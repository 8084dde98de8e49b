import type { FormStore } from '../store/formStore.ts';

/**
 * Whether uploads of a form are in progress. Separate from the uploads, which load later than the inputs (performance
 * 2).
 */
export interface UnderWay {
  /** An order cannot be submitted before its uploads are complete. */
  is: () => boolean;
  watch: (listener: () => void) => () => void;
  tell: (isUnderWay: boolean) => void;
}

const statusByStore = new WeakMap<FormStore, UnderWay>();

/** Returns the upload status of a form store, created on first use. */
export function underWayOf(store: FormStore): UnderWay {
  const status = statusByStore.get(store) ?? makeUnderWay();
  statusByStore.set(store, status);
  return status;
}

function makeUnderWay(): UnderWay {
  const listeners = new Set<() => void>();
  let isUnderWay = false;
  return {
    is: () => isUnderWay,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: (next) => {
      isUnderWay = next;
      for (const listener of listeners) listener();
    },
  };
}
