export type Cookie = { name: string; value: string };
export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
export type ApiCall = {
  method?: Method;
  path: string;
  body?: unknown;
  cookies?: Cookie[];
  headers?: Record<string, string>;
};
export type ApiResponse = { status: number; headers: Headers; body: unknown; cookies: Cookie[] };

/** Sends an API request: over the network, or injected into an app that does not listen. */
export type Caller = (call: ApiCall) => Promise<ApiResponse>;

/** Calls a running product as its own pages do: JSON, cookies, and the product's origin. */
export function callerOf(url: string): Caller {
  return async ({ method = 'GET', path, body, cookies = [], headers }) => {
    const response = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: { ...pageHeaders({ origin: new URL(url).origin, hasBody: body !== undefined, cookies }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: parseBody(response.headers.get('content-type'), text),
      cookies: response.headers.getSetCookie().map(parseCookie),
    };
  };
}

type PageHeaders = { origin: string; hasBody: boolean; cookies: Cookie[] };

/** The headers that a browser sends from the product's own pages. */
export function pageHeaders({ origin, hasBody, cookies }: PageHeaders): Record<string, string> {
  return {
    origin,
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
    ...(cookies.length === 0 ? {} : { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }),
  };
}

/** The response body: parsed when it is JSON, otherwise its text. */
export function parseBody(contentType: string | null, text: string): unknown {
  return contentType?.includes('json') && text !== '' ? JSON.parse(text) : text;
}

/** The name and value of a Set-Cookie header. */
export function parseCookie(header: string): Cookie {
  const [pair = ''] = header.split(';');
  const at = pair.indexOf('=');
  return { name: pair.slice(0, at), value: pair.slice(at + 1) };
}
