import { once } from 'node:events';
import { createServer, request } from 'node:http';

export type TlsProxy = { url: string; close(): Promise<void> };

/** A reverse proxy in front of a product. It adds `headers` to each request, as a TLS-terminating proxy does. */
export async function startTlsProxy(target: string, headers: Record<string, string> = {}): Promise<TlsProxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, answer) => {
    const { method, url } = incoming;
    const passedOn = request({ hostname, port, method, path: url, headers: { ...incoming.headers, ...headers } });
    passedOn.on('response', (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    incoming.pipe(passedOn);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
