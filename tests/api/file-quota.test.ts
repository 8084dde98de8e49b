import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import { aUser } from './factories.ts';
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

let api: Api;
let uploads: Uploads;

beforeAll(async () => {
  api = await startApi({ FILE_LIMIT: '3MiB', FILE_QUOTA: '4MiB' });
  uploads = await uploadsTo(api);
});
afterAll(() => api.close());

const somebody = async () => await api.signedInAs(await aUser(api));
const usage = (person: SignedInUser) => callExpecting<object>(person.call, 200, { path: '/api/files/usage' });
const ofSize = (bytes: number) => fileForm(new Uint8Array(bytes), 'a.bin');
const noRoom = (used: number, words: string) => ({
  status: 400,
  body: {
    code: 'REQUEST_DENIED',
    reason: `Your storage quota is exceeded: ${words} of 4 MiB are used. Unused files are deleted after 7 days`,
    details: { used, allowed: 4 * MiB },
  },
});

describe('the storage quota of a user', () => {
  it('is reported, and counts the files of each user separately', async () => {
    const [ann, bo] = [await somebody(), await somebody()];
    expect(await usage(ann)).toEqual({ used: 0, allowed: 4 * MiB });
    await uploads.upload(ann, ofSize(3 * MiB));
    expect([await usage(ann), await usage(bo)]).toEqual([
      { used: 3 * MiB, allowed: 4 * MiB },
      { used: 0, allowed: 4 * MiB },
    ]);
  });

  it('can be used to the last byte, and an upload that exceeds it is rejected and leaves nothing behind', async () => {
    const ann = await somebody();
    await uploads.upload(ann, ofSize(3 * MiB));
    const before = await countStoredFiles();
    expect(await uploads.send(ann, ofSize(MiB + 1))).toMatchObject(noRoom(3 * MiB, '3 MiB'));
    expect(await uploads.send(ann, ofSize(3 * MiB))).toMatchObject(noRoom(3 * MiB, '3 MiB'));
    await expect.poll(countStoredFiles).toEqual(before);
    await uploads.upload(ann, ofSize(MiB));
    expect(await uploads.send(ann, ofSize(1))).toMatchObject(noRoom(4 * MiB, '4 MiB'));
    expect(await usage(ann)).toEqual({ used: 4 * MiB, allowed: 4 * MiB });
  });

  it('holds under many concurrent uploads', async () => {
    const ann = await somebody();
    const before = await countStoredFiles();
    const all = await Promise.all(Array.from({ length: 9 }, () => uploads.send(ann, ofSize(MiB / 2 + 100))));
    expect(all.filter(({ status }) => status === 201)).toHaveLength(7);
    for (const each of all.filter(({ status }) => status !== 201))
      expect(each).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
    expect(await usage(ann)).toMatchObject({ used: 7 * (MiB / 2 + 100) });
    await expect.poll(countStoredFiles).toEqual({
      ...before,
      files: before.files + 7,
      chunks: before.chunks + 7 * 3,
      records: before.records + 7,
    });
  });

  it('is available again once files are collected, also during other uploads', async () => {
    const ann = await somebody();
    await uploads.upload(ann, ofSize(3 * MiB));
    await ageUnusedFiles(8);
    const [, ...sent] = await Promise.all([
      collectUnusedFiles(),
      ...[1, 2, 3].map(() => uploads.send(ann, ofSize(MiB / 4))),
    ]);
    expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await usage(ann)).toMatchObject({ used: 0.75 * MiB });
  });

  it('is checked while bytes of an upload without a content length arrive', async () => {
    const ann = await somebody();
    await uploads.upload(ann, ofSize(3 * MiB));
    const before = await countStoredFiles();
    const endless = sending(ann, {});
    // More than the remaining quota but less than the file limit; the client never ends the stream.
    endless.target.write(Buffer.alloc(1.5 * MiB));
    expect(await endless.answer).toMatchObject({ status: 400, body: { code: 'REQUEST_DENIED' } });
    endless.target.destroy();
    await vi.waitFor(async () => expect(await countStoredFiles()).toEqual(before), { timeout: 5_000 });
  });

  it('does not block a repeated request that is answered by its Idempotency-Key', async () => {
    const ann = await somebody();
    await uploads.upload(ann, ofSize(2 * MiB));
    const headers = { 'idempotency-key': 'the last one' };
    const first = await uploads.send(ann, ofSize(2 * MiB), headers);
    expect(first.status).toBe(201);
    expect(await uploads.send(ann, ofSize(2 * MiB), headers)).toMatchObject({ status: 201, body: first.body });
  });
});

describe('an upload of one gigabyte', () => {
  it('is rejected unread if its Content-Length says so', async () => {
    const { target, answer } = sending(await somebody(), { 'content-length': String(2 ** 30) });
    expect(await answer).toMatchObject({
      status: 400,
      body: { details: { fields: [{ path: '/file', message: 'The file must not exceed 3 MiB' }] } },
    });
    target.destroy();
  });

  it('is rejected as soon as it exceeds the limit without a Content-Length, and leaves nothing behind', async () => {
    const before = await countStoredFiles();
    const { target, answer } = sending(await somebody(), {});
    target.write(Buffer.alloc(3 * MiB + 1));
    expect(await answer).toMatchObject({ status: 400, body: { code: 'REQUEST_SCHEMA_INVALID' } });
    target.destroy();
    await vi.waitFor(async () => expect(await countStoredFiles()).toEqual(before), { timeout: 5_000 });
  });
});

/** Starts an upload whose body the test writes and ends; returns the pending response. */
function sending(person: SignedInUser, headers: Record<string, string>) {
  const target = httpRequest(`${uploads.url}/api/files`, {
    method: 'POST',
    headers: { ...uploads.headersOf(person), 'content-type': 'multipart/form-data; boundary=a', ...headers },
  });
  target.on('error', () => undefined);
  const answer = new Promise<{ status: number | undefined; body: unknown }>((resolve) => {
    target.on('response', async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) });
    });
  });
  target.write('--a\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n');
  return { target, answer };
}
