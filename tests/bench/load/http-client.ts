import { Pool } from 'undici';

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH';
  path: string;
  cookie: string;
  /** An object, or serialized JSON. */
  body?: object | string;
  headers?: Record<string, string>;
}

/** Calls the product and returns its response. Throws `Refused` for any status other than 200 and 201. */
export type SendRequest = <T>(options: RequestOptions) => Promise<T>;

/** A rejected request. */
export class HttpStatusError extends Error {
  readonly status: number;
  /** Whether the response had Retry-After. */
  readonly isForLater: boolean;

  constructor(status: number, isForLater: boolean, message: string) {
    super(message);
    this.status = status;
    this.isForLater = isForLater;
  }
}

/** The status and headers of a response. */
export interface ResponseHead {
  status: number;
  isForLater: boolean;
}

export interface HttpClient {
  send: SendRequest;
  /** Sends a request and discards the body: the load generator must not need more CPU than the server. */
  sendAndDiscard: (options: RequestOptions) => Promise<ResponseHead>;
  close: () => Promise<void>;
}

/** An HTTP client with a maximum number of connections, as a browser has; further requests wait for a free one. */
export function openHttpClient(url: string, connections: number): HttpClient {
  const { origin } = new URL(url);
  const pool = new Pool(origin, { connections, headersTimeout: 120_000, bodyTimeout: 120_000 });
  const request = ({ method = 'GET', path, cookie, body, headers }: RequestOptions) =>
    pool.request({
      method,
      path,
      headers: { cookie, origin, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
      ...(body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    });
  const send: SendRequest = async (options) => {
    const { statusCode: status, headers, body } = await request(options);
    const text = await body.text();
    if (status === 200 || status === 201) return JSON.parse(text);
    const what = `${status} ${options.method ?? 'GET'} ${options.path}: ${text.slice(0, 300)}`;
    throw new HttpStatusError(status, headers['retry-after'] !== undefined, what);
  };
  const sendAndDiscard = async (options: RequestOptions) => {
    const { statusCode: status, headers, body } = await request(options);
    await body.dump({ limit: 1_000_000 });
    return { status, isForLater: headers['retry-after'] !== undefined };
  };
  return { send, sendAndDiscard, close: () => pool.destroy() };
}
