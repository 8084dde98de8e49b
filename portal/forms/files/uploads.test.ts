import { expect, it } from 'vitest';
import { unanswered } from '../../api/ApiError.ts';
import type { UploadedFile, upload } from '../../api/upload.ts';
import { createUploads } from './uploads.ts';

type Call = Parameters<typeof upload>[0] & { answer: (file: UploadedFile) => void; fail: (error: unknown) => void };

/** Uploads whose calls are answered by the test. */
function prepare() {
  const calls: Call[] = [];
  const send: typeof upload = (call) => new Promise((answer, fail) => void calls.push({ ...call, answer, fail }));
  const uploads = createUploads(send);
  const kept: UploadedFile[] = [];
  const start = async (name: string) => {
    uploads.start('field', new File(['x'], name), (file) => kept.push(file));
    await turn();
  };
  const state = () => uploads.of('field').map(({ file, progress, failure }) => [file.name, progress, failure]);
  return { calls, uploads, kept, start, state };
}

const uploaded = { id: 'a'.repeat(24), name: 'a.txt', mimeType: 'text/plain' };
/** What was promised so far has come true, and what follows from it. */
const turn = () => new Promise(setImmediate);

it('a file on its way tells how far it is, and is kept when it has arrived', async () => {
  const { calls, kept, start, state } = prepare();
  await start('a.txt');
  calls[0]?.onProgress(0.5);
  expect(state()).toEqual([['a.txt', 0.5, null]]);
  calls[0]?.answer(uploaded);
  await turn();
  expect(state()).toEqual([]);
  expect(kept).toEqual([uploaded]);
});

it('a file that did not arrive says why, and another try is the same upload to the server', async () => {
  const { calls, uploads, kept, start, state } = prepare();
  await start('a.txt');
  calls[0]?.fail(unanswered(0));
  await turn();
  expect(state()).toEqual([['a.txt', 0, 'No answer came. Please check your connection and try again.']]);
  uploads.retry(uploads.of('field')[0]?.id ?? '');
  await turn();
  expect(calls[1]?.idempotencyKey).toBe(calls[0]?.idempotencyKey);
  calls[1]?.answer(uploaded);
  await turn();
  expect(kept).toEqual([uploaded]);
});

it('a file that is given up is neither sent on nor kept', async () => {
  const { calls, uploads, kept, start, state } = prepare();
  await start('a.txt');
  uploads.cancel(uploads.of('field')[0]?.id ?? '');
  expect(calls[0]?.signal.aborted).toBe(true);
  calls[0]?.answer(uploaded);
  await turn();
  expect(state()).toEqual([]);
  expect(kept).toEqual([]);
});
