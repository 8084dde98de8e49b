import { randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import mongoose from 'mongoose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { gridfs } from '#api/platform/files/file-stores.ts';
import type { SignedInUser } from '#tests/product/callers.ts';
import { aUser } from './factories.ts';
import { type Api, startApi } from './server.ts';
import {
  ageUnusedFiles,
  collectUnusedFiles,
  countStoredFiles,
  fileForm,
  fileOfResponse,
  MiB,
  type UploadResponse,
  type Uploads,
  uploadsTo,
} from './uploads.ts';

let api: Api;
let uploads: Uploads;
let person: SignedInUser;

beforeAll(async () => {
  api = await startApi({ FILE_LIMIT: '6MiB' });
  uploads = await uploadsTo(api);
  person = await api.signedInAs(await aUser(api));
});
afterAll(() => api.close());

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const rejection = (path: string, message: string) => ({
  status: 400,
  body: { code: 'REQUEST_SCHEMA_INVALID', details: { context: 'body', fields: [{ path, message }] } },
});

describe('the bytes of a file', () => {
  it.each([
    ['one byte', 1],
    ['5 MB', 5_000_000],
    ['exactly one batch of chunks', 4 * 255 * 1_024],
    ['exactly FILE_LIMIT', 6 * MiB],
  ])('the bytes of a file of %s are returned as they were sent', async (_name, size) => {
    const bytes = Uint8Array.from(randomBytes(size));
    const file = await uploads.upload(person, fileForm(bytes, 'photo.bin'));
    expect(file).toMatchObject({ name: 'photo.bin', size, userId: person.user.id, revision: 1 });
    const answer = await uploads.download(person, file);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe(String(size));
    expect((await bytesOf(answer)).equals(bytes)).toBe(true);
  });

  it('are buffered in small amounts, however fast they arrive', async () => {
    const pulled = { ahead: 0, most: 0 };
    const chunks = vi.spyOn(mongoose.mongo.Collection.prototype, 'insertOne');
    async function* source() {
      for (let at = 0; at < 100; at++) {
        const storedBytes = chunks.mock.calls.length * 255 * 1_024;
        pulled.most = Math.max(pulled.most, at * 65_536 - storedBytes);
        yield Buffer.alloc(65_536);
      }
    }
    const location = new mongoose.Types.ObjectId().toHexString();
    await gridfs.put(location, source());
    chunks.mockRestore();
    await gridfs.remove(location);
    expect(pulled.most).toBeLessThan(2 * 255 * 1_024);
  });

  it('are read from the database with backpressure from the client', async () => {
    const location = new mongoose.Types.ObjectId().toHexString();
    const size = 20 * MiB;
    async function* source() {
      for (let at = 0; at < 20; at++) yield Buffer.alloc(MiB);
    }
    await gridfs.put(location, source());
    const opened = vi.spyOn(mongoose.mongo.GridFSBucket.prototype, 'openDownloadStream');
    const bytes = gridfs.get(location, { start: 0, end: size });
    await bytes[Symbol.asyncIterator]().next();
    const ranges = opened.mock.calls.map(([, options]) => options?.end ?? size);
    opened.mockRestore();
    bytes.destroy();
    await gridfs.remove(location);
    expect(Math.max(...ranges)).toBeLessThan(3 * MiB);
  });

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=261119-261121', 261_119, 261_122],
    ['bytes=1000000-1999999', 1_000_000, 2_000_000],
    ['bytes=2999990-', 2_999_990, 3_000_000],
    ['bytes=-5', 2_999_995, 3_000_000],
    ['bytes=2999999-9999999', 2_999_999, 3_000_000],
  ])('are returned in part for %s', async (range, start, end) => {
    const bytes = Uint8Array.from(randomBytes(3_000_000));
    const file = await uploads.upload(person, fileForm(bytes));
    const answer = await uploads.download(person, file, { range });
    expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end - 1}/3000000`]);
    expect((await bytesOf(answer)).equals(bytes.subarray(start, end))).toBe(true);
  });

  it.each(['bytes=3-1', 'bytes=99-', 'bytes=-', 'bytes=0-1,3-4', 'lines=1-2'])(
    'are returned whole for an unsupported range such as %s',
    async (range) => {
      const answer = await uploads.download(person, await uploads.upload(person, fileForm('0123456789')), { range });
      expect([answer.status, await answer.text()]).toEqual([200, '0123456789']);
    },
  );

  it('are not sent again for a matching ETag, nor for HEAD', async () => {
    const file = await uploads.upload(person);
    const head = await uploads.download(person, file, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
    const etag = head.headers.get('etag') ?? '';
    const again = await uploads.download(person, file, { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect(again.headers.get('cache-control')).toBe('private, no-cache');
  });
});

describe('an upload', () => {
  it('an upload of more than FILE_LIMIT is rejected with the limit, and leaves nothing behind', async () => {
    const before = await countStoredFiles();
    const answer = await uploads.send(person, fileForm(new Uint8Array(6 * MiB + 1)));
    expect(answer).toMatchObject(rejection('/file', 'The file must not exceed 6 MiB'));
    await expect.poll(countStoredFiles, { timeout: 5_000 }).toEqual(before);
  });

  it('an upload with a far too large Content-Length is rejected unread', async () => {
    const answer = await uploads.send(person, fileForm(new Uint8Array(12 * MiB)));
    expect(answer).toMatchObject(rejection('/file', 'The file must not exceed 6 MiB'));
  });

  const twoFiles = fileForm('One');
  twoFiles.append('file', new Blob(['Two']), 'two.txt');
  const withField = fileForm('One');
  withField.append('note', 'x');
  const asText = new FormData();
  asText.append('file', 'just text');

  it.each([
    ['with another field name', fileForm('One', 'one.txt', 'upload'), '/upload', 'Unknown field'],
    ['next to another file', twoFiles, '/file', 'Must be given only once'],
    ['next to a text field', withField, '/note', 'Unknown field'],
    ['that is a text field', asText, '/file', 'Must be a file, with a name'],
    ['that is empty', fileForm(''), '/file', 'The file is empty'],
    ['that is missing', new FormData(), '/file', 'Missing required field: File'],
  ])(
    'an upload of a file %s is rejected with its path, and leaves nothing behind',
    async (_name, form, path, message) => {
      const before = await countStoredFiles();
      expect(await uploads.send(person, form)).toMatchObject(rejection(path, message));
      await expect.poll(countStoredFiles, { timeout: 5_000 }).toEqual(before);
    },
  );

  it.each([
    ['application/json', '{"file":"x"}', 'The body must be multipart/form-data with one part named file'],
    ['multipart/form-data', 'x', 'The multipart/form-data body is invalid or incomplete'],
    ['multipart/form-data; boundary=a', '--a\r\nnonsense', 'The multipart/form-data body is invalid or incomplete'],
    [
      'multipart/form-data; boundary=a',
      '--a\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of it',
      'The multipart/form-data body is invalid or incomplete',
    ],
  ])('an upload with a body of %s that is %j is rejected, and leaves nothing behind', async (type, body, message) => {
    const before = await countStoredFiles();
    const answer = await person.call({
      method: 'POST',
      path: '/api/files',
      body,
      headers: { 'content-type': type },
    });
    expect(answer).toMatchObject(rejection('', message));
    await expect.poll(countStoredFiles, { timeout: 5_000 }).toEqual(before);
  });

  it('is accepted only by the calls for files', async () => {
    const answer = await fetch(`${uploads.url}/api/clients`, {
      method: 'POST',
      headers: uploads.headersOf(api.admin),
      body: fileForm('One'),
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { details: { fields: [{ path: '' }] } }]);
  });

  it('whose sender disconnects midway leaves nothing behind', async () => {
    const before = await countStoredFiles();
    const target = httpRequest(`${uploads.url}/api/files`, {
      method: 'POST',
      headers: { ...uploads.headersOf(person), 'content-type': 'multipart/form-data; boundary=a' },
    });
    target.on('error', () => undefined);
    target.write('--a\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n');
    target.write(Buffer.alloc(2 * MiB));
    await vi.waitFor(async () => expect((await countStoredFiles()).chunks).toBeGreaterThan(before.chunks), {
      timeout: 5_000,
    });
    target.destroy();
    await vi.waitFor(async () => expect(await countStoredFiles()).toEqual(before), { timeout: 5_000 });
  });

  it('during which the database fails leaves nothing behind once it is back', async () => {
    const before = await countStoredFiles();
    const failing = vi.spyOn(gridfs, 'remove').mockRejectedValueOnce(new mongoose.mongo.MongoNetworkError('gone'));
    const insert = vi
      .spyOn(mongoose.mongo.GridFSBucketWriteStream.prototype, '_final')
      .mockImplementationOnce((done) => done(new mongoose.mongo.MongoNetworkError('gone')));
    const answer = await uploads.send(person, fileForm(new Uint8Array(MiB)));
    expect(answer).toMatchObject({ status: 503, body: { code: 'DATABASE_ERROR' } });
    expect((await countStoredFiles()).leftovers).toBe(before.leftovers + 1);
    failing.mockRestore();
    insert.mockRestore();
    await ageUnusedFiles(1);
    await collectUnusedFiles();
    await expect.poll(countStoredFiles, { timeout: 5_000 }).toEqual(before);
  });

  it('repeated with the same Idempotency-Key creates one file', async () => {
    const before = await countStoredFiles();
    const key = { 'idempotency-key': 'upload-1' };
    const [first, again] = [
      await uploads.send(person, fileForm('Once'), key),
      await uploads.send(person, fileForm('Once'), key),
    ];
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await countStoredFiles()).toMatchObject({ files: before.files + 1, records: before.records + 1 });
    const conflict = { status: 409, body: { code: 'RESOURCE_CONFLICT', details: { resourceType: 'File' } } };
    expect(await uploads.send(person, fileForm('Other'), key)).toMatchObject(conflict);
    expect(await uploads.send(person, fileForm('Once', 'other.txt'), key)).toMatchObject(conflict);
  });

  it('sent concurrently with the same Idempotency-Key creates one file', async () => {
    const before = await countStoredFiles();
    const one = () => uploads.send(person, fileForm('At once'), { 'idempotency-key': 'upload-2' });
    const ids = (await Promise.all([one(), one(), one()])).map((each) => fileOfResponse(each).id);
    expect(new Set(ids).size).toBe(1);
    await expect.poll(countStoredFiles, { timeout: 5_000 }).toEqual({
      ...before,
      files: before.files + 1,
      chunks: before.chunks + 1,
      records: before.records + 1,
    });
  });

  it('is rejected without a session, and from other origins', async () => {
    const nobody = await fetch(`${uploads.url}/api/files`, { method: 'POST', body: fileForm('One') });
    expect(nobody.status).toBe(401);
    const foreign = await uploads.send(person, fileForm('One'), { origin: 'https://elsewhere.example' });
    expect(foreign).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
  });

  it('is rate limited, and the error contains the time to wait', async () => {
    const hasty = await api.signedInAs(await aUser(api));
    const empty = () => uploads.send(hasty, new FormData());
    let answer: UploadResponse = await empty();
    for (let count = 1; count < 200; count++) answer = await empty();
    expect(answer.status).toBe(400);
    answer = await empty();
    expect(answer).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await uploads.send(person, fileForm('One'))).status).toBe(201);
  });
});
