import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Report, ReportRow } from '#schemas/generated/types.ts';
import { orderOf, queryOf, type ReportSettings } from '#schemas/reports/report-settings.ts';
import type { AnsweredSummary } from '#schemas/reports/report-summary.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { queryString, request } from '../api/request.ts';

/** A row as the view of a report answers it: its id and what was asked for of its data. */
export type ShownRow = Pick<ReportRow, 'id'> & { data?: Record<string, unknown> };

export const rowsPerPage = 25;

/** What the rows of a report come to, as far as the filters leave them; what was there stays until the new comes. */
export function summaryOf({ id, kind, revision }: Report, settings: Pick<ReportSettings, 'filters'>) {
  const query = queryOf(settings, kind);
  return queryOptions({
    queryKey: ['reports', 'summary', id, revision, query],
    queryFn: ({ signal }) => request<AnsweredSummary>({ path: `reports/${id}/summary`, query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

const columnsOf = (fields: readonly Field[]) => fields.map(({ name }) => `data.${name}`).join(',');

/** Which rows, and in which order: in the dialect of lists in JSON, as the filters are. */
function rowsQuery(settings: ReportSettings, kind: Report['kind']) {
  const order = orderOf(settings);
  const [name, direction] = order.startsWith('-') ? [order.slice(1), 'DESC'] : [order, 'ASC'];
  return { ...queryOf(settings, kind), ...(order ? { sort: JSON.stringify([name, direction]) } : {}) };
}

/** A page of the rows; pages count from 0. */
export function rowsOf(
  { id, kind, revision }: Report,
  settings: ReportSettings,
  fields: readonly Field[],
  page: number,
) {
  const range = [page * rowsPerPage, (page + 1) * rowsPerPage - 1];
  const query = {
    ...rowsQuery(settings, kind),
    range: JSON.stringify(range),
    columns: columnsOf(fields),
  };
  return queryOptions({
    queryKey: ['reports', 'rows', id, revision, query],
    queryFn: ({ signal }) => request<ShownRow[]>({ path: `reports/${id}/view`, query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Where the browser downloads all of these rows. */
export const csvAddress = ({ id, kind }: Report, settings: ReportSettings, fields: readonly Field[]): string =>
  `/api/reports/${id}/view.csv${queryString({ ...rowsQuery(settings, kind), columns: columnsOf(fields) })}`;
