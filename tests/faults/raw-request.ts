import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export type RawRequest = {
  url: string;
  /** The request target, sent verbatim. */
  target: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: object;
};

export type RawAnswer = {
  status: number | undefined;
  location: string | undefined;
  cacheControl: string | undefined;
  text: string;
};

/** Sends an HTTP request with a verbatim target; `fetch` would normalize it. */
export async function rawRequest({ url, target, method = 'GET', headers = {}, body }: RawRequest): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  const sent = JSON.stringify(body);
  const outgoing = request({
    agent: false,
    hostname,
    port,
    method,
    path: target,
    headers: { ...(sent ? { 'content-type': 'application/json', 'content-length': sent.length } : {}), ...headers },
  });
  outgoing.end(sent);
  const [answer] = await once(outgoing, 'response');
  const { location, 'cache-control': cacheControl } = answer.headers;
  return { status: answer.statusCode, location, cacheControl, text: await text(answer) };
}
