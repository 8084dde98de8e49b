import { ApiError } from '../../api/ApiError.ts';
import type { UploadedFile, upload } from '../../api/upload.ts';
import { randomId } from '../randomId.ts';
import type { FormStore } from '../store/formStore.ts';
import { underWayOf } from './underWay.ts';

/** A file on its way to the API, or one that did not get there. */
export interface Upload {
  readonly id: string;
  readonly file: File;
  /** How much of it was sent, from 0 to 1. */
  readonly progress: number;
  /** Why it did not get there. */
  readonly failure: string | null;
  /** It is too large or of another type, and will be so again. */
  readonly isRefused?: boolean;
}

/** The uploads of a form. They go on while their field is off the page, as in a modal that was closed. */
export interface Uploads {
  /** Those of a field; the same list as long as nothing in it changes. */
  of(field: string): readonly Upload[];
  subscribe(listener: () => void): () => void;
  /** Whether a file is on its way: an order is not sent before its files are there. */
  isUnderWay(): boolean;
  /** Sends a file; `done` gets what is kept of it. With a `refusal` nothing is sent: that is shown with the file. */
  start(field: string, file: File, done: (uploaded: UploadedFile) => void, refusal?: string): void;
  retry(id: string): void;
  /** Ends an upload, or takes a failed one off the list. */
  cancel(id: string): void;
}

const all = new WeakMap<FormStore, Uploads>();

/** The uploads of the form with this store. */
export function uploadsOf(store: FormStore): Uploads {
  const known = all.get(store);
  if (known) return known;
  const made = createUploads();
  all.set(store, made);
  made.subscribe(() => underWayOf(store).tell(made.isUnderWay()));
  return made;
}

interface Job {
  field: string;
  upload: Upload;
  done: (uploaded: UploadedFile) => void;
  sending: AbortController;
}

/** Loaded with the first file (performance 2). */
const sendFile: typeof upload = async (...sent) => (await import('../../api/upload.ts')).upload(...sent);

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
    isUnderWay: () => [...jobs.values()].some(({ upload: { failure } }) => failure === null),
    start: (field, file, done, refusal) => {
      const id = randomId();
      const job: Job = {
        field,
        upload: { id, file, progress: 0, failure: null },
        done,
        sending: new AbortController(),
      };
      jobs.set(id, job);
      if (refusal === undefined) void run(job);
      else change(job, { failure: refusal, isRefused: true });
    },
    retry: (id) => {
      const job = jobs.get(id);
      if (job?.upload.failure) void run(job);
    },
    cancel: (id) => {
      jobs.get(id)?.sending.abort();
      jobs.delete(id);
      tell();
    },
  };

  async function run(job: Job): Promise<void> {
    const { id, file } = job.upload;
    const { signal } = job.sending;
    change(job, { progress: 0, failure: null });
    try {
      const onProgress = (progress: number) => change(job, { progress });
      // The same key for each try: what arrived although its answer did not is not made twice.
      const uploaded = await send({ file, idempotencyKey: id, onProgress, signal });
      if (!jobs.delete(id)) return;
      tell();
      job.done(uploaded);
    } catch (error) {
      if (signal.aborted) return;
      const isRefused = error instanceof ApiError && error.status === 413;
      change(job, { failure: error instanceof ApiError ? error.message : 'The file could not be sent', isRefused });
    }
  }

  function change(job: Job, changes: Partial<Upload>): void {
    job.upload = { ...job.upload, ...changes };
    tell();
  }

  function tell(): void {
    byField = new Map();
    for (const { field, upload: each } of jobs.values()) byField.set(field, [...(byField.get(field) ?? []), each]);
    for (const listener of listeners) listener();
  }
}

const none: readonly Upload[] = [];
