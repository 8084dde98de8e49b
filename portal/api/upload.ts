import { fileSizeError } from '../forms/files/fileValidation.ts';
import { ApiError, noResponseError } from './ApiError.ts';
import { errorOf, request } from './request.ts';

/** The fields of an uploaded file that forms use. */
export interface UploadedFile {
  id: string;
  name: string;
  mimeType: string;
}

interface UploadCall {
  file: File;
  /** Idempotency key: retries with the same key create only one file record. */
  idempotencyKey: string;
  /** Receives the upload progress, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Uploads a file to POST /api/files. Throws an ApiError like `request`: UNKNOWN when there is no response, and
 * REQUEST_DENIED without sending anything when the file is empty or too large. Throws the signal's reason when the
 * signal aborts.
 */
export async function upload(call: UploadCall): Promise<UploadedFile> {
  const reason = fileSizeError(call.file, await fileLimit());
  if (reason) throw new ApiError(413, { error: 'Request denied', code: 'REQUEST_DENIED', reason });
  return await send(call);
}

/** Uses XMLHttpRequest because fetch does not report upload progress. */
function send({ file, idempotencyKey, onProgress, signal }: UploadCall): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const xhr = new XMLHttpRequest();
    const abort = () => xhr.abort();
    signal.addEventListener('abort', abort);
    xhr.open('POST', '/api/files');
    xhr.withCredentials = true;
    xhr.responseType = 'json';
    xhr.setRequestHeader('Accept', 'application/json');
    xhr.setRequestHeader('Idempotency-Key', idempotencyKey);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    xhr.onload = () => {
      const body: unknown = xhr.response;
      if (xhr.status === 201 && isFile(body)) {
        resolve({ id: body.id, name: body.name, mimeType: body.mimeType });
      } else reject(errorOf(xhr.status, body));
    };
    xhr.onerror = () => reject(noResponseError(0));
    xhr.onabort = () => reject(signal.reason);
    xhr.onloadend = () => signal.removeEventListener('abort', abort);
    const body = new FormData();
    body.append('file', file, file.name);
    xhr.send(body);
  });
}

function isFile(body: unknown): body is UploadedFile {
  if (typeof body !== 'object' || body === null) return false;
  return ['id', 'name', 'mimeType'].every((key) => typeof Reflect.get(body, key) === 'string');
}

let cached: Promise<number> | undefined;

/**
 * Returns the maximum upload size in bytes, fetched once and cached. If the request fails, returns infinity: then only
 * the server checks the size.
 */
async function fileLimit(): Promise<number> {
  cached ??= request<{ fileLimit: number }>({ path: 'data/config', isOpen: true }).then((config) => config.fileLimit);
  try {
    return await cached;
  } catch {
    cached = undefined;
    return Number.POSITIVE_INFINITY;
  }
}
