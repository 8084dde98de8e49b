import { sizeRefusal } from '../forms/files/accepted.ts';
import { ApiError, unanswered } from './ApiError.ts';
import { fileLimit } from './fileLimit.ts';
import { refusal } from './request.ts';

/** What the API answers of an uploaded file, as far as forms need it. */
export interface UploadedFile {
  id: string;
  name: string;
  mimeType: string;
}

interface UploadCall {
  file: File;
  /** The same key for the same file makes one record, however often it is sent. */
  idempotencyKey: string;
  /** Hears how much is on its way, from 0 to 1. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a file to POST /api/files. Throws ApiError as `request` does, with the code UNKNOWN when no answer came and
 * REQUEST_DENIED for one that is empty or too large, of which nothing is sent, and the signal's reason when that ended it.
 */
export async function upload(call: UploadCall): Promise<UploadedFile> {
  const reason = sizeRefusal(call.file, await fileLimit());
  if (reason) throw new ApiError(413, { error: 'Request denied', code: 'REQUEST_DENIED', reason });
  return await send(call);
}

/** By XMLHttpRequest, since fetch does not tell how much has been sent. */
function send({ file, idempotencyKey, onProgress, signal }: UploadCall): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const sending = new XMLHttpRequest();
    const abort = () => sending.abort();
    signal.addEventListener('abort', abort);
    sending.open('POST', '/api/files');
    sending.withCredentials = true;
    sending.responseType = 'json';
    sending.setRequestHeader('Accept', 'application/json');
    sending.setRequestHeader('Idempotency-Key', idempotencyKey);
    sending.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    sending.onload = () => {
      const body: unknown = sending.response;
      if (sending.status === 201 && isFile(body)) {
        resolve({ id: body.id, name: body.name, mimeType: body.mimeType });
      } else reject(refusal(sending.status, body));
    };
    sending.onerror = () => reject(unanswered(0));
    sending.onabort = () => reject(signal.reason);
    sending.onloadend = () => signal.removeEventListener('abort', abort);
    const body = new FormData();
    body.append('file', file, file.name);
    sending.send(body);
  });
}

function isFile(body: unknown): body is UploadedFile {
  if (typeof body !== 'object' || body === null) return false;
  return ['id', 'name', 'mimeType'].every((key) => typeof Reflect.get(body, key) === 'string');
}
