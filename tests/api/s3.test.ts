import { randomBytes } from 'node:crypto';
import { createServer, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { enqueueFileMove } from '#api/engine/files/move.ts';
import { storeOf } from '#api/engine/store/store.ts';
import { checkBucket } from '#api/platform/files/bucket-check.ts';
import type { File } from '#schemas/generated/types.ts';
import type { SignedInUser } from '#tests/product/callers.ts';
import { aUser } from './factories.ts';
import { anyCredentials, type ObjectStore, startObjectStore } from './object-store.ts';
import { type Api, startApi } from './server.ts';
import {
  ageUnusedFiles,
  collectUnusedFiles,
  countStoredFiles,
  fileForm,
  MiB,
  type Uploads,
  uploadsTo,
} from './uploads.ts';

let bucket: ObjectStore;
let api: Api;
let uploads: Uploads;
let person: SignedInUser;

// The first run downloads the object store's server.
beforeAll(async () => {
  bucket = await startObjectStore('files');
  for (const [name, value] of Object.entries(anyCredentials)) vi.stubEnv(name, value);
  api = await startApi({ FILE_STORE: 's3', S3_BUCKET: 'files', S3_ENDPOINT: bucket.endpoint, FILE_LIMIT: '12MiB' });
  uploads = await uploadsTo(api);
  person = await api.signedInAs(await aUser(api));
}, 180_000);
afterAll(async () => {
  await api?.close();
  await bucket?.close();
  vi.unstubAllEnvs();
});

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
const inTime = { timeout: 10_000 };

describe('the bytes of a file in a bucket', () => {
  it.each([
    ['one byte', 1],
    ['exactly one part', 5 * MiB],
    ['several parts', 11 * MiB + 7],
  ])('the bytes of a file in a bucket of %s are returned as they were sent, whole and in part', async (_name, size) => {
    const bytes = Uint8Array.from(randomBytes(size));
    const file = await uploads.upload(person, fileForm(bytes, 'photo.bin'));
    expect(await api.admin.read('File', file.id)).toMatchObject({ size, storage: [{ type: 's3' }] });
    const whole = await uploads.download(person, file);
    expect(whole.headers.get('content-length')).toBe(String(size));
    expect((await bytesOf(whole)).equals(bytes)).toBe(true);
    const part = await uploads.download(person, file, { range: `bytes=${size - 1}-` });
    expect([part.status, [...(await bytesOf(part))]]).toEqual([206, [bytes.at(-1)]]);
    expect((await countStoredFiles()).chunks).toBe(0);
  });
});

describe('nothing is left of an upload', () => {
  it('whose sender disconnects midway', async () => {
    const before = await bucket.countContents();
    const target = httpRequest(`${uploads.url}/api/files`, {
      method: 'POST',
      headers: { ...uploads.headersOf(person), 'content-type': 'multipart/form-data; boundary=a' },
    });
    target.on('error', () => undefined);
    target.write('--a\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n');
    target.write(Buffer.alloc(11 * MiB));
    await vi.waitFor(
      async () => expect((await bucket.countContents()).unfinishedUploads).toBe(before.unfinishedUploads + 1),
      inTime,
    );
    target.destroy();
    await vi.waitFor(async () => expect(await bucket.countContents()).toEqual(before), inTime);
  });

  it('during which the store fails, once it is back, and the sender gets an error', async () => {
    const [before, records] = [await bucket.countContents(), (await countStoredFiles()).records];
    bucket.cutAfter(6 * MiB);
    const answer = await uploads.send(person, fileForm(Uint8Array.from(randomBytes(11 * MiB))));
    expect(answer).toMatchObject({
      status: 502,
      body: { code: 'INTEGRATION_ERROR', reason: 'The file store is not working properly; try again later' },
    });
    bucket.cutAfter(undefined);
    expect((await countStoredFiles()).records).toBe(records);
    await vi.waitFor(async () => expect(await bucket.countContents()).toEqual(before), inTime);
  });

  it('nothing is left of an upload that is rejected', async () => {
    const before = await bucket.countContents();
    const answer = await uploads.send(person, fileForm(new Uint8Array(12 * MiB + 1)));
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_SCHEMA_INVALID' } });
    await vi.waitFor(async () => expect(await bucket.countContents()).toEqual(before), inTime);
  });
});

describe('a file that is collected while the store is unavailable', () => {
  it('is deleted from the store once that is back', async () => {
    await uploads.upload(person, fileForm('Some words'));
    const { objects } = await bucket.countContents();
    await ageUnusedFiles(8);
    bucket.cutAfter(0);
    await collectUnusedFiles();
    expect([(await bucket.countContents()).objects, (await countStoredFiles()).leftovers]).toEqual([objects, objects]);
    bucket.cutAfter(undefined);
    await ageUnusedFiles(1);
    await collectUnusedFiles();
    await vi.waitFor(
      async () => expect(await bucket.countContents()).toEqual({ objects: 0, unfinishedUploads: 0 }),
      inTime,
    );
    expect((await countStoredFiles()).leftovers).toBe(0);
  });
});

describe('the start with a bucket', () => {
  const checkStart = async (changes: object, fileStore: 's3' | 'gridfs' = 's3') => {
    const lines: string[] = [];
    const config = { ...api.config, fileStore, bucket: { ...bucketOf(api), ...changes } };
    await checkBucket(config, (line) => lines.push(line));
    return lines;
  };

  it('succeeds silently if the bucket is usable', async () => {
    expect(await checkStart({})).toEqual([]);
  });

  it('fails if new files go to the bucket and it does not exist', async () => {
    const message = `The bucket elsewhere at ${bucket.endpoint} (S3_BUCKET, S3_ENDPOINT) does not exist: create it, or set another one.`;
    await expect(checkStart({ bucket: 'elsewhere' })).rejects.toThrow(message);
    expect(await checkStart({ bucket: 'elsewhere' }, 'gridfs')).toEqual([message]);
  });

  it.each([
    [403, {}, 'denies access: check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and their permissions.'],
    [400, {}, 'rejects the request: check S3_REGION and S3_ENDPOINT.'],
    [301, { 'x-amz-bucket-region': 'eu-west-9' }, 'the bucket files is in eu-west-9.'],
    [503, {}, null],
  ])('logs what to check if the bucket answers %i, and retries temporary errors', async (status, headers, failure) => {
    const store = createServer((_request, response) => response.writeHead(status, headers).end());
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${Object(store.address()).port}`;
    try {
      if (failure) await expect(checkStart({ endpoint })).rejects.toThrow(failure);
      else expect(await checkStart({ endpoint })).toEqual([expect.stringContaining('is not responding')]);
    } finally {
      store.close();
    }
  });

  it('logs that the bucket does not respond, and retries', async () => {
    expect(await checkStart({ endpoint: 'http://127.0.0.1:1' })).toEqual([
      expect.stringContaining('The bucket files at http://127.0.0.1:1 (S3_BUCKET, S3_ENDPOINT) is not responding'),
    ]);
  });

  it('the start with a bucket fails without credentials', async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', undefined);
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    await expect(checkStart({})).rejects.toThrow('No credentials for the file store');
    for (const [name, value] of Object.entries(anyCredentials)) vi.stubEnv(name, value);
  });
});

const bucketOf = ({ config }: Api) => {
  if (config.bucket) return config.bucket;
  throw new Error('The product has no bucket');
};

describe('moving files to another store while they are read', () => {
  it('moving files to another store and back while they are read keeps all bytes and leaves nothing behind', async () => {
    const bytes = Uint8Array.from(randomBytes(6 * MiB));
    const file = await uploads.upload(person, fileForm(bytes));
    const before = { objects: await storeOf('File').count({}), unfinishedUploads: 0 };
    const isIn = async (type: string) => (await everyFile()).every(({ storage }) => storage[0]?.type === type);
    for (const type of ['gridfs', 's3'] as const) {
      await enqueueFileMove(type);
      await vi.waitFor(async () => expect(await isIn(type)).toBe(true), inTime);
      expect((await bytesOf(await uploads.download(person, file))).equals(bytes)).toBe(true);
      const contents = type === 's3' ? before : { objects: 0, unfinishedUploads: 0 };
      await vi.waitFor(async () => expect(await bucket.countContents()).toEqual(contents), inTime);
    }
    expect(await countStoredFiles()).toMatchObject({ files: 0, chunks: 0, leftovers: 0 });
  });
});

const everyFile = (): Promise<File[]> => storeOf('File').find({});
