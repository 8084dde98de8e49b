import mongoose from 'mongoose';
import { pino } from 'pino';
import { deleteUnusedFiles, removalJob } from '#api/engine/files/garbage-collection.ts';
import { runNextJob } from '#api/engine/jobs/jobs.ts';
import type { File } from '#schemas/generated/types.ts';
import { type ApiResponse, pageHeaders, parseBody } from '#tests/product/call.ts';
import type { SignedInUser } from '#tests/product/callers.ts';
import type { Api } from './server.ts';

type Headers = Record<string, string>;
/** The response to an upload. */
export type UploadResponse = Omit<ApiResponse, 'cookies'>;

/** Uploads and downloads over the network. */
export interface Uploads {
  url: string;
  /** The headers of a person's request. */
  headersOf(person: SignedInUser): Headers;
  /** Sends a form, to /api/files by default. */
  send(person: SignedInUser, form: FormData, headers?: Headers, path?: string): Promise<UploadResponse>;
  /** Uploads a form, by default with a short text, and returns its record. Throws if it is rejected. */
  upload(person: SignedInUser, form?: FormData): Promise<File>;
  download(person: SignedInUser, file: Pick<File, 'id'>, headers?: Headers, method?: string): Promise<Response>;
}

/** Starts listening, since bytes are streamed over connections. */
export async function uploadsTo({ app, config }: Api): Promise<Uploads> {
  return uploadsAt(await app.listen({ host: '127.0.0.1', port: 0 }), config.publicUrl);
}

/** Uploads to the server at `url`, for users who know it by `origin`. */
export function uploadsAt(url: string, origin = url): Uploads {
  const headersOf = ({ cookies }: SignedInUser) => pageHeaders({ origin, hasBody: false, cookies });
  const send: Uploads['send'] = async (person, body, headers = {}, path = '/api/files') => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headersOf(person), ...headers },
      body,
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: parseBody(answer.headers.get('content-type'), text),
    };
  };
  return {
    url,
    headersOf,
    send,
    upload: async (person, form = fileForm('Some words')) => fileOfResponse(await send(person, form)),
    download: (person, { id }, headers = {}, method = 'GET') =>
      fetch(`${url}/api/files/${id}/content`, { method, headers: { ...headersOf(person), ...headers } }),
  };
}

/** A multipart form with one file, as a browser sends it. */
export function fileForm(bytes: string | Uint8Array<ArrayBuffer>, name = 'notes.txt', field = 'file'): FormData {
  const form = new FormData();
  form.append(field, new Blob([bytes]), name);
  return form;
}

/** The record in the response to an upload. Throws if it was rejected. */
export function fileOfResponse({ status, body }: UploadResponse): File {
  if (status === 201 && isFile(body)) return body;
  throw new Error(`An upload was answered with ${status}: ${JSON.stringify(body)}`);
}

const isFile = (body: unknown): body is File => typeof body === 'object' && body !== null && 'mimeType' in body;

/** Counts the files and bytes in the database. */
export async function countStoredFiles(): Promise<{
  files: number;
  chunks: number;
  leftovers: number;
  records: number;
}> {
  const count = (name: string) => mongoose.connection.collection(name).countDocuments();
  return {
    files: await count('file_bytes.files'),
    chunks: await count('file_bytes.chunks'),
    leftovers: await mongoose.connection
      .collection('jobs')
      .countDocuments({ kind: 'fileRemoval', dueAt: { $ne: null } }),
    records: await count('files'),
  };
}

/** Makes all unused files and bytes this many days older. */
export async function ageUnusedFiles(days: number): Promise<void> {
  const older = (field: string) => [{ $set: { [field]: { $subtract: [`$${field}`, days * day] } } }];
  const { connection } = mongoose;
  await connection.collection('files').updateMany({ unusedSince: { $type: 'date' } }, older('unusedSince'));
  await connection.collection('jobs').updateMany({ kind: 'fileRemoval', dueAt: { $ne: null } }, older('dueAt'));
}

/** Collects files that have been unused for 7 days. */
export async function collectUnusedFiles(): Promise<void> {
  await deleteUnusedFiles(async () => undefined);
  while (await runNextJob(removalJob, quiet));
}

const quiet = { log: pino({ level: 'silent' }), shouldContinue: () => true };

/** Milliseconds. */
const day = 86_400_000;
/** Bytes. */
export const MiB = 2 ** 20;
