import { mongoQueryMatcher } from '@casl/ability';
import { invalidRequest } from '../../../platform/errors/catalogue.ts';
import { parseSortField, searchKeys } from '../../store/model.ts';
import { searchKeysOf } from '../../store/search.ts';
import type { Filter } from '../../store/store.ts';
import { type Cursor, cursorAfter } from '../lists/cursor.ts';
import type { ListPage } from '../lists/list.ts';
import type { ListQuery } from '../lists/query.ts';

/** Filters, sorts and paginates the parts of a record in memory, as MongoDB does for a collection. */
export function pageOfParts<T extends object & { id: string }>(
  parts: T[],
  query: ListQuery,
  search: string[],
): ListPage<T> {
  const found = parts.filter((part) => fits(asDocument(part, search), { $and: [query.filter, query.search] }));
  const sorted = found.toSorted((one, other) => compare(one, other, query.sort));
  const begin = query.after ? indexAfter(sorted, query.after) : query.skip;
  const results = sorted.slice(begin, begin + query.limit);
  return {
    results,
    total: found.length,
    totalIsMinimum: false,
    isMore: begin + results.length < sorted.length,
    endsEarly: false,
    cursorAt: async (index) => cursorAfter(results[index] ?? { id: '' }, query.sort),
  };
}

/** The index after the cursor's row. Throws REQUEST_SCHEMA_INVALID when that row was deleted. */
function indexAfter(sorted: { id: string }[], { id }: Cursor): number {
  const index = sorted.findIndex((part) => part.id === id);
  if (index >= 0) return index + 1;
  throw invalidRequest('querystring', [
    { path: '/after', message: 'The row of the cursor no longer exists: start again at the first page' },
  ]);
}

/** Whether a document matches a filter. The matcher library handles fields but not logical operators. */
function fits(document: Record<string, unknown>, { $and = [], $or, $nor = [], ...fields }: Filter): boolean {
  const matches = (condition: Filter) => fits(document, condition);
  const missing = Object.keys(fields).map((field) => [field, null]);
  return (
    conditionsIn($and).every(matches) &&
    ($or === undefined || conditionsIn($or).some(matches)) &&
    !conditionsIn($nor).some(matches) &&
    mongoQueryMatcher(fields)({ ...Object.fromEntries(missing), ...document })
  );
}

const conditionsIn = (value: unknown): Filter[] => (Array.isArray(value) ? value : []);

/** A part as a document: filters call the id `_id`. */
const asDocument = (part: object, search: string[]): Record<string, unknown> => {
  const record = Object.fromEntries(Object.entries(part));
  return { ...record, _id: record.id, [searchKeys]: searchKeysOf(record, search) };
};

function compare(one: object, other: object, sort: string[]): number {
  for (const [field, direction] of sort.map(parseSortField)) {
    const order = direction * orderOf(Reflect.get(one, field), Reflect.get(other, field));
    if (order !== 0) return order;
  }
  return 0;
}

/** Null sorts first, as in MongoDB. */
function orderOf(one: unknown, other: unknown): number {
  if (one === other) return 0;
  if (one === null || one === undefined) return -1;
  if (other === null || other === undefined) return 1;
  return one < other ? -1 : 1;
}
