import type { FormStore } from '../store/formStore.ts';

/**
 * Whether uploads of a form are in progress. Separate from the uploads, which load later than the inputs (performance
 * 2).
 */
export interface UploadStatus {
  /** An order cannot be submitted before its uploads are complete. */
  isUploading: () => boolean;
  watch: (listener: () => void) => () => void;
  update: (isUnderWay: boolean) => void;
}

const statusByStore = new WeakMap<FormStore, UploadStatus>();

/** Returns the upload status of a form store, created on first use. */
export function uploadStatusOf(store: FormStore): UploadStatus {
  const status = statusByStore.get(store) ?? makeUnderWay();
  statusByStore.set(store, status);
  return status;
}

function makeUnderWay(): UploadStatus {
  const listeners = new Set<() => void>();
  let isUnderWay = false;
  return {
    isUploading: () => isUnderWay,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update: (next) => {
      isUnderWay = next;
      for (const listener of listeners) listener();
    },
  };
}
