export type Cookie = { name: string; value: string };
export type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  path: string;
  body?: unknown;
  cookies?: Cookie[];
  headers?: Record<string, string>;
};
export type Answer = { status: number; headers: Headers; body: unknown; cookies: Cookie[] };

/** One call to a running product as its own pages make it: JSON, cookies, and the product's address as Origin. */
export async function call(url: string, { method = 'GET', path, body, cookies = [], headers }: Call): Promise<Answer> {
  const response = await fetch(new URL(path, url), {
    method,
    redirect: 'manual',
    headers: {
      origin: new URL(url).origin,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(cookies.length === 0 ? {} : { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? JSON.parse(text) : text,
    cookies: response.headers.getSetCookie().map(parseCookie),
  };
}

function parseCookie(header: string): Cookie {
  const [pair = ''] = header.split(';');
  const at = pair.indexOf('=');
  return { name: pair.slice(0, at), value: pair.slice(at + 1) };
}
