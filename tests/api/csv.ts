import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { callExpecting, type SignedInUser } from '#tests/product/callers.ts';

type Page = { pagination: { total: number }; results: Record<string, unknown>[] };

/** The parsed CSV of a list: one object for each row, keyed by the column labels. */
export async function csvRows(person: SignedInUser, path: string): Promise<Record<string, string>[]> {
  return parse(await csvText(person, path), { columns: true });
}

/** The raw CSV text of a list. */
export async function csvText(person: SignedInUser, path: string): Promise<string> {
  const { status, body, headers } = await person.call({ path });
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(200);
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  return String(body);
}

/** A page of a list as JSON. */
export const pageAt = (person: SignedInUser, path: string) => callExpecting<Page>(person.call, 200, { path });

/** The error body of a rejected list request. */
export async function errorOfQuery(person: SignedInUser, path: string): Promise<unknown> {
  const { status, body } = await person.call({ path });
  expect([status, body]).toEqual([400, expect.objectContaining({ code: 'REQUEST_SCHEMA_INVALID' })]);
  return body;
}

/** The expected error body of a request whose query parameter at this path is invalid. */
export const expectedQueryErrorAt = (path: string) => ({ details: { fields: [expect.objectContaining({ path })] } });
