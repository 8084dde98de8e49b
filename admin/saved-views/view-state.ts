import { isEqual } from '#schemas/forms/is-equal.ts';
import { isRecord } from '#schemas/forms/is-record.ts';
import type { JsonMap } from '#schemas/generated/types.ts';

/** The part of a list's state that a view stores. */
export interface ViewState {
  filter: Record<string, unknown>;
  sort: { field: string; order: 'ASC' | 'DESC' };
  columns: string[];
  perPage: number;
}

/**
 * Parses the configuration of a saved view. It is free JSON and may be outdated: invalid parts fall back to the list's
 * defaults.
 */
export function parseViewConfig(config: JsonMap | undefined, usual: ViewState): ViewState {
  const { filter, sort, columns, perPage } = config ?? {};
  return {
    filter: isRecord(filter) ? filter : usual.filter,
    sort: isSort(sort) ? sort : usual.sort,
    columns: isTexts(columns) && columns.length > 0 ? columns : usual.columns,
    perPage: typeof perPage === 'number' && perPage >= 1 && perPage <= 200 ? perPage : usual.perPage,
  };
}

/** Serializes a list's state to a view's configuration. */
export function serializeView({ filter, sort, columns, perPage }: ViewState): JsonMap {
  return { filter, sort: { field: sort.field, order: sort.order }, columns, perPage };
}

/** Whether the list still equals the view. */
export function isViewUnchanged(list: ViewState, view: ViewState): boolean {
  return isEqual(serializeView(list), serializeView(view));
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

const isSort = (value: unknown): value is ViewState['sort'] =>
  isRecord(value) && typeof value.field === 'string' && (value.order === 'ASC' || value.order === 'DESC');
