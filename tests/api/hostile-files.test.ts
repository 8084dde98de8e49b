import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedInUser } from '#tests/product/callers.ts';
import { aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';
import { decompressionBomb } from './test-images.ts';
import { fileForm, MiB, type Uploads, uploadsTo } from './uploads.ts';

let api: Api;
let uploads: Uploads;
let person: SignedInUser;

beforeAll(async () => {
  api = await startApi();
  uploads = await uploadsTo(api);
  person = await api.signedInAs(await aUser(api));
});
afterAll(() => api.close());

const page = '<!doctype html><html><script>alert(document.domain)</script></html>';
const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
/** A zip archive of 20 KB that unpacks to 20 MB. */
const packed = Buffer.concat([Buffer.from('504b0304140000000800', 'hex'), deflateRawSync(Buffer.alloc(20 * MiB))]);
const gifAndPage = Buffer.concat([Buffer.from('GIF89a\u0001\u0000'), Buffer.from(`/*${page}*/=1;`)]);

describe('a malicious file is stored byte for byte and never executed', () => {
  it.each([
    ['a page', 'a.html', page, 'text/html'],
    ['an HTML page with an image extension', 'holiday.png', page, 'text/html'],
    ['an HTML page after many blanks', 'a.png', `${' \n'.repeat(20_000)}${page}`, 'text/html'],
    ['an SVG with a script', 'logo.svg', svg, 'image/svg+xml'],
    ['an SVG with a PNG extension', 'logo.png', svg, 'image/svg+xml'],
    ['a script', 'a.js', 'alert(1)', 'text/plain'],
    ['a zip bomb', 'a.zip', packed, 'application/zip'],
    ['an executable with a PDF extension', 'bill.pdf', Buffer.from('4d5a9000030000000400', 'hex'), undefined],
    ['a style sheet', 'a.css', 'body{background:url(//elsewhere.example)}', 'text/plain'],
  ])('%s', async (_what, name, bytes, mimeType) => {
    const content = Uint8Array.from(Buffer.from(bytes));
    const file = await uploads.upload(person, fileForm(content, name));
    if (mimeType) expect(file.mimeType).toBe(mimeType);
    const answer = await uploads.download(person, file);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment;/);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['an image of 900 million pixels in 100 KB', decompressionBomb({ width: 30_000, height: 30_000 }), 'image/png'],
    ['a GIF that is also an HTML page', Uint8Array.from(gifAndPage), 'image/gif'],
  ])('%s, displayed only as an image', async (_what, bytes, mimeType) => {
    const file = await uploads.upload(person, fileForm(bytes, 'a.html'));
    expect(file.mimeType).toBe(mimeType);
    const { headers } = await uploads.download(person, file);
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([mimeType, 'nosniff']);
    const small = await fetch(`${uploads.url}/api/files/${file.id}/thumbnail`, { headers: uploads.headersOf(person) });
    expect(small.status).toBe(409);
  });
});

/** Encodes a file name as browsers do: characters that would end the name are percent-encoded. */
describe('a malicious file name', () => {
  it.each([
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\boot.ini', 'boot.ini'],
    ['a\r\nSet-Cookie: session=x\r\n.txt', 'a%0D%0ASet-Cookie: session=x%0D%0A.txt'],
    ['bill\u202efdp.exe', 'billfdp.exe'],
    ['a";filename="b.html', 'a%22;filename=%22b.html'],
    [`${'n'.repeat(296)}.txt`, `${'n'.repeat(196)}.txt`],
    ['\u0000', 'file'],
  ])('%j is stored as %j, and injects no header into a download', async (given, stored) => {
    const file = await uploads.upload(person, fileForm('Some words', given));
    expect(file.name).toBe(stored);
    const { headers } = await uploads.download(person, file);
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="(?:[^"\\\r\n]|\\.)*"(?:; filename\*=UTF-8''\S+)?$/,
    );
  });
});
