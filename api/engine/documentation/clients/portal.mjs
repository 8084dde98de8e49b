// Example client of the order portal API that authenticates with an API key: it signs each request (RFC 9421,
// hmac-sha256). Node 20, no dependencies.
//
//     PORTAL_URL=https://portal.example KEY_ID=… KEY_SECRET=… node portal.mjs GET /api/orders?status=PENDING
//     … node portal.mjs PATCH /api/clients/ID '{"industry": "Retail"}'

import { createHash, createHmac, randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';

/** Sends one signed request and returns its status and JSON. `portal` must be exactly PUBLIC_URL. */
export async function call({ portal, keyId, secret }, method, path, body) {
  const target = portal + path;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const headers = { Accept: 'application/json', ...(text === undefined ? {} : headersOf(text)) };
  const signed = sign({ method, target, headers, keyId, secret });
  const response = await fetch(target, { method, headers: { ...headers, ...signed }, body: text });
  return { status: response.status, body: await response.json() };
}

function headersOf(text) {
  const digest = createHash('sha256').update(text).digest('base64');
  return { 'Content-Type': 'application/json', 'Content-Digest': `sha-256=:${digest}:` };
}

/**
 * Signs a request: the signature covers method and URI, and content type and digest of a body. Each nonce is used once.
 */
function sign({ method, target, headers, keyId, secret }) {
  const covered = [
    ['@method', method],
    ['@target-uri', target],
    ...['Content-Type', 'Content-Digest']
      .filter((name) => name in headers)
      .map((name) => [name.toLowerCase(), headers[name]]),
  ];
  const names = covered.map(([name]) => `"${name}"`).join(' ');
  const created = Math.floor(Date.now() / 1000);
  const input = `(${names});created=${created};keyid="${keyId}";nonce="${randomUUID()}"`;
  const base = [...covered.map(([name, value]) => `"${name}": ${value}`), `"@signature-params": ${input}`].join('\n');
  const signature = createHmac('sha256', secret).update(base).digest('base64');
  return { 'Signature-Input': `portal=${input}`, Signature: `portal=:${signature}:` };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [method, path, body] = process.argv.slice(2);
  const { PORTAL_URL: portal, KEY_ID: keyId, KEY_SECRET: secret } = process.env;
  const answer = await call({ portal, keyId, secret }, method, path, body && JSON.parse(body));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
