import { numberOf } from '../forms/kinds/number.ts';
import type { JsonMap, Report } from '../generated/types.ts';
import type { Field } from '../resource/resource.ts';
import { type Comparison, isComparison } from './comparison.ts';
import { type Grouping, groupings } from './groupings.ts';
import { reportFields } from './report-config.ts';

/** One filter of rows: the value that they have, '' for those that say nothing there, or what lies between two. */
export interface ReportFilter {
  value?: string;
  from?: string;
  to?: string;
}

/** By the fields of a row's data. */
export type ReportFilters = Record<string, ReportFilter>;

/**
 * What somebody looks at of a report beside what the report itself keeps. It stands in the address, is kept as a saved view,
 * and is what a schedule sends.
 */
export interface ReportSettings {
  filters: ReportFilters;
  /** None: as the report has them. */
  columns: string[];
  comparison: Comparison;
  /** The field that rows are in the order of, with a - where it falls; none: the newest come first. */
  sort: string;
}

export const usualSettings: ReportSettings = { filters: {}, columns: [], comparison: 'none', sort: '' };

/** So many rows can be brought in the order of a field, which no index serves. */
export const mostSorted = 200_000;

/** The settings that an address says; what no row has is left out of them. */
export function settingsIn(params: URLSearchParams, kind: Report['kind']): ReportSettings {
  const names = reportFields(kind).map(({ name }) => name);
  const filters = names.flatMap((name): [string, ReportFilter][] => {
    const [value, from, to] = [params.get(name), params.get(`${name}.from`), params.get(`${name}.to`)];
    if (value !== null) return [[name, { value }]];
    const range = { ...(from ? { from } : {}), ...(to ? { to } : {}) };
    return from || to ? [[name, range]] : [];
  });
  const columns = (params.get('columns') ?? '').split(',').filter((name) => names.includes(name));
  const comparison = params.get('compare');
  const sort = params.get('sort') ?? '';
  return {
    filters: Object.fromEntries(filters),
    columns,
    comparison: isComparison(comparison) ? comparison : 'none',
    sort: names.includes(sort.replace(/^-/, '')) ? sort : '',
  };
}

/** The address's query that says these settings, and nothing where they are the usual ones. */
export function paramsOf({ filters, columns, comparison, sort }: ReportSettings): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, { value, from, to }] of Object.entries(filters)) {
    if (value !== undefined) params.set(name, value);
    if (from) params.set(`${name}.from`, from);
    if (to) params.set(`${name}.to`, to);
  }
  if (columns.length > 0) params.set('columns', columns.join(','));
  if (comparison !== 'none') params.set('compare', comparison);
  if (sort) params.set('sort', sort);
  return params;
}

/** The settings that a saved view or a schedule keeps: free JSON, of which what does not fit is left out. */
export function settingsOf(config: JsonMap, kind: Report['kind']): ReportSettings {
  const text = typeof config.address === 'string' ? config.address : '';
  return settingsIn(new URLSearchParams(text), kind);
}

/** How settings are kept: as the address has them, so that there is one reading of them. */
export const configOf = (settings: ReportSettings): JsonMap => ({ address: String(paramsOf(settings)) });

/** Whether two say the same. */
export const isSameSettings = (one: ReportSettings, other: ReportSettings): boolean =>
  String(paramsOf(one)) === String(paramsOf(other));

/**
 * The query of the list `/view` and of `/summary` that asks for what the filters let through. A value is asked for by both its
 * ends: lists find a text by a part of it, and the rows of a bar are those that it counts.
 */
export function queryOf({ filters }: Pick<ReportSettings, 'filters'>, kind: Report['kind']): { filter?: string } {
  const fields = new Map(reportFields(kind).map((field) => [field.name, field]));
  const asked = Object.entries(filters).flatMap(([name, filter]) => {
    const field = fields.get(name);
    return field ? [[`data.${name}`, conditionOf(field, filter)]] : [];
  });
  return asked.length > 0 ? { filter: JSON.stringify(Object.fromEntries(asked)) } : {};
}

function conditionOf({ kind }: Field, { value, from = value, to = value }: ReportFilter): Record<string, unknown> {
  if (value === '') return { is: 'empty' };
  // What is no number goes to the server as it stands in the address, which says what is accepted.
  const read = (text: string) => (kind === 'number' ? (numberOf(text) ?? text) : text);
  return { ...(from ? { from: read(from) } : {}), ...(to ? { to: read(to) } : {}) };
}

/** The order of rows, as lists and stores are asked for it. */
export const orderOf = ({ sort }: Pick<ReportSettings, 'sort'>): string =>
  sort.startsWith('-') ? `-data.${sort.slice(1)}` : sort && `data.${sort}`;

/** The settings that show the rows of one bar of a chart. */
export const drilled = (settings: ReportSettings, grouping: Grouping, value: string): ReportSettings =>
  filteredBy(settings, groupings[grouping], { value });

/** The settings with another filter of a field, or without one. */
export function filteredBy(settings: ReportSettings, name: string, filter: ReportFilter | undefined): ReportSettings {
  const { [name]: _, ...others } = settings.filters;
  const isSome = filter && (filter.value !== undefined || filter.from || filter.to);
  return { ...settings, filters: isSome ? { ...others, [name]: filter } : others };
}

/** A filter in words: 'Industry: Food', 'Revenue: from 100 to 500'. */
export function wordsOfFilter(label: string, { value, from, to }: ReportFilter): string {
  if (value !== undefined) return `${label}: ${value || 'not said'}`;
  return [`${label}:`, from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
}
