import mongoose from 'mongoose';
import { pino } from 'pino';
import { deleteUnusedFiles } from '#api/files/collect.ts';
import { removalJob } from '#api/files/removal.ts';
import { runNextJob } from '#api/jobs/work.ts';
import type { File } from '#schemas/generated/types.ts';
import { type Answer, bodyOf, pageHeaders } from '#tests/product/call.ts';
import type { Api, Person } from './server.ts';

type Headers = Record<string, string>;
/** The response to an upload. */
export type Uploaded = Omit<Answer, 'cookies'>;

/** Uploads and downloads over the network. */
export interface Uploads {
  url: string;
  /** The headers of a person's request. */
  headersOf(person: Person): Headers;
  /** Sends a form, to /api/files by default. */
  send(person: Person, form: FormData, headers?: Headers, path?: string): Promise<Uploaded>;
  /** Uploads a form, by default with a short text, and returns its record. Throws if it is rejected. */
  sent(person: Person, form?: FormData): Promise<File>;
  download(person: Person, file: Pick<File, 'id'>, headers?: Headers, method?: string): Promise<Response>;
}

/** Starts listening, since bytes are streamed over connections. */
export async function uploadsTo({ app, config }: Api): Promise<Uploads> {
  return uploadsAt(await app.listen({ host: '127.0.0.1', port: 0 }), config.publicUrl);
}

/** Uploads to the server at `url`, for users who know it by `origin`. */
export function uploadsAt(url: string, origin = url): Uploads {
  const headersOf = ({ cookies }: Person) => pageHeaders({ origin, hasBody: false, cookies });
  const send: Uploads['send'] = async (person, body, headers = {}, path = '/api/files') => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headersOf(person), ...headers },
      body,
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: bodyOf(answer.headers.get('content-type'), text) };
  };
  return {
    url,
    headersOf,
    send,
    sent: async (person, form = formWith('Some words')) => fileIn(await send(person, form)),
    download: (person, { id }, headers = {}, method = 'GET') =>
      fetch(`${url}/api/files/${id}/content`, { method, headers: { ...headersOf(person), ...headers } }),
  };
}

/** A multipart form with one file, as a browser sends it. */
export function formWith(bytes: string | Uint8Array<ArrayBuffer>, name = 'notes.txt', field = 'file'): FormData {
  const form = new FormData();
  form.append(field, new Blob([bytes]), name);
  return form;
}

/** The record in the response to an upload. Throws if it was rejected. */
export function fileIn({ status, body }: Uploaded): File {
  if (status === 201 && isFile(body)) return body;
  throw new Error(`An upload was answered with ${status}: ${JSON.stringify(body)}`);
}

const isFile = (body: unknown): body is File => typeof body === 'object' && body !== null && 'mimeType' in body;

/** Counts the files and bytes in the database. */
export async function stored(): Promise<{ files: number; chunks: number; leftovers: number; records: number }> {
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
export async function ageUnused(days: number): Promise<void> {
  const older = (field: string) => [{ $set: { [field]: { $subtract: [`$${field}`, days * day] } } }];
  const { connection } = mongoose;
  await connection.collection('files').updateMany({ unusedSince: { $type: 'date' } }, older('unusedSince'));
  await connection.collection('jobs').updateMany({ kind: 'fileRemoval', dueAt: { $ne: null } }, older('dueAt'));
}

/** Collects files that have been unused for 7 days. */
export async function collect(): Promise<void> {
  await deleteUnusedFiles(async () => undefined);
  while (await runNextJob(removalJob, quiet));
}

const quiet = { log: pino({ level: 'silent' }), goesOn: () => true };

/** Milliseconds. */
const day = 86_400_000;
/** Bytes. */
export const MiB = 2 ** 20;
