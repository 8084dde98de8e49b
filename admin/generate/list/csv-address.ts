import { isRecord } from '#schemas/forms/is-record.ts';
import type { Field } from '#schemas/resource/resource.ts';

interface AskedList {
  /** Under /api. */
  path: string;
  /** react-admin's filters by field name; `q` is the search. */
  filter: Record<string, unknown>;
  sort: { field: string; order: string };
  columns: Pick<Field, 'name' | 'kind'>[];
}

/**
 * Where the CSV of a list is: all pages of what its filters, search and order say, with these columns, and what they
 * refer to by its name (design 3). A filter's value with a comma would be two values there: such a list is asked for in
 * react-admin's own dialect, which leaves references as ids.
 */
export function csvAddress(list: AskedList): string {
  const asked = flat(list.filter).filter(([, value]) => isAsked(value));
  const hasComma = asked.some(
    ([name, value]) => name !== 'q' && [value].flat().some((each) => String(each).includes(',')),
  );
  const query = hasComma ? simpleQuery(list) : pagedQuery(list, asked);
  query.set('columns', list.columns.map(({ name }) => name).join(','));
  return `/api/${list.path}.csv?${query}`;
}

function pagedQuery({ sort, columns }: AskedList, asked: [string, unknown][]): URLSearchParams {
  const query = new URLSearchParams({ sort: `${sort.order === 'DESC' ? '-' : ''}${sort.field}` });
  for (const [name, value] of asked) query.set(name === 'q' ? 'search' : name, [value].flat().map(String).join(','));
  const references = columns.filter(({ kind }) => kind === 'reference').map(({ name }) => name.replace(/Id$/, ''));
  if (references.length > 0) query.set('populate', references.join(','));
  return query;
}

/** What stands in an object of a field is an operator: {"updatedAt": {"from": …}} is `updatedAt.from` there. */
const flat = (filter: Record<string, unknown>): [string, unknown][] =>
  Object.entries(filter).flatMap(([name, value]): [string, unknown][] =>
    isRecord(value) ? Object.entries(value).map(([operator, each]) => [`${name}.${operator}`, each]) : [[name, value]],
  );

const simpleQuery = ({ sort, filter }: AskedList) =>
  new URLSearchParams({ sort: JSON.stringify([sort.field, sort.order]), filter: JSON.stringify(filter) });

/** The lists leave empty filters out as well; null asks for records without a value. */
const isAsked = (value: unknown) =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);
