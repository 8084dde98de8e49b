import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { QueryValue } from '../api/request.ts';
import type { RowSelection } from '../look/DataTable.tsx';
import type { SelectedRows } from './SelectionBar.tsx';

/** The list state in the URL. Pages are 0-based here and 1-based in the URL and the API (spec 7). */
type ListState = { page: number; search: string; sort: string };

/** Rows per page of every list. */
export const pageSize = 20;

/** Parses page, search and sort from the URL's query. An invalid page becomes the first. */
export function readListState(params: URLSearchParams, defaultSort: string): ListState {
  const page = Number.parseInt(params.get('page') ?? '1', 10);
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page - 1 : 0,
    search: params.get('search') ?? '',
    sort: params.get('sort') ?? defaultSort,
  };
}

/** Returns the URL's query after a change. Any change but of the page resets to the first page. */
export function updateListParams(params: URLSearchParams, changes: Record<string, string | number>): URLSearchParams {
  const next = new URLSearchParams(params);
  if (!('page' in changes)) next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    const isFirstPage = name === 'page' && value === 0;
    if (value === '' || isFirstPage) next.delete(name);
    else next.set(name, String(name === 'page' ? Number(value) + 1 : value));
  }
  return next;
}

type ListControls = ListState & {
  params: URLSearchParams;
  change: (changes: Record<string, string | number>) => void;
  hrefOfPage: (page: number) => string;
  /** Changes the sort. */
  onSort: (sort: string) => void;
};

/**
 * Keeps a list's page, search, sort and filters in the URL, so that they can be bookmarked, shared and restored with
 * Back.
 */
export function useListState(defaultSort: string): ListControls {
  const [params, setParams] = useSearchParams();
  // Read the current URL: `params` of the last render may be several changes old.
  const change = (changes: Record<string, string | number>) =>
    setParams(updateListParams(new URLSearchParams(location.search), changes), { replace: true });
  return {
    ...readListState(params, defaultSort),
    params,
    change,
    hrefOfPage: (page) => `?${updateListParams(params, { page })}`,
    onSort: (sort) => change({ sort }),
  };
}

interface ListSelection<Row> {
  /** The selected rows; undefined until one is selected. */
  selection: SelectedRows<Row> | undefined;
  onSelect: (selection: SelectedRows<Row> | undefined) => void;
  /** The checkboxes of the table with these rows. */
  checkboxes: <Visible extends Row>(
    rows: readonly Visible[],
    nameOf: (row: Visible) => string,
  ) => RowSelection<Visible>;
}

/**
 * Keeps the selected rows of a list, on all of its pages. The selection ends with the filter, because what is selected
 * should be in view.
 */
export function useRowSelection<Row extends { id: string }>(query: Record<string, QueryValue>): ListSelection<Row> {
  const key = JSON.stringify({ ...query, sort: '' });
  const [selected, setSelected] = useState<{ key: string; rows: SelectedRows<Row> | undefined }>();
  const selection = selected?.key === key ? selected.rows : undefined;
  const onSelect = (rows: typeof selection) => setSelected({ key, rows });
  return {
    selection,
    onSelect,
    checkboxes: (visible, nameOf) => ({
      has: (id) => selection?.isAll || selection?.rows.has(id) || false,
      nameOf,
      toggle: async (row, isRange) =>
        onSelect(
          // The first row is selected at once; what later clicks select is loaded with the bar.
          selection
            ? (await import('./SelectionBar.tsx')).toggleRow<Row>(selection, { visible, row, isRange })
            : { rows: new Map([[row.id, row]]) },
        ),
    }),
  };
}
