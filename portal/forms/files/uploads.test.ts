import { expect, it } from 'vitest';
import { noResponseError } from '../../api/ApiError.ts';
import type { UploadedFile, upload } from '../../api/upload.ts';
import { createUploads } from './uploads.ts';

type Call = Parameters<typeof upload>[0] & { answer: (file: UploadedFile) => void; fail: (error: unknown) => void };

/** Creates uploads whose requests the test answers. */
function prepare() {
  const calls: Call[] = [];
  const send: typeof upload = (call) => new Promise((answer, fail) => void calls.push({ ...call, answer, fail }));
  const uploads = createUploads(send);
  const added: UploadedFile[] = [];
  const start = async (name: string) => {
    uploads.start('field', new File(['x'], name), (file) => added.push(file));
    await flushPromises();
  };
  const state = () => uploads.of('field').map(({ file, progress, failure }) => [file.name, progress, failure]);
  return { calls, uploads, added, start, state };
}

const uploaded = { id: 'a'.repeat(24), name: 'a.txt', mimeType: 'text/plain' };
/** Flushes pending promises. */
const flushPromises = () => new Promise(setImmediate);

it('an upload reports its progress and adds the file when it completes', async () => {
  const { calls, added, start, state } = prepare();
  await start('a.txt');
  calls[0]?.onProgress(0.5);
  expect(state()).toEqual([['a.txt', 0.5, null]]);
  calls[0]?.answer(uploaded);
  await flushPromises();
  expect(state()).toEqual([]);
  expect(added).toEqual([uploaded]);
});

it('a failed upload shows the error, and a retry reuses its idempotency key', async () => {
  const { calls, uploads, added, start, state } = prepare();
  await start('a.txt');
  calls[0]?.fail(noResponseError(0));
  await flushPromises();
  expect(state()).toEqual([['a.txt', 0, 'No response from the server. Check your connection and try again.']]);
  uploads.retry(uploads.of('field')[0]?.id ?? '');
  await flushPromises();
  expect(calls[1]?.idempotencyKey).toBe(calls[0]?.idempotencyKey);
  calls[1]?.answer(uploaded);
  await flushPromises();
  expect(added).toEqual([uploaded]);
});

it('a canceled upload is aborted and adds no file', async () => {
  const { calls, uploads, added, start, state } = prepare();
  await start('a.txt');
  uploads.cancel(uploads.of('field')[0]?.id ?? '');
  expect(calls[0]?.signal.aborted).toBe(true);
  calls[0]?.answer(uploaded);
  await flushPromises();
  expect(state()).toEqual([]);
  expect(added).toEqual([]);
});
