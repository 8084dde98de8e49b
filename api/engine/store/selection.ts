import { parseSortField, searchKeys } from './model.ts';
import type { FindOptions } from './store.ts';

/** The MongoDB projection for `omit` and `only`; undefined for whole documents. */
export function projectionOf({
  omit = [],
  only,
}: Pick<FindOptions, 'omit' | 'only'>): Record<string, 0 | 1> | undefined {
  if (only) return Object.fromEntries(only.map((path) => [path, 1]));
  return omit.length > 0 ? Object.fromEntries([...omit, searchKeys].map((path) => [path, 0])) : undefined;
}

/** The MongoDB sort, with the id as tie-breaker in the direction of the last field, as in the indexes. */
export function sortOf(fields: string[]): Record<string, 1 | -1> {
  const parts = fields.map(parseSortField);
  return Object.fromEntries([...parts, ['_id', parts.at(-1)?.[1] ?? 1]]);
}
