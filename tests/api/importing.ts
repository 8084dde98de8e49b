import { expect } from 'vitest';
import { fromNow } from '#api/clock/clock.ts';
import { storeOf } from '#api/store/store.ts';
import type { Import, Report, ReportRow } from '#schemas/generated/types.ts';
import { type Api, expecting, type Person } from './server.ts';
import { formWith, type Uploaded, type Uploads } from './uploads.ts';

/** A file to upload: to the rows of a report, or to `path`. */
export interface Sending {
  person: Person;
  path: string;
  bytes: string | Uint8Array<ArrayBuffer>;
  name?: string;
}

/** Waits until all jobs of imports, their records and totals that are due have finished. */
export async function importsSettled(): Promise<void> {
  const horizon = fromNow(600_000);
  const kind = { $in: ['import', 'importUpkeep', 'reportTotals'] };
  const waiting = { kind, status: { $in: ['waiting', 'running'] }, dueAt: { $lte: horizon } };
  await expect.poll(() => storeOf('Job').count(waiting), { timeout: 20_000, interval: 30 }).toBe(0);
}

/** Uploads a file and returns the draft of its import. Throws if it is rejected. */
export async function draftedBy(
  uploads: Uploads,
  { person, path, bytes, name = 'rows.csv' }: Sending,
): Promise<Import> {
  const { status, body } = await uploads.send(person, formWith(bytes, name), {}, path);
  if (status === 201 && isImport(body)) return body;
  throw new Error(`An import was answered with ${status}: ${JSON.stringify(body)}`);
}

const isImport = (body: unknown): body is Import => typeof body === 'object' && body !== null && 'mapping' in body;

/** Changes an import. Throws if it is rejected. */
export const changed = (person: Person, { id }: Pick<Import, 'id'>, body: Partial<Import>): Promise<Import> =>
  expecting(person.call, 200, { method: 'PATCH', path: `/api/imports/${id}`, body });

/** Imports a file with the suggested column mapping and returns the finished import. */
export async function importedBy(uploads: Uploads, sending: Sending): Promise<Import> {
  const draft = await draftedBy(uploads, sending);
  await changed(sending.person, draft, { status: 'running' });
  await importsSettled();
  return await sending.person.read('Import', draft.id);
}

type Bytes = Sending['bytes'];

/** Helpers that import files into the rows of reports, by default as an administrator. */
export interface RowImports {
  rowsOf(report: Report): string;
  draft(report: Report, bytes: Bytes): Promise<Import>;
  bring(report: Report, bytes: Bytes): Promise<Import>;
  /** The error response of a rejected upload. */
  refusal(report: Report, bytes: Bytes, person?: Person): Promise<Uploaded>;
  /** The rows of a batch that a person can read. */
  rowsIn(imported: Pick<Import, 'batch'>, report: Report, person?: Person): Promise<ReportRow[]>;
  /** Their data, sorted by revenue. */
  dataIn(imported: Import, report: Report): Promise<ReportRow['data'][]>;
  summaryOf(report: Report, person?: Person): Promise<{ rows: number; revenue: number; isRebuilding: boolean }>;
}

export function rowImports({ admin }: Api, uploads: Uploads): RowImports {
  const names = { last: 0 };
  const rowsOf = ({ id }: Report) => `/api/reports/${id}/rows/import`;
  const sending = (report: Report, bytes: Bytes): Sending => {
    names.last += 1;
    // The batch gets the name of its file.
    return { person: admin, path: rowsOf(report), bytes, name: `rows-${names.last}.csv` };
  };
  const rowsIn: RowImports['rowsIn'] = async ({ batch }, { id }, person = admin) => {
    const path = `/api/reports/${id}/rows?batch=${encodeURIComponent(batch)}&limit=200`;
    return (await expecting<{ results: ReportRow[] }>(person.call, 200, { path })).results;
  };
  return {
    rowsOf,
    draft: (report, bytes) => draftedBy(uploads, sending(report, bytes)),
    bring: (report, bytes) => importedBy(uploads, sending(report, bytes)),
    refusal: (report, bytes, person = admin) => uploads.send(person, formWith(bytes, 'rows.csv'), {}, rowsOf(report)),
    rowsIn,
    dataIn: async (imported, report) => {
      const data = (await rowsIn(imported, report)).map((row) => row.data);
      return data.toSorted((one, other) => (one.revenue ?? 0) - (other.revenue ?? 0));
    },
    summaryOf: ({ id }, person = admin) => expecting(person.call, 200, { path: `/api/reports/${id}/summary` }),
  };
}
