import type { FormStore } from '../store/formStore.ts';

/**
 * Whether uploads of a form are in progress. Separate from the uploads, which load later than the inputs (performance
 * 2).
 */
export interface UploadStatus {
  /** An order cannot be submitted before its uploads are complete. */
  isUploading: () => boolean;
  watch: (listener: () => void) => () => void;
  update: (isUploading: boolean) => void;
}

const statusByStore = new WeakMap<FormStore, UploadStatus>();

/** Returns the upload status of a form store, created on first use. */
export function uploadStatusOf(store: FormStore): UploadStatus {
  const status = statusByStore.get(store) ?? createUploadStatus();
  statusByStore.set(store, status);
  return status;
}

function createUploadStatus(): UploadStatus {
  const listeners = new Set<() => void>();
  let isUploading = false;
  return {
    isUploading: () => isUploading,
    watch: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update: (next) => {
      isUploading = next;
      for (const listener of listeners) listener();
    },
  };
}
