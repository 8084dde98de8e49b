import { fetchUtils, HttpError } from 'react-admin';

type Options = Parameters<typeof fetchUtils.fetchJson>[1];

/** One thing that is wrong, at a JSON pointer. */
interface Fault {
  path: string;
  value?: unknown;
  message: string;
}

/** What the API answers in place of what was asked for (spec 8), as far as the back-office reads it. */
export interface Refusal {
  error?: string;
  code?: string;
  reason?: string;
  reqId?: string;
  /** `fields` of a form or a request, `errors` of what only the database tells. */
  details?: {
    fields?: Fault[];
    errors?: Fault[];
    resourceId?: string | null;
    referredBy?: Record<string, number>;
    /** What would let it through. */
    needs?: string;
  };
  /** Dotted path of a field -> what is wrong with it; react-admin shows these on the inputs. */
  errors?: Record<string, string>;
}

const staleListeners = new Set<() => void>();

/** Calls back whenever the API refuses a change because the sign-in is older than 15 minutes (design 5). Returns what ends that. */
export function onStaleSignIn(listener: () => void): () => void {
  staleListeners.add(listener);
  return () => void staleListeners.delete(listener);
}

/** Calls the listeners of `onStaleSignIn` where what a refusal needs is a recent sign-in. */
export function reportNeeds(needs: unknown): void {
  if (needs === 'RECENT_SIGN_IN') for (const listener of staleListeners) listener();
}

/**
 * One request to the API. Throws react-admin's HttpError with the reason of the refusal as its message; code UNKNOWN
 * and status 0 when no answer came (design 3).
 */
export async function request(url: string, options?: Options) {
  try {
    return await fetchUtils.fetchJson(url, options);
  } catch (error) {
    if (isAbort(error)) throw error;
    if (!(error instanceof HttpError)) throw noAnswer();
    reportNeeds(refusalOf(error).details?.needs);
    throw new HttpError(wordsOf(error), error.status, error.body);
  }
}

/**
 * Has the browser itself download what the API answers at an address, so that a long list never stands in memory. A
 * browser shows a refused download as a file that failed, so that the answer's head is asked for first. Throws as
 * `request` does.
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
    'The server did not answer: it is not known whether anything was saved. Look before you try again.',
    0,
    { code: 'UNKNOWN' },
  );

function wordsOf(error: HttpError): string {
  const { reason, error: label } = refusalOf(error);
  if (error.status === 401) return 'Your session has ended. Sign in again in another tab, then go on here.';
  return reason ?? label ?? error.message;
}

/** The refusal that an error carries; empty for any other error. */
export function refusalOf(error: unknown): Refusal {
  const body: unknown = error instanceof HttpError ? error.body : undefined;
  return typeof body === 'object' && body !== null ? body : {};
}

/** The spec's code of a refusal; undefined for an error that is none. */
export function codeOf(error: unknown): string | undefined {
  return refusalOf(error).code;
}

/** The status of an answer that was an error; 0 when none came. */
export function statusOf(error: unknown): number {
  return error instanceof HttpError ? error.status : 0;
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';
