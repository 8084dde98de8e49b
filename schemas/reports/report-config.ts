import { isRecord } from '../forms/is-record.ts';
import { Order, ReportRow as schema } from '../generated/registry.ts';
import type { JsonMap, Report } from '../generated/types.ts';
import { type Field, fieldsOf, resourceOf, valueLabel } from '../resource/resource.ts';
import { dayText, momentText } from '../texts/moments.ts';
import { moneyText } from '../texts/money.ts';
import {
  type Grouping,
  groupings,
  isGrouping,
  isMonthGrouping,
  isRecordGrouping,
  orderGroupings,
  recordGroupings,
} from './groupings.ts';
import { type Measure, nameOfGroup, type ReportSummary } from './report-summary.ts';

const defaultColumns: Record<Report['kind'], string[]> = {
  AgencyOrder: [
    'customer_name',
    'product_group',
    'sales_channel',
    'industry',
    'fiscal_year_month',
    'revenue',
    'net_revenue',
  ],
  Order: ['refCode', 'campaign', 'clientName', 'channelName', 'status', 'userName', 'amount', 'submissionDate'],
  Test: ['test'],
};

const rowFields = fieldsOf(schema.properties.data ?? {}, 'ReportRow/data');

/** The properties of orders that reports show, with their labels there. */
const orderLabels: Record<string, string> = {
  refCode: 'Reference',
  campaign: 'Campaign',
  clientName: 'Client',
  clientIndustry: 'Industry',
  channelName: 'Channel',
  status: 'Status',
  userName: 'Person',
  amount: 'Amount',
  submissionDate: 'Submitted',
  updatedAt: 'Updated',
};

const { fields: allOrderFields } = resourceOf(Order);
const orderFields = Object.entries(orderLabels).flatMap(([name, label]) =>
  allOrderFields
    .filter((field) => field.name === name)
    .map(({ property: { 'x-admin': _, ...property }, ...field }): Field => ({ ...field, label, property })),
);

/** The references of orders that reports filter by. They are no columns: those have the names. */
const recordFields = Object.values(recordGroupings).flatMap(({ id, name }) =>
  allOrderFields
    .filter((field) => field.name === id)
    .map(
      ({ property, ...field }): Field => ({
        ...field,
        label: orderLabels[name] ?? field.label,
        property: { ...property, 'x-admin': { widget: 'hidden' } },
      }),
    ),
);

const fields = [...rowFields, ...orderFields, ...recordFields];

/** The fields of a kind of row: those of its data, or those of an order. */
export function reportFields(kind: Report['kind']): Field[] {
  if (kind === 'Order') return orderFields;
  return rowFields.filter(({ name }) => (name === 'test') === (kind === 'Test'));
}

/** The fields that a kind of row is filtered by: those that it shows, and the records of its groups. */
export const reportFilterFields = (kind: Report['kind']): Field[] =>
  kind === 'Order' ? [...orderFields, ...recordFields] : reportFields(kind);

/** The path of a field in a row: in the data of an imported row, or in the order itself. */
export const pathInRow = (kind: Report['kind'], name: string): string => (kind === 'Order' ? name : `data.${name}`);

/** The path of the list of a report's rows, below the report. */
export const rowsPath = (kind: Report['kind']): string => (kind === 'Order' ? 'orders' : 'view');

/** The label of a field of a row. */
export const reportFieldLabel = (name: string): string => fields.find((field) => field.name === name)?.label ?? name;

/** The fields that are money. */
const amounts = ['revenue', 'net_revenue', 'total_vendor_spend', 'actual_vendor_spend'];

/** Formats a field of a row for people. */
export function textInField({ name, kind, property }: Field, data: Record<string, unknown>): string {
  const value = data[name];
  if (value === null || value === undefined) return '';
  if (kind === 'money' || amounts.includes(name)) return moneyText(value);
  if (kind === 'date') return dayText(String(value));
  if (kind === 'dateTime') return momentText(String(value));
  if (kind === 'enum') return valueLabel(value, property);
  // A year is not formatted as an amount.
  return kind === 'number' && name !== 'fiscal_year' ? Number(value).toLocaleString('en-US') : String(value);
}

/** The kind of range that a field is filtered by: months, days or numbers. Other fields have no range. */
export type RangeKind = 'month' | 'date' | 'number';

/** The kind of range of a field; undefined if it has none. */
export function rangeKindOf({ name, kind }: Field): RangeKind | undefined {
  if (name === groupings.fiscalMonth) return 'month';
  if (kind === 'number' || kind === 'money') return 'number';
  return kind === 'date' || kind === 'dateTime' ? 'date' : undefined;
}

/** The columns of a report: those in `config.columns`, in that order, else the defaults. */
export function reportColumns({ kind, config }: Pick<Report, 'kind' | 'config'>): Field[] {
  const fieldsByName = (names: unknown[]) =>
    names.flatMap((name) => reportFields(kind).filter((field) => field.name === name));
  const selected = Array.isArray(config.columns) ? fieldsByName(config.columns) : [];
  return selected.length > 0 ? selected : fieldsByName(defaultColumns[kind]);
}

/** The fields that are filtered by a range, first the one that reports are usually limited by. */
export function rangeFields(kind: Report['kind']): Field[] {
  const ranged = reportFields(kind).filter((field) => rangeKindOf(field) !== undefined);
  const isFirst = ({ name }: Field) => name === groupings.fiscalMonth || name === orderGroupings.submissionMonth;
  return [...ranged.filter(isFirst), ...ranged.filter((field) => !isFirst(field))];
}

/** The visible columns: those that a person selected, in the order of the report, else the report's own. */
export function shownColumns(report: Report, selected: readonly string[]): Field[] {
  if (selected.length === 0) return reportColumns(report);
  const own = reportColumns(report);
  const others = reportFields(report.kind).filter((field) => !own.includes(field));
  return [...own, ...others].filter(({ name }) => selected.includes(name));
}

/** The groupings that a kind of row has. */
export const groupingsOf = (kind: Report['kind']): Grouping[] => Object.keys(groupingsByKind[kind]).filter(isGrouping);

const groupingsByKind: Record<Report['kind'], object> = { AgencyOrder: groupings, Order: orderGroupings, Test: {} };

/** The months by which a kind of row is compared with earlier ones; undefined if it has none. */
export const monthGroupingOf = (kind: Report['kind']): Grouping | undefined => groupingsOf(kind).find(isMonthGrouping);

/** The measures that a kind of row has. */
export const measuresOf = (kind: Report['kind']): Measure[] => measuresByKind[kind];

const measuresByKind: Record<Report['kind'], Measure[]> = {
  AgencyOrder: [
    ...(['revenue', 'netRevenue', 'totalVendorSpend', 'actualVendorSpend'] as const),
    ...(['averageRevenue', 'averageNetRevenue', 'rows'] as const),
  ],
  Order: ['amount', 'orders', 'averageAmount'],
  Test: [],
};

/** The measures of a report without `config.measures`: of its totals, and of its groups. */
const defaultMeasures: Record<Report['kind'], { totals: Measure[]; groups: Measure[] }> = {
  AgencyOrder: { totals: ['revenue', 'netRevenue', 'rows'], groups: ['revenue', 'netRevenue'] },
  Order: { totals: ['amount', 'orders', 'averageAmount'], groups: ['amount', 'orders'] },
  Test: { totals: [], groups: [] },
};

/** The known names in a list of a report's config, each once. */
function namesIn<T>(list: unknown, known: readonly T[]): T[] {
  const names: unknown[] = Array.isArray(list) ? list : [];
  return [...new Set(names.flatMap((name) => known.filter((each) => each === name)))];
}

/**
 * The groupings by which a report is summarized: those in `config.groups` and then those that are only charts, else its
 * charts.
 */
export function reportGroups({ kind, config }: Pick<Report, 'kind' | 'config'>): Grouping[] {
  const groups = namesIn(config.groups, groupingsOf(kind));
  if (groups.length === 0) return reportCharts({ kind, config });
  return [...new Set([...groups, ...namesIn(config.charts, groupingsOf(kind))])];
}

/** The groupings that are drawn as charts: those in `config.charts`, in that order, else all groups of the report. */
export function reportCharts({ kind, config }: Pick<Report, 'kind' | 'config'>): Grouping[] {
  if (Array.isArray(config.charts)) return namesIn(config.charts, groupingsOf(kind));
  const groups = namesIn(config.groups, groupingsOf(kind));
  return groups.length > 0 ? groups : groupingsOf(kind);
}

/** The measures of a report: those in `config.measures`, in that order, else the usual ones of its totals or groups. */
export function reportMeasures(
  { kind, config }: Pick<Report, 'kind' | 'config'>,
  place: 'totals' | 'groups' = 'totals',
): Measure[] {
  const chosen = namesIn(config.measures, measuresOf(kind));
  return chosen.length > 0 ? chosen : defaultMeasures[kind][place];
}

/** The config without the names that a kind of row does not have, for a report whose kind changes. */
export function configOfKind(kind: Report['kind'], config: JsonMap): JsonMap {
  const fieldNames = reportFields(kind).map(({ name }) => name);
  const known: Record<string, readonly string[]> = {
    ...{ columns: fieldNames, groups: groupingsOf(kind), charts: groupingsOf(kind), measures: measuresOf(kind) },
  };
  const filterNames = reportFilterFields(kind).map(({ name }) => name);
  const entries = Object.entries(config).map(([key, value]): [string, unknown] => {
    if (key === 'filters' && isRecord(value))
      return [key, Object.fromEntries(Object.entries(value).filter(([name]) => filterNames.includes(name)))];
    return [key, Object.hasOwn(known, key) ? namesIn(value, known[key] ?? []) : value];
  });
  const isEmpty = (value: unknown) =>
    isRecord(value) || Array.isArray(value) ? Object.keys(value).length === 0 : false;
  return Object.fromEntries(entries.filter(([, value]) => !isEmpty(value)));
}

/** The groups of a report's summary, which have the names of records; undefined until it is loaded. */
export type NamedGroups = Pick<ReportSummary, 'by'> | undefined;

/** The filters of a report's config in words: 'Industry: Food, Retail'. */
export function reportFilterWords({ config }: Report, summary: NamedGroups): string[] {
  return Object.entries(Object(config.filters)).map(([name, filter]) => {
    return `${reportFieldLabel(name)}: ${wordsOf(name, filter, summary)}`;
  });
}

/** The value of a filter as it is shown. */
export function filterValueText(name: string, value: unknown, summary: NamedGroups): string {
  if (value === null || value === '') return 'not specified';
  const grouping = Object.keys(recordGroupings).filter(isRecordGrouping);
  const ofRecords = grouping.find((each) => recordGroupings[each].id === name);
  if (ofRecords) return recordText(ofRecords, value, summary);
  const field = fields.find((each) => each.name === name);
  return field?.kind === 'enum' ? valueLabel(value, field.property) : String(value);
}

/** The name of a record that a filter selects. Only the summary has it, so a record without rows has none. */
function recordText(grouping: Grouping, id: unknown, summary: NamedGroups): string {
  if (!summary) return '…';
  const group = summary.by[grouping]?.find(({ value }) => value === id);
  return group ? nameOfGroup(grouping, group) : 'without matching rows';
}

function wordsOf(name: string, filter: unknown, summary: NamedGroups): string {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) {
    return [filter]
      .flat()
      .map((value) => filterValueText(name, value, summary))
      .join(', ');
  }
  const { from, to, is } = Object(filter);
  const ends = [from === undefined ? '' : `from ${from}`, to === undefined ? '' : `to ${to}`];
  return [...ends, is === 'empty' ? 'not specified' : is].filter(Boolean).join(' ');
}
