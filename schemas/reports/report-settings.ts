import { isRecord } from '../forms/is-record.ts';
import { toNumber } from '../forms/kinds/number.ts';
import type { JsonMap, Report } from '../generated/types.ts';
import type { Field } from '../resource/resource.ts';
import { type Comparison, daysOf, isComparison, type Period, periodBefore, periodOf } from './comparison.ts';
import { type Grouping, groupingFields, isMonthGrouping } from './groupings.ts';
import {
  filterValueText,
  monthGroupingOf,
  type NamedGroups,
  pathInRow,
  reportFieldLabel,
  reportFields,
  reportFilterFields,
} from './report-config.ts';
import type { ReportSummary } from './report-summary.ts';

/** A filter of rows: `value` for an exact value ('' for empty), or a range of `from` and `to`. */
export interface ReportFilter {
  value?: string;
  from?: string;
  to?: string;
}

/** Filters by the names of a row's fields. */
type ReportFilters = Record<string, ReportFilter>;

/**
 * The settings of a report's page, in addition to the report's own config. They are stored in the URL, in saved views
 * and in report schedules.
 */
export interface ReportSettings {
  filters: ReportFilters;
  /** Empty: the report's own columns. */
  columns: string[];
  comparison: Comparison;
  /** The field to sort by, with a leading - for descending; empty: newest first. */
  sort: string;
}

/** The settings of a report that nobody has changed. */
export const defaultReportSettings: ReportSettings = { filters: {}, columns: [], comparison: 'none', sort: '' };

/** The maximum number of rows that can be sorted by a field, because no index supports that. */
export const maxSortedRows = 200_000;

/** Parses settings from a URL's query; unknown fields and values are ignored. */
export function parseSettings(params: URLSearchParams, kind: Report['kind']): ReportSettings {
  const names = reportFields(kind).map(({ name }) => name);
  const filters = reportFilterFields(kind).flatMap(({ name }): [string, ReportFilter][] => {
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
    comparison: monthGroupingOf(kind) && isComparison(comparison) ? comparison : 'none',
    sort: names.includes(sort.replace(/^-/, '')) ? sort : '',
  };
}

/** Serializes settings as a URL's query; empty for the defaults. */
export function settingsToParams({ filters, columns, comparison, sort }: ReportSettings): URLSearchParams {
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

/** Parses the settings of a saved view or a schedule from its free JSON; invalid parts are ignored. */
export function parseStoredSettings(config: JsonMap, kind: Report['kind']): ReportSettings {
  const text = typeof config.address === 'string' ? config.address : '';
  return parseSettings(new URLSearchParams(text), kind);
}

/** Serializes settings for a saved view or a schedule: as the query of a URL, so that there is only one parser. */
export const settingsToConfig = (settings: ReportSettings): JsonMap => ({
  address: String(settingsToParams(settings)),
});

/** Whether two settings are equal. */
export const isSameSettings = (one: ReportSettings, other: ReportSettings): boolean =>
  String(settingsToParams(one)) === String(settingsToParams(other));

/**
 * The API query of a report's rows and summary for these filters. An exact value is sent as a range from itself to
 * itself, because lists match texts by substring, and the rows must be those that the chart's bar counts.
 */
export function toApiFilter({ filters }: Pick<ReportSettings, 'filters'>, kind: Report['kind']): { filter?: string } {
  const fields = new Map(reportFilterFields(kind).map((field) => [field.name, field]));
  const conditions = Object.entries(filters).flatMap(([name, filter]) => {
    const field = fields.get(name);
    return field ? [[pathInRow(kind, name), conditionOf(field, filter)]] : [];
  });
  return conditions.length > 0 ? { filter: JSON.stringify(Object.fromEntries(conditions)) } : {};
}

function conditionOf({ kind }: Field, { value, from = value, to = value }: ReportFilter): unknown {
  if (value === '') return { is: 'empty' };
  if (kind === 'enum' || kind === 'reference') return value;
  // Pass an invalid number to the server as it is, so that its error message says what is accepted.
  const read = (text: string) => (kind === 'number' || kind === 'money' ? (toNumber(text) ?? text) : text);
  return { ...(from ? { from: read(from) } : {}), ...(to ? { to: read(to) } : {}) };
}

/** The config of a new report that shows what this report shows with these settings: its filters and columns. */
export function configWithSettings(
  { kind, config }: Pick<Report, 'kind' | 'config'>,
  { columns, filters }: ReportSettings,
): JsonMap {
  const requested = reportFilterFields(kind).flatMap((field) => {
    const filter = filters[field.name];
    if (!filter) return [];
    const condition = conditionOf(field, filter);
    if (!filter.value) return [[field.name, condition]];
    return [[field.name, [isRecord(condition) ? condition.from : condition]]];
  });
  const all = { ...(isRecord(config.filters) ? config.filters : {}), ...Object.fromEntries(requested) };
  return {
    ...config,
    ...(columns.length > 0 ? { columns } : {}),
    ...(Object.keys(all).length > 0 ? { filters: all } : {}),
  };
}

/** The query of the back-office's page of a new report that shows what this view of a report shows. */
export function newReportQuery(report: Pick<Report, 'kind' | 'config'>, view: URLSearchParams): string {
  const { kind } = report;
  const source = JSON.stringify({ kind, config: configWithSettings(report, parseSettings(view, kind)) });
  return String(new URLSearchParams({ source }));
}

/** The `sort` parameter of lists. */
export const toSortParam = ({ sort }: Pick<ReportSettings, 'sort'>, kind: Report['kind']): string =>
  sort.startsWith('-') ? `-${pathInRow(kind, sort.slice(1))}` : sort && pathInRow(kind, sort);

/** Drill-down: the settings that filter by one bar of a chart. */
export const drillDown = (settings: ReportSettings, grouping: Grouping, value: string): ReportSettings =>
  withFilter(settings, groupingFields[grouping], filterOfGroup(grouping, value));

/** The filter that selects one group. The days of a month of submission are those in UTC, as its group has them. */
function filterOfGroup(grouping: Grouping, value: string): ReportFilter {
  if (!isMonthGrouping(grouping) || grouping === 'fiscalMonth' || value === '') return { value };
  return daysOf({ from: value, to: value });
}

/** Replaces the filter of a field, or removes it. */
export function withFilter(settings: ReportSettings, name: string, filter: ReportFilter | undefined): ReportSettings {
  const { [name]: _, ...others } = settings.filters;
  const isSome = filter && (filter.value !== undefined || filter.from || filter.to);
  return { ...settings, filters: isSome ? { ...others, [name]: filter } : others };
}

/** A filter in words: 'Industry: Food', 'Revenue: from 100 to 500'. */
export function wordsOfFilter(name: string, { value, from, to }: ReportFilter, summary: NamedGroups): string {
  const label = reportFieldLabel(name);
  if (value !== undefined) return `${label}: ${filterValueText(name, value, summary)}`;
  return [`${label}:`, from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
}

/** The two periods that a report compares, and the settings to query the earlier one. */
export interface PeriodComparison {
  now: Period;
  before: Period;
  settings: ReportSettings;
}

/**
 * The comparison of a report; undefined if none is selected or there are no months. Orders need a range of submission
 * dates: without one the figures include orders that are not submitted, and an earlier period has none of them.
 */
export function periodComparisonOf(
  settings: ReportSettings,
  summary: Pick<ReportSummary, 'by'>,
  kind: Report['kind'],
): PeriodComparison | undefined {
  const { comparison, filters } = settings;
  const grouping = monthGroupingOf(kind);
  if (comparison === 'none' || !grouping) return undefined;
  const field = groupingFields[grouping];
  const { value, from = value, to = value } = filters[field] ?? {};
  const isOfDays = grouping === 'submissionMonth';
  if (isOfDays && !from && !to) return undefined;
  const now = periodOf({ ...(from ? { from } : {}), ...(to ? { to } : {}) }, summary.by[grouping]);
  if (!now) return undefined;
  const before = periodBefore(now, comparison);
  return { now, before, settings: withFilter(settings, field, isOfDays ? daysOf(before) : before) };
}

/** Why a report is compared with nothing. */
export const noPeriodWords = (kind: Report['kind']): string =>
  kind === 'Order'
    ? 'Choose a range of submission dates to compare with an earlier one.'
    : 'There are no months to compare.';
