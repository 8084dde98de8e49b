import { readdir, readFile, stat } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDataDir, type Product, removeDataDir, startProduct } from '#tests/product/product.ts';

// Static files of both UIs as raw responses: fetch would decompress them.

let dataDir: string;
let product: Product;
/** A script and a stylesheet of each UI, by URL and file. */
let large: [address: string, file: string][];

beforeAll(async () => {
  dataDir = await newDataDir();
  product = await startProduct({ dataDir, environment: { DEMO: 'off' } });
  large = [...(await largest('portal', '/assets')), ...(await largest('admin', '/admin/assets'))];
});

afterAll(async () => {
  await product.stop();
  await removeDataDir(dataDir);
});

async function largest(ui: string, prefix: string): Promise<[string, string][]> {
  const folder = join('dist', ui, 'assets');
  const sizes = await Promise.all(
    (await readdir(folder)).map(async (name) => ({ name, size: (await stat(join(folder, name))).size })),
  );
  const ofKind = (ending: string) =>
    sizes.filter(({ name }) => name.endsWith(ending)).toSorted((a, b) => b.size - a.size)[0];
  return ['.js', '.css'].flatMap((ending) => {
    const found = ofKind(ending);
    return found ? [[`${prefix}/${found.name}`, join(folder, found.name)]] : [];
  });
}

interface Raw {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

function send(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const outgoing = request(new URL(path, product.url), { method, headers }, (response) => {
      const { statusCode: status, headers: sent } = response;
      buffer(response).then((body) => resolve({ status, headers: sent, body }), reject);
    });
    outgoing.on('error', reject).end();
  });
}

const accepting = (encodings: string) => ({ 'accept-encoding': encodings });

const one = () => large[0] ?? ['', ''];
const chosen = async (encodings: string) => (await send(one()[0], accepting(encodings))).headers['content-encoding'];

describe('a static file of the UIs', () => {
  test('is sent precompressed when Accept-Encoding allows it', async () => {
    expect(large.length).toBeGreaterThanOrEqual(3);
    for (const [address, file] of large) {
      const whole = await readFile(file);
      const packed = await send(address, accepting('gzip, deflate, br, zstd'));
      expect(packed).toMatchObject({ status: 200, headers: { 'content-encoding': 'br' } });
      expect(brotliDecompressSync(packed.body).equals(whole)).toBe(true);
      expect(packed.body.length).toBeLessThan(whole.length / 2);
      const zipped = await send(address, accepting('gzip, deflate'));
      expect(zipped).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } });
      expect(gunzipSync(zipped.body).equals(whole)).toBe(true);
    }
  });

  test('is sent uncompressed without Accept-Encoding', async () => {
    const [address, file] = one();
    for (const headers of [{}, accepting('identity'), accepting('br;q=0, gzip;q=0'), accepting('zstd')]) {
      const { status, headers: sent, body } = await send(address, headers);
      expect([status, sent['content-encoding']]).toEqual([200, undefined]);
      expect(body.equals(await readFile(file))).toBe(true);
    }
    expect([await chosen('br;q=0, gzip'), await chosen('gzip;q=0, br')]).toEqual(['gzip', 'br']);
  });

  test('has the same content type in each encoding, its own ETag, and an immutable Cache-Control', async () => {
    const [address] = one();
    const answers = [await send(address), await send(address, accepting('br')), await send(address, accepting('gzip'))];
    for (const { headers, body } of answers) {
      expect(headers).toMatchObject({
        'content-type': expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/i),
        'content-length': String(body.length),
        'cache-control': 'public, max-age=31536000, immutable',
        vary: expect.stringMatching(/accept-encoding/i),
      });
    }
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(3);
  });

  test('gets 304 for the ETag of the same encoding', async () => {
    const [address] = one();
    const { etag = '' } = (await send(address, accepting('br'))).headers;
    const again = await send(address, { ...accepting('br'), 'if-none-match': etag });
    expect([again.status, again.body.length, again.headers.vary]).toEqual([304, 0, expect.stringMatching(/encoding/i)]);
    expect((await send(address, { ...accepting('gzip'), 'if-none-match': etag })).status).toBe(200);
  });

  test('answers HEAD without a body', async () => {
    const [address] = one();
    const { headers } = await send(address, accepting('br'));
    const head = await send(address, accepting('br'), 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
    for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary', 'cache-control'])
      expect(head.headers[name], name).toBe(headers[name]);
  });

  test.each(['br', 'identity'])('ignores a Range request in encoding %s and is sent whole', async (form) => {
    const [address] = one();
    const { body: whole } = await send(address, accepting(form));
    for (const range of ['bytes=100-199', `bytes=${whole.length}-`, 'bytes=9-1']) {
      const { status, headers, body } = await send(address, { ...accepting(form), range });
      expect([status, headers['content-range']]).toEqual([200, undefined]);
      expect(body.equals(whole)).toBe(true);
    }
  });

  test('is not compressed when it is small', async () => {
    const { status, headers } = await send('/favicon.svg', accepting('br, gzip'));
    expect([status, headers['content-encoding'], headers['content-type']]).toEqual([200, undefined, 'image/svg+xml']);
  });
});

test('pages are not cached, and API responses are not compressed', async () => {
  const page = await send('/', accepting('br, gzip'));
  expect(page).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  const answer = await send('/api/openapi.json', accepting('br, gzip'));
  expect([answer.status, answer.headers['content-encoding']]).toEqual([200, undefined]);
});

test('the files of the server are ASCII, so that a process stores their text in one byte per character', async () => {
  const names = (await readdir(join('dist', 'api'))).filter((name) => name.endsWith('.js'));
  const files = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join('dist', 'api', name)) })),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(({ text }) => text.some((byte) => byte > 127)).map(({ name }) => name)).toEqual([]);
});
