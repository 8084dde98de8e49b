import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { mongo } from 'mongoose';
import type { File } from '#schemas/generated/types.ts';
import { fileForm, fileOfResponse, uploadsAt } from '#tests/api/uploads.ts';
import type { SignedInUser } from '#tests/product/callers.ts';
import { isFinalResponse, type ProcessPool, responseOrFailure } from '../retrying-client.ts';

/** A file with an acknowledged upload. */
export interface AcknowledgedUpload {
  file: File;
  sum: string;
}

interface Work {
  person: SignedInUser;
  at: ProcessPool;
  name: string;
  isOver: () => boolean;
}

/** Below the hourly upload limit of one person. */
const maxFiles = 150;
const bytes = 200_000;

const sumOf = (content: Uint8Array) => createHash('sha256').update(content).digest('hex');

/**
 * A client that uploads one file after the other, each retried under its Idempotency-Key until it is answered. Returns
 * what was acknowledged.
 */
export async function runUploadingClient({ person, at, name, isOver }: Work): Promise<AcknowledgedUpload[]> {
  const sent: AcknowledgedUpload[] = [];
  for (let turn = 0; !isOver() && sent.length < maxFiles; ) {
    const content = new Uint8Array(randomBytes(bytes));
    const key = { 'idempotency-key': `${name}-${sent.length}` };
    for (let isSent = false; !isSent; turn += 1) {
      const began = performance.now();
      const uploads = uploadsAt(at.urls[turn % at.urls.length] ?? '');
      const answer = await responseOrFailure(uploads.send(person, fileForm(content, `${name}.bin`), key));
      at.onAttempt({ isWrite: true, status: answer.status, milliseconds: performance.now() - began });
      isSent = isFinalResponse(answer);
      if (isFinalResponse(answer)) sent.push({ file: fileOfResponse(answer), sum: sumOf(content) });
      await pause(200);
    }
  }
  return sent;
}

interface UploadedFiles {
  person: SignedInUser;
  sent: AcknowledgedUpload[];
  url: string;
  database: mongo.Db;
}

/** Acknowledged files that cannot be read completely, and stored files without an acknowledgment. */
export async function lostAndOrphanedFiles({
  person,
  sent,
  url,
  database,
}: UploadedFiles): Promise<{ lost: string[]; doubled: string[] }> {
  const lost: string[] = [];
  for (const { file, sum } of sent) {
    const answer = await uploadsAt(url).download(person, file);
    const content = new Uint8Array(await answer.arrayBuffer());
    if (sumOf(content) !== sum) lost.push(`file ${file.id}: ${answer.status}, ${content.length} of ${bytes} bytes`);
  }
  const own = { userId: new mongo.ObjectId(person.user.id) };
  const records = await database.collection('files').countDocuments(own);
  const doubled = records > sent.length ? [`${records} files where ${sent.length} were acknowledged`] : [];
  return { lost, doubled };
}
