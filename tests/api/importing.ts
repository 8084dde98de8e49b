import { expect } from 'vitest';
import { fromNow } from '#api/clock/clock.ts';
import { store } from '#api/store/store.ts';
import type { Import, Report, ReportRow } from '#schemas/generated/types.ts';
import { type Api, expecting, type Person } from './server.ts';
import { formWith, type Uploaded, type Uploads } from './uploads.ts';

/** A file on its way in: to a report's rows, or wherever `path` is. */
export interface Sending {
  person: Person;
  path: string;
  bytes: string | Uint8Array<ArrayBuffer>;
  name?: string;
}

/** Waits until all is done that imports, their records and totals have waiting for now. */
export async function importsSettled(): Promise<void> {
  const soon = fromNow(600_000);
  const kind = { $in: ['import', 'importUpkeep', 'reportTotals'] };
  const waiting = { kind, status: { $in: ['waiting', 'running'] }, dueAt: { $lte: soon } };
  await expect.poll(() => store('Job').count(waiting), { timeout: 20_000, interval: 30 }).toBe(0);
}

/** The draft of an import that goes well. Throws with the refusal. */
export async function draftedBy(
  uploads: Uploads,
  { person, path, bytes, name = 'rows.csv' }: Sending,
): Promise<Import> {
  const { status, body } = await uploads.send(person, formWith(bytes, name), {}, path);
  if (status === 201 && isImport(body)) return body;
  throw new Error(`An import was answered with ${status}: ${JSON.stringify(body)}`);
}

const isImport = (body: unknown): body is Import => typeof body === 'object' && body !== null && 'mapping' in body;

/** Changes an import. Throws with the refusal. */
export const changed = (person: Person, { id }: Pick<Import, 'id'>, body: Partial<Import>): Promise<Import> =>
  expecting(person.call, 200, { method: 'PATCH', path: `/api/imports/${id}`, body });

/** What comes of a file whose columns are recognised as they are. */
export async function importedBy(uploads: Uploads, sending: Sending): Promise<Import> {
  const draft = await draftedBy(uploads, sending);
  await changed(sending.person, draft, { status: 'running' });
  await importsSettled();
  return await sending.person.read('Import', draft.id);
}

type Bytes = Sending['bytes'];

/** Files on their way to the rows of reports, as an administrator sends them unless somebody else is named. */
export interface RowImports {
  rowsOf(report: Report): string;
  draft(report: Report, bytes: Bytes): Promise<Import>;
  bring(report: Report, bytes: Bytes): Promise<Import>;
  /** What is answered instead of a draft. */
  refusal(report: Report, bytes: Bytes, person?: Person): Promise<Uploaded>;
  /** The rows of a batch as somebody sees them. */
  rowsIn(imported: Pick<Import, 'batch'>, report: Report, person?: Person): Promise<ReportRow[]>;
  /** What they say, by revenue. */
  dataIn(imported: Import, report: Report): Promise<ReportRow['data'][]>;
  summaryOf(report: Report, person?: Person): Promise<{ rows: number; revenue: number; isRebuilding: boolean }>;
}

export function rowImports({ admin }: Api, uploads: Uploads): RowImports {
  const names = { last: 0 };
  const rowsOf = ({ id }: Report) => `/api/reports/${id}/rows/import`;
  const sending = (report: Report, bytes: Bytes): Sending => {
    names.last += 1;
    // The batch is called by its file.
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
