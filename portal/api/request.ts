import { ApiError, type ErrorBody, noResponseError } from './ApiError.ts';

export type QueryValue = string | number | boolean | readonly string[] | null | undefined;

/** The parameters of an API request. */
export type ApiRequest = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below /api, without a leading slash. */
  path: string;
  query?: Record<string, QueryValue>;
  body?: object;
  /**
   * The revision that the change is based on, sent as If-Match (optimistic locking). A stale revision is rejected with
   * RESOURCE_CONFLICT.
   */
  revision?: number;
  /** Idempotency key: retries with the same key create only one record. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Lets the request finish after the page is left (fetch keepalive). */
  keepalive?: boolean;
  /** A 401 is an ordinary response here and does not end the session. */
  isOpen?: boolean;
};

type Listener = () => void;

const listeners = new Set<Listener>();

/** Subscribes to the end of the session (a 401 from the API). Returns the function that unsubscribes. */
export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Sends a request to the API and returns the parsed response. Throws an ApiError for an error response, with the code
 * UNKNOWN when there is no response from the API.
 */
export async function request<Answer>(call: ApiRequest): Promise<Answer> {
  const response = await send(call);
  // The cast is safe: the API validates its responses against the same schemas.
  if (response.ok) return read<Answer>(response);
  throw errorOf(response.status, await read<unknown>(response), call);
}

/**
 * Returns the response to a GET that the server preloaded into the page, once. Used as `initialData`, so the first
 * paint has the data and the layout does not shift.
 */
export function preloadedResponse<Answer>(call: ApiRequest): Answer | undefined {
  const text = consumePreloadedResponse(addressOf(call));
  return text === undefined ? undefined : JSON.parse(text);
}

/** Builds the ApiError for an error response, and notifies session-end listeners of a 401. */
export function errorOf(status: number, body: unknown, { isOpen = false }: Pick<ApiRequest, 'isOpen'> = {}): ApiError {
  if (!isErrorBody(body)) return noResponseError(status);
  if (body.code === 'AUTHENTICATION_REQUIRED' && !isOpen) {
    for (const listener of listeners) listener();
  }
  return new ApiError(status, body);
}

/** Serializes a query, as in `?page=1&status=DRAFT,PENDING`. Omits values that are undefined, null or ''. */
export function queryString(query: Record<string, QueryValue> = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    params.set(name, typeof value === 'object' ? value.join(',') : String(value));
  }
  const text = params.toString();
  return text && `?${text}`;
}

const addressOf = ({ path, query }: ApiRequest): string => `/api/${path}${queryString(query)}`;

async function send(call: ApiRequest): Promise<Response> {
  const { method = 'GET' } = call;
  // A write can make the preloaded responses stale.
  if (method !== 'GET') clearPreloadedResponses();
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (call.body) headers['Content-Type'] = 'application/json';
  if (call.revision !== undefined) headers['If-Match'] = `"${call.revision}"`;
  if (call.idempotencyKey) headers['Idempotency-Key'] = call.idempotencyKey;
  try {
    return await fetch(addressOf(call), {
      method,
      credentials: 'include',
      headers,
      body: call.body && JSON.stringify(call.body),
      signal: call.signal,
      keepalive: call.keepalive,
    });
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    throw noResponseError(0);
  }
}

async function read<Body>(response: Response): Promise<Body> {
  try {
    return await response.json();
  } catch (cause) {
    // The body is truncated or not JSON: a proxy between the browser and the API has answered.
    if (isAbort(cause)) throw cause;
    throw noResponseError(response.status);
  }
}

function isAbort(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError';
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
}

/** Maximum age of a preloaded response, in milliseconds since navigation start. */
const fresh = 20_000;

const answers = new Map<string, string>();

/** Moves the preloaded responses that the server embedded in the page (`preloadManifest.ts`) from the DOM into memory. */
export function readPreloadedResponses(page: Document): void {
  for (const element of page.querySelectorAll<HTMLScriptElement>('script[data-answer]')) {
    answers.set(element.dataset.answer ?? '', element.text);
    element.remove();
  }
}

/** Returns the preloaded response for an address, once. A second request for the same address needs current data. */
function consumePreloadedResponse(address: string): string | undefined {
  const answer = performance.now() < fresh ? answers.get(address) : undefined;
  answers.delete(address);
  return answer;
}

/**
 * Discards all preloaded responses: after a write they may be stale, and after a sign-in they may belong to somebody
 * else.
 */
export function clearPreloadedResponses(): void {
  answers.clear();
}
