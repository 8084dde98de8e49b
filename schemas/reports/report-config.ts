import { ReportRow as schema } from '../generated/registry.ts';
import type { Report } from '../generated/types.ts';
import { type Field, fieldsOf } from '../resource/resource.ts';
import { dayText } from '../texts/moments.ts';
import { moneyText } from '../texts/money.ts';
import { type Grouping, groupings, isGrouping } from './groupings.ts';

/** What is worth a column where the report does not say. */
const usual: Record<Report['kind'], string[]> = {
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

/** The fields that the data of a kind of row has. */
export const reportFields = (kind: Report['kind']): Field[] =>
  fields.filter(({ name }) => (name === 'test') === (kind === 'Test'));

/** How a person knows a field of a row. */
export const labelOfField = (name: string): string => fields.find((field) => field.name === name)?.label ?? name;

/** The fields that are shares of what is paid. */
const amounts = ['revenue', 'net_revenue', 'total_vendor_spend', 'actual_vendor_spend'];

/** What a row says in a field, as a person reads it. */
export function textInField({ name, kind }: Field, data: Record<string, unknown>): string {
  const value = data[name];
  if (value === null || value === undefined) return '';
  if (amounts.includes(name)) return moneyText(value);
  if (kind === 'date') return dayText(String(value));
  // A year is no amount.
  return kind === 'number' && name !== 'fiscal_year' ? Number(value).toLocaleString('en-US') : String(value);
}

/** How a field is asked for by a range: by months, days or numbers; others are not. */
export type RangeKind = 'month' | 'date' | 'number';

export function rangeKindOf({ name, kind }: Field): RangeKind | undefined {
  if (name === groupings.fiscalMonth) return 'month';
  if (kind === 'number') return 'number';
  return kind === 'date' ? 'date' : undefined;
}

/** The fields of a row that a report shows: those that its config names under `columns`, in that order, else the usual ones. */
export function reportColumns({ kind, config }: Report): Field[] {
  const named = (names: unknown[]) => names.flatMap((name) => fields.filter((field) => field.name === name));
  const chosen = Array.isArray(config.columns) ? named(config.columns) : [];
  return chosen.length > 0 ? chosen : named(usual[kind]);
}

/** The fields that are asked for by ranges, months first. */
export function rangeFields(kind: Report['kind']): Field[] {
  const ranged = reportFields(kind).filter((field) => rangeKindOf(field) !== undefined);
  const isMonth = (field: Field) => rangeKindOf(field) === 'month';
  return [...ranged.filter(isMonth), ...ranged.filter((field) => !isMonth(field))];
}

/** The columns that somebody has chosen, in the order of the report; without a choice those of the report. */
export function shownColumns(report: Report, chosen: readonly string[]): Field[] {
  if (chosen.length === 0) return reportColumns(report);
  const own = reportColumns(report);
  const others = reportFields(report.kind).filter((field) => !own.includes(field));
  return [...own, ...others].filter(({ name }) => chosen.includes(name));
}

/** The charts that a report shows: those that its config names under `charts`, in that order, else all that its kind has. */
export function reportCharts({ kind, config }: Report): Grouping[] {
  if (kind !== 'AgencyOrder') return [];
  return Array.isArray(config.charts) ? config.charts.filter(isGrouping) : Object.keys(groupings).filter(isGrouping);
}

/** What the rows of a report have in common by the filters of its config, in words: 'Industry: Food, Retail'. */
export function keptWords({ config }: Report): string[] {
  return Object.entries(Object(config.filters)).map(([name, wanted]) => {
    return `${labelOfField(name)}: ${wordsOf(wanted)}`;
  });
}

function wordsOf(wanted: unknown): string {
  if (typeof wanted !== 'object' || wanted === null || Array.isArray(wanted)) {
    return [wanted]
      .flat()
      .map((value) => (value === null ? 'not said' : String(value)))
      .join(', ');
  }
  const { from, to, is } = Object(wanted);
  const ends = [from === undefined ? '' : `from ${from}`, to === undefined ? '' : `to ${to}`];
  return [...ends, is === 'empty' ? 'not said' : is].filter(Boolean).join(' ');
}
