import { expect } from 'vitest';
import { storeOf } from '#api/engine/store/store.ts';
import { fromNow } from '#api/platform/clock/clock.ts';
import type { Import, Report, ReportRow } from '#schemas/generated/types.ts';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';
import type { Api } from './server.ts';
import { fileForm, type UploadResponse, type Uploads } from './uploads.ts';

/** A file to upload: to the rows of a report, or to `path`. */
export interface ImportUpload {
  person: SignedInUser;
  path: string;
  bytes: string | Uint8Array<ArrayBuffer>;
  name?: string;
}

/** Waits until all jobs of imports, their records and totals that are due have finished. */
export async function waitForImports(): Promise<void> {
  const horizon = fromNow(600_000);
  const kind = { $in: ['import', 'importUpkeep', 'reportTotals'] };
  const waiting = { kind, status: { $in: ['waiting', 'running'] }, dueAt: { $lte: horizon } };
  await expect.poll(() => storeOf('Job').count(waiting), { timeout: 20_000, interval: 30 }).toBe(0);
}

/** Uploads a file and returns the draft of its import. Throws if it is rejected. */
export async function createImportDraft(
  uploads: Uploads,
  { person, path, bytes, name = 'rows.csv' }: ImportUpload,
): Promise<Import> {
  const { status, body } = await uploads.send(person, fileForm(bytes, name), {}, path);
  if (status === 201 && isImport(body)) return body;
  throw new Error(`An import was answered with ${status}: ${JSON.stringify(body)}`);
}

const isImport = (body: unknown): body is Import => typeof body === 'object' && body !== null && 'mapping' in body;

/** Changes an import. Throws if it is rejected. */
export const updateImport = (
  person: SignedInUser,
  { id }: Pick<Import, 'id'>,
  body: Partial<Import>,
): Promise<Import> => callExpecting(person.call, 200, { method: 'PATCH', path: `/api/imports/${id}`, body });

/** Imports a file with the suggested column mapping and returns the finished import. */
export async function runImport(uploads: Uploads, sending: ImportUpload): Promise<Import> {
  const draft = await createImportDraft(uploads, sending);
  await updateImport(sending.person, draft, { status: 'running' });
  await waitForImports();
  return await sending.person.read('Import', draft.id);
}

type Bytes = ImportUpload['bytes'];

/** Helpers that import files into the rows of reports, by default as an administrator. */
export interface RowImports {
  rowsOf(report: Report): string;
  draft(report: Report, bytes: Bytes): Promise<Import>;
  runImport(report: Report, bytes: Bytes): Promise<Import>;
  /** The error response of a rejected upload. */
  sendRejected(report: Report, bytes: Bytes, person?: SignedInUser): Promise<UploadResponse>;
  /** The rows of a batch that a person can read. */
  rowsIn(imported: Pick<Import, 'batch'>, report: Report, person?: SignedInUser): Promise<ReportRow[]>;
  /** Their data, sorted by revenue. */
  dataIn(imported: Import, report: Report): Promise<ReportRow['data'][]>;
  summaryOf(report: Report, person?: SignedInUser): Promise<{ rows: number; revenue: number; isRebuilding: boolean }>;
}

export function rowImports({ admin }: Api, uploads: Uploads): RowImports {
  const names = { last: 0 };
  const rowsOf = ({ id }: Report) => `/api/reports/${id}/rows/import`;
  const sending = (report: Report, bytes: Bytes): ImportUpload => {
    names.last += 1;
    // The batch gets the name of its file.
    return { person: admin, path: rowsOf(report), bytes, name: `rows-${names.last}.csv` };
  };
  const rowsIn: RowImports['rowsIn'] = async ({ batch }, { id }, person = admin) => {
    const path = `/api/reports/${id}/rows?batch=${encodeURIComponent(batch)}&limit=200`;
    return (await callExpecting<{ results: ReportRow[] }>(person.call, 200, { path })).results;
  };
  return {
    rowsOf,
    draft: (report, bytes) => createImportDraft(uploads, sending(report, bytes)),
    runImport: (report, bytes) => runImport(uploads, sending(report, bytes)),
    sendRejected: (report, bytes, person = admin) =>
      uploads.send(person, fileForm(bytes, 'rows.csv'), {}, rowsOf(report)),
    rowsIn,
    dataIn: async (imported, report) => {
      const data = (await rowsIn(imported, report)).map((row) => row.data);
      return data.toSorted((one, other) => (one.revenue ?? 0) - (other.revenue ?? 0));
    },
    summaryOf: ({ id }, person = admin) => callExpecting(person.call, 200, { path: `/api/reports/${id}/summary` }),
  };
}
