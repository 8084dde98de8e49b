import { ReportRow as schema } from '../generated/registry.ts';
import type { Report } from '../generated/types.ts';
import { type Field, fieldsOf } from '../resource/resource.ts';
import { dayText } from '../texts/moments.ts';
import { moneyText } from '../texts/money.ts';
import { type Grouping, groupings, isGrouping } from './groupings.ts';

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
  Test: ['test'],
};

const fields = fieldsOf(schema.properties.data ?? {}, 'ReportRow/data');

/** The fields of the data of a kind of row. */
export const reportFields = (kind: Report['kind']): Field[] =>
  fields.filter(({ name }) => (name === 'test') === (kind === 'Test'));

/** The label of a field of a row. */
export const reportFieldLabel = (name: string): string => fields.find((field) => field.name === name)?.label ?? name;

/** The fields that are money. */
const amounts = ['revenue', 'net_revenue', 'total_vendor_spend', 'actual_vendor_spend'];

/** Formats a field of a row for people. */
export function textInField({ name, kind }: Field, data: Record<string, unknown>): string {
  const value = data[name];
  if (value === null || value === undefined) return '';
  if (amounts.includes(name)) return moneyText(value);
  if (kind === 'date') return dayText(String(value));
  // A year is not formatted as an amount.
  return kind === 'number' && name !== 'fiscal_year' ? Number(value).toLocaleString('en-US') : String(value);
}

/** The kind of range that a field is filtered by: months, days or numbers. Other fields have no range. */
export type RangeKind = 'month' | 'date' | 'number';

/** The kind of range of a field; undefined if it has none. */
export function rangeKindOf({ name, kind }: Field): RangeKind | undefined {
  if (name === groupings.fiscalMonth) return 'month';
  if (kind === 'number') return 'number';
  return kind === 'date' ? 'date' : undefined;
}

/** The columns of a report: those in `config.columns`, in that order, else the defaults. */
export function reportColumns({ kind, config }: Pick<Report, 'kind' | 'config'>): Field[] {
  const fieldsByName = (names: unknown[]) => names.flatMap((name) => fields.filter((field) => field.name === name));
  const selected = Array.isArray(config.columns) ? fieldsByName(config.columns) : [];
  return selected.length > 0 ? selected : fieldsByName(defaultColumns[kind]);
}

/** The fields that are filtered by a range, months first. */
export function rangeFields(kind: Report['kind']): Field[] {
  const ranged = reportFields(kind).filter((field) => rangeKindOf(field) !== undefined);
  const isMonth = (field: Field) => rangeKindOf(field) === 'month';
  return [...ranged.filter(isMonth), ...ranged.filter((field) => !isMonth(field))];
}

/** The visible columns: those that a person selected, in the order of the report, else the report's own. */
export function shownColumns(report: Report, selected: readonly string[]): Field[] {
  if (selected.length === 0) return reportColumns(report);
  const own = reportColumns(report);
  const others = reportFields(report.kind).filter((field) => !own.includes(field));
  return [...own, ...others].filter(({ name }) => selected.includes(name));
}

/** The charts of a report: those in `config.charts`, in that order, else all that its kind has. */
export function reportCharts({ kind, config }: Pick<Report, 'kind' | 'config'>): Grouping[] {
  if (kind !== 'AgencyOrder') return [];
  return Array.isArray(config.charts) ? config.charts.filter(isGrouping) : Object.keys(groupings).filter(isGrouping);
}

/** The filters of a report's config in words: 'Industry: Food, Retail'. */
export function reportFilterWords({ config }: Report): string[] {
  return Object.entries(Object(config.filters)).map(([name, filter]) => {
    return `${reportFieldLabel(name)}: ${wordsOf(filter)}`;
  });
}

function wordsOf(filter: unknown): string {
  if (typeof filter !== 'object' || filter === null || Array.isArray(filter)) {
    return [filter]
      .flat()
      .map((value) => (value === null ? 'not specified' : String(value)))
      .join(', ');
  }
  const { from, to, is } = Object(filter);
  const ends = [from === undefined ? '' : `from ${from}`, to === undefined ? '' : `to ${to}`];
  return [...ends, is === 'empty' ? 'not specified' : is].filter(Boolean).join(' ');
}
