import { ApiError, type ErrorBody, unanswered } from './ApiError.ts';
import { forgetSentAlong, sentAlong } from './sentAlong.ts';

export type QueryValue = string | number | boolean | readonly string[] | null | undefined;

export type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api, without a slash in front. */
  path: string;
  query?: Record<string, QueryValue>;
  body?: object;
  /** The revision that a change is meant for; a stale one is RESOURCE_CONFLICT. */
  revision?: number;
  /** The same key for the same intention makes one record, however often it is sent. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** Goes on when the page is left. */
  keepalive?: boolean;
  /** A 401 is an answer here, not the end of the session. */
  isOpen?: boolean;
};

type Listener = () => void;

const listeners = new Set<Listener>();

/** Calls back when the API says that the session has ended. Answers how to stop it. */
export function onSessionEnd(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks the API and answers what it says. Throws ApiError for a refusal, with the code UNKNOWN when no answer came. */
export async function request<Answer>(call: Call): Promise<Answer> {
  const response = await send(call);
  // What the API answers is what the schemas say: its own response schemas see to it.
  if (response.ok) return read<Answer>(response);
  throw refusal(response.status, await read<unknown>(response), call);
}

/** The answer to a GET that came with the page, once. It is there with the first that is painted: nothing moves when it comes. */
export function answerAlong<Answer>(call: Call): Answer | undefined {
  const text = sentAlong(addressOf(call));
  return text === undefined ? undefined : JSON.parse(text);
}

/** The error of an answer that refuses; whoever waits for the end of the session hears of it. */
export function refusal(status: number, body: unknown, { isOpen = false }: Pick<Call, 'isOpen'> = {}): ApiError {
  if (!isErrorBody(body)) return unanswered(status);
  if (body.code === 'AUTHENTICATION_REQUIRED' && !isOpen) {
    for (const listener of listeners) listener();
  }
  return new ApiError(status, body);
}

/** `?page=1&status=DRAFT,PENDING`; what is undefined, null or '' is left out. */
export function queryString(query: Record<string, QueryValue> = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    given.set(name, typeof value === 'object' ? value.join(',') : String(value));
  }
  const text = given.toString();
  return text && `?${text}`;
}

const addressOf = ({ path, query }: Call): string => `/api/${path}${queryString(query)}`;

async function send(call: Call): Promise<Response> {
  const { method = 'GET' } = call;
  // What is changed now may be in what came before.
  if (method !== 'GET') forgetSentAlong();
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
    throw unanswered(0);
  }
}

async function read<Body>(response: Response): Promise<Body> {
  try {
    return await response.json();
  } catch (cause) {
    // Cut off on the way, or not JSON at all: something between us and the API answered.
    if (isAbort(cause)) throw cause;
    throw unanswered(response.status);
  }
}

function isAbort(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === 'AbortError';
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string';
}
