import { isRecord } from '#schemas/forms/is-record.ts';
import type { ExportOptions } from '#schemas/resource/export-options.ts';
import type { Field } from '#schemas/resource/resource.ts';

interface ListState {
  /** Path below /api. */
  path: string;
  /** react-admin's filters by field name; `q` is the search. */
  filter: Record<string, unknown>;
  sort: { field: string; order: string };
  columns: Pick<Field, 'name' | 'kind'>[];
  format: ExportOptions['exportFormat'];
  /** Further parameters. */
  query: Record<string, string>;
}

/**
 * Builds the URL of a list's export: all pages, with filters, search, sort order, columns, and the names of
 * references (design 3). Commas separate values there, so a filter value with a comma uses react-admin's dialect
 * instead.
 */
export function exportAddress(list: ListState): string {
  const filters = flat(list.filter).filter(([, value]) => isSet(value));
  const hasComma = filters.some(
    ([name, value]) => name !== 'q' && [value].flat().some((each) => String(each).includes(',')),
  );
  const query = hasComma ? simpleQuery(list) : pagedQuery(list, filters);
  const references = list.columns.filter(({ kind }) => kind === 'reference').map(({ name }) => name.replace(/Id$/, ''));
  if (references.length > 0) query.set('populate', references.join(','));
  query.set('columns', list.columns.map(({ name }) => name).join(','));
  for (const [name, value] of Object.entries(list.query)) query.set(name, value);
  return `/api/${list.path}.${list.format}?${query}`;
}

function pagedQuery({ sort }: ListState, filters: [string, unknown][]): URLSearchParams {
  const query = new URLSearchParams({ sort: `${sort.order === 'DESC' ? '-' : ''}${sort.field}` });
  for (const [name, value] of filters) query.set(name === 'q' ? 'search' : name, [value].flat().map(String).join(','));
  return query;
}

/** Operators become dotted keys: {"updatedAt": {"from": …}} is `updatedAt.from`. */
const flat = (filter: Record<string, unknown>): [string, unknown][] =>
  Object.entries(filter).flatMap(([name, value]): [string, unknown][] =>
    isRecord(value) ? Object.entries(value).map(([operator, each]) => [`${name}.${operator}`, each]) : [[name, value]],
  );

const simpleQuery = ({ sort, filter }: ListState) =>
  new URLSearchParams({ sort: JSON.stringify([sort.field, sort.order]), filter: JSON.stringify(filter) });

/** Empty filters are ignored; null filters for missing values. */
const isSet = (value: unknown) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
