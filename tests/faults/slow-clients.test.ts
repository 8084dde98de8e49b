import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDataDir, type Product, removeDataDir, startProduct } from '#tests/product/product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct({ dataDir: await newDataDir(), environment: { DEMO: 'off' } });
});
afterAll(async () => {
  await product.stop();
  await removeDataDir(product.dataDir);
});

/**
 * Sends `head`, then one character per second until the connection closes (slowloris). Returns the response and how
 * long the connection stayed open.
 */
async function drip(head: string): Promise<{ answer: string; seconds: number }> {
  const began = performance.now();
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(product.url).port) });
  await once(socket, 'connect');
  const parts: string[] = [];
  socket.setEncoding('utf8').on('data', (part: string) => parts.push(part));
  // A reset connection is the expected end.
  socket.on('error', () => undefined);
  socket.write(head);
  const dripping = setInterval(() => socket.write('x'), 1_000);
  // `once` would reject on the error event that precedes the close.
  await new Promise((resolve) => socket.on('close', resolve));
  clearInterval(dripping);
  return { answer: parts.join(''), seconds: (performance.now() - began) / 1_000 };
}

const headOf = (...lines: string[]) =>
  ['POST /api/auth/magic HTTP/1.1', `Host: ${new URL(product.url).host}`, `Origin: ${product.url}`, ...lines].join(
    '\r\n',
  );

test.concurrent('a request body that never ends is answered after a minute, and its connection is closed', async () => {
  const { answer, seconds } = await drip(
    headOf('Content-Type: application/json', 'Content-Length: 1000', '\r\n{"key": "'),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 503 .*^retry-after: \d+.*"code":"APPLICATION_ERROR"/ims);
  expect(seconds).toBeLessThan(80);
});

test.concurrent('request headers that never end close the connection within half a minute', async () => {
  const { answer, seconds } = await drip(headOf('X-Long: '));
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(seconds).toBeLessThan(40);
});

test.concurrent('a client that keeps sending after a refusal is disconnected', async () => {
  const { answer, seconds } = await drip(
    headOf('Content-Type: application/json', 'Content-Length: 1000', 'Cookie: session=x', '\r\n{').replace(
      product.url,
      'https://evil.example',
    ),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 400 .*"code":"REQUEST_DENIED"/s);
  expect(seconds).toBeLessThan(20);
});
