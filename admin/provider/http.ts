import { fetchUtils, HttpError } from 'react-admin';

type Options = Parameters<typeof fetchUtils.fetchJson>[1];

/** A validation error at a JSON pointer. */
interface Fault {
  path: string;
  value?: unknown;
  message: string;
}

/** The part of an error response (spec 8) that is read here. */
export interface ApiErrorBody {
  error?: string;
  code?: string;
  reason?: string;
  reqId?: string;
  /** `fields` has validation errors, `errors` has database errors. */
  details?: {
    fields?: Fault[];
    errors?: Fault[];
    resourceId?: string | null;
    referredBy?: Record<string, number>;
    /** What the request lacks, such as a recent sign-in. */
    needs?: string;
  };
  /** Error messages by dotted field path, which react-admin shows at the inputs. */
  errors?: Record<string, string>;
}

const staleListeners = new Set<() => void>();

/**
 * Subscribes to rejections that need re-authentication, because the sign-in is older than 15 minutes (design 5). Returns
 * the unsubscribe function.
 */
export function onStaleSignIn(listener: () => void): () => void {
  staleListeners.add(listener);
  return () => void staleListeners.delete(listener);
}

/** Notifies the subscribers if a rejection needs a recent sign-in. */
export function notifyStaleSignIn(needs: unknown): void {
  if (needs === 'RECENT_SIGN_IN') for (const listener of staleListeners) listener();
}

/**
 * Sends a request to the API. Throws react-admin's HttpError with the API's reason as message; status 0 and code
 * UNKNOWN if there was no response (design 3). Aborts are rethrown unchanged.
 */
export async function request(url: string, options?: Options) {
  try {
    return await fetchUtils.fetchJson(url, options);
  } catch (error) {
    if (isAbort(error)) throw error;
    if (!(error instanceof HttpError)) throw noAnswer();
    notifyStaleSignIn(apiErrorBody(error).details?.needs);
    throw new HttpError(wordsOf(error), error.status, error.body);
  }
}

/**
 * Downloads a URL by a link, so that the browser streams it to disk. Checks the response status first, since a rejected
 * download would only show up as a failed file. Throws what `request` throws.
 */
export async function download(address: string): Promise<void> {
  const head = new AbortController();
  const answer = await fetch(address, { signal: head.signal }).catch(() => {
    throw noAnswer();
  });
  if (!answer.ok) await request(address);
  head.abort();
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}

const noAnswer = () =>
  new HttpError(
    "The server didn't respond, so your changes may or may not have been saved. Check before you try again.",
    0,
    { code: 'UNKNOWN' },
  );

function wordsOf(error: HttpError): string {
  const { reason, error: label } = apiErrorBody(error);
  if (error.status === 401) return 'Your session has ended. Sign in again in another tab, then continue here.';
  return reason ?? label ?? error.message;
}

/** Returns the error body of the API; empty for other errors. */
export function apiErrorBody(error: unknown): ApiErrorBody {
  const body: unknown = error instanceof HttpError ? error.body : undefined;
  return typeof body === 'object' && body !== null ? body : {};
}

/** Returns the validation errors of a request; empty for other errors. */
export function faultsOf(error: unknown): Fault[] {
  return apiErrorBody(error).details?.fields ?? [];
}

/** Returns the faults of a list's filters by field name, such as those that match too many records. */
export function refusedFilters(error: unknown): Map<string, Fault> {
  return new Map(
    faultsOf(error).flatMap((fault): [string, Fault][] => {
      const [, place, name] = fault.path.split('/');
      return place === 'filter' && name ? [[name, fault]] : [];
    }),
  );
}

/** Returns the spec's error code; undefined for other errors. */
export function codeOf(error: unknown): string | undefined {
  return apiErrorBody(error).code;
}

/** Returns the HTTP status of an error; 0 if there was no response. */
export function statusOf(error: unknown): number {
  return error instanceof HttpError ? error.status : 0;
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
