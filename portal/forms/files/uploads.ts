import { ApiError } from '../../api/ApiError.ts';
import type { UploadedFile, upload } from '../../api/upload.ts';
import { randomId } from '../randomId.ts';
import type { FormStore } from '../store/formStore.ts';
import { uploadStatusOf } from './uploadStatus.ts';

/** An upload in progress or failed. */
export interface Upload {
  readonly id: string;
  readonly file: File;
  /** The fraction sent, from 0 to 1. */
  readonly progress: number;
  /** The error message of a failed upload. */
  readonly failure: string | null;
  /** The file is too large or of a wrong type, so a retry makes no sense. */
  readonly isRejected?: boolean;
}

/** The uploads of a form. They continue while their field is unmounted, for example in a closed modal. */
export interface Uploads {
  /** The uploads of a field; a stable array until one of them changes. */
  of(field: string): readonly Upload[];
  subscribe(listener: () => void): () => void;
  /** Whether an upload is in progress: an order cannot be submitted before its uploads are complete. */
  isUploading(): boolean;
  /**
   * Starts an upload; `done` receives the stored file. With an `error` nothing is sent and the message is shown with
   * the file.
   */
  start(field: string, file: File, done: (uploaded: UploadedFile) => void, error?: string): void;
  retry(id: string): void;
  /** Aborts an upload, or dismisses a failed one. */
  cancel(id: string): void;
}

const uploadsByStore = new WeakMap<FormStore, Uploads>();

/** Returns the uploads of a form store, created on first use. */
export function uploadsOf(store: FormStore): Uploads {
  const existing = uploadsByStore.get(store);
  if (existing) return existing;
  const uploads = createUploads();
  uploadsByStore.set(store, uploads);
  uploads.subscribe(() => uploadStatusOf(store).update(uploads.isUploading()));
  return uploads;
}

interface Job {
  field: string;
  upload: Upload;
  done: (uploaded: UploadedFile) => void;
  sending: AbortController;
}

/** Lazy-loaded with the first file (performance 2). */
const sendFile: typeof upload = async (...args) => (await import('../../api/upload.ts')).upload(...args);

/** Creates the uploads of a form; `send` uploads one file and rejects with ApiError. */
export function createUploads(send: typeof upload = sendFile): Uploads {
  const jobs = new Map<string, Job>();
  const listeners = new Set<() => void>();
  let byField = new Map<string, Upload[]>();
  return {
    of: (field) => byField.get(field) ?? none,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isUploading: () => [...jobs.values()].some(({ upload: { failure } }) => failure === null),
    start: (field, file, done, error) => {
      const id = randomId();
      const job: Job = {
        field,
        upload: { id, file, progress: 0, failure: null },
        done,
        sending: new AbortController(),
      };
      jobs.set(id, job);
      if (error === undefined) void run(job);
      else change(job, { failure: error, isRejected: true });
    },
    retry: (id) => {
      const job = jobs.get(id);
      if (job?.upload.failure) void run(job);
    },
    cancel: (id) => {
      jobs.get(id)?.sending.abort();
      jobs.delete(id);
      notify();
    },
  };

  async function run(job: Job): Promise<void> {
    const { id, file } = job.upload;
    const { signal } = job.sending;
    change(job, { progress: 0, failure: null });
    try {
      const onProgress = (progress: number) => change(job, { progress });
      // Each retry uses the same idempotency key, so an upload whose response was lost is not stored twice.
      const uploaded = await send({ file, idempotencyKey: id, onProgress, signal });
      if (!jobs.delete(id)) return;
      notify();
      job.done(uploaded);
    } catch (error) {
      if (signal.aborted) return;
      const isRejected = error instanceof ApiError && error.status === 413;
      change(job, { failure: error instanceof ApiError ? error.message : "The file couldn't be uploaded", isRejected });
    }
  }

  function change(job: Job, changes: Partial<Upload>): void {
    job.upload = { ...job.upload, ...changes };
    notify();
  }

  function notify(): void {
    byField = new Map();
    for (const { field, upload: each } of jobs.values()) byField.set(field, [...(byField.get(field) ?? []), each]);
    for (const listener of listeners) listener();
  }
}

const none: readonly Upload[] = [];
