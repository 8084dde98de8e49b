import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Report } from '#schemas/generated/types.ts';
import { pathInRow, rowsPath } from '#schemas/reports/report-config.ts';
import { type ReportSettings, toApiFilter, toSortParam } from '#schemas/reports/report-settings.ts';
import type { SummaryResponse } from '#schemas/reports/report-summary.ts';
import type { Field } from '#schemas/resource/resource.ts';
import { request } from '../api/request.ts';

/** A row of a report: its id and the requested columns, by the names of their fields. */
export interface ReportViewRow {
  id: string;
  values: Record<string, unknown>;
}

/** A row as the API returns it: an imported row with its data, or an order. */
type StoredRow = { id: string; data?: Record<string, unknown> } & Record<string, unknown>;

export const rowsPerPage = 25;

/**
 * Query options of the totals of a report's filtered rows. The previous totals stay visible until the new ones arrive.
 */
export function summaryOf({ id, kind, revision }: Report, settings: Pick<ReportSettings, 'filters'>) {
  const query = toApiFilter(settings, kind);
  return queryOptions({
    queryKey: ['reports', 'summary', id, revision, query],
    queryFn: ({ signal }) => request<SummaryResponse>({ path: `reports/${id}/summary`, query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** The names of columns, as the API takes them. */
export const columnsOf = (kind: Report['kind'], fields: readonly Field[]) =>
  fields.map(({ name }) => pathInRow(kind, name)).join(',');

/** Returns the query for filters and sort order, in the JSON dialect of lists. */
export function rowsQuery(settings: ReportSettings, kind: Report['kind']) {
  const order = toSortParam(settings, kind);
  const [name, direction] = order.startsWith('-') ? [order.slice(1), 'DESC'] : [order, 'ASC'];
  return { ...toApiFilter(settings, kind), ...(order ? { sort: JSON.stringify([name, direction]) } : {}) };
}

/** Query options of one page of rows, counted from 0. */
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
    columns: columnsOf(kind, fields),
  };
  return queryOptions({
    queryKey: ['reports', 'rows', id, revision, query],
    queryFn: async ({ signal }): Promise<ReportViewRow[]> => {
      const rows = await request<StoredRow[]>({ path: `reports/${id}/${rowsPath(kind)}`, query, signal });
      return rows.map((row) => ({ id: row.id, values: kind === 'Order' ? row : (row.data ?? {}) }));
    },
    placeholderData: keepPreviousData,
  });
}
