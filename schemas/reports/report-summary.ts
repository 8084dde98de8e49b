import { divide, sum } from '#grammar/decimal/decimal.ts';
import { Order } from '../generated/registry.ts';
import { valueLabel } from '../resource/resource.ts';
import { moneyText } from '../texts/money.ts';
import { type Grouping, isGrouping, isMonthGrouping } from './groupings.ts';

/** The amounts that a summary adds up, each with the field of a row that it uses. */
export const amountFields = {
  revenue: 'revenue',
  netRevenue: 'net_revenue',
  totalVendorSpend: 'total_vendor_spend',
  actualVendorSpend: 'actual_vendor_spend',
  amount: 'amount',
} as const;

/** The name of an amount of a summary. */
export type Amount = keyof typeof amountFields;

/** Whether a name is that of an amount. */
export const isAmount = (name: string): name is Amount => Object.hasOwn(amountFields, name);

/** The count and amounts of some rows: all rows, or those of a group. It has only the requested amounts. */
export type Sum = { rows: number } & { [Name in Amount]?: number };

/** What a group is called. */
interface GroupName {
  /** What its rows have in common; an id if the groups are records. */
  value: string;
  /** The name of the record. */
  name?: string;
  /** What tells the record apart from others with the same name. */
  detail?: string;
}

export type Group = Sum & GroupName;

/** The totals of a report's rows, also by group (design 8). */
export type ReportSummary = Sum & { by: { [Name in Grouping]?: Group[] } };

/** The response of GET /api/reports/{id}/summary. */
export type SummaryResponse = ReportSummary & {
  /** Whether the stored totals are being rebuilt, so that this summary was computed from the rows. */
  isRebuilding: boolean;
  /** The number of rows that were counted, newest first, if there are more than the limit; else null. */
  countedTo: number | null;
};

/** The title of each grouping's chart. */
export const groupingTitles: Record<Grouping, string> = {
  fiscalMonth: 'By fiscal month',
  industry: 'By industry',
  productGroup: 'By product group',
  salesChannel: 'By sales channel',
  submissionMonth: 'By month of submission',
  channel: 'By channel',
  status: 'By status',
  person: 'By person',
  clientIndustry: 'By industry',
};

/** A figure of a summary or a group: its label, its value and how to format it. */
export interface MeasureDefinition {
  label: string;
  /** The amount that it is computed from; undefined for a count. */
  amount?: Amount;
  /** Whether values of groups add up, so that bars can compare them. */
  isTotal: boolean;
  of(sum: Sum): number;
  text(value: number): string;
}

const countText = (number: number): string => number.toLocaleString('en-US');

const total = (amount: Amount, label: string): MeasureDefinition => ({
  ...{ label, amount, isTotal: true, text: moneyText },
  of: (each) => each[amount] ?? 0,
});

const average = (amount: Amount, label: string): MeasureDefinition => ({
  ...{ label, amount, isTotal: false, text: moneyText },
  of: (each) => (each.rows > 0 ? divide(each[amount] ?? 0, each.rows) : 0),
});

const count = (label: string): MeasureDefinition => ({
  ...{ label, isTotal: false, text: countText },
  of: ({ rows }) => rows,
});

/** The measures that a report can show. */
const measureTable = {
  revenue: total('revenue', 'Revenue'),
  netRevenue: total('netRevenue', 'Net revenue'),
  totalVendorSpend: total('totalVendorSpend', 'Total vendor spend'),
  actualVendorSpend: total('actualVendorSpend', 'Actual vendor spend'),
  averageRevenue: average('revenue', 'Average revenue per row'),
  averageNetRevenue: average('netRevenue', 'Average net revenue per row'),
  rows: count('Rows'),
  amount: total('amount', 'Amount'),
  averageAmount: average('amount', 'Average amount per order'),
  orders: count('Orders'),
};

/** The name of a measure, as in a report's config. */
export type Measure = keyof typeof measureTable;

export const measures: Record<Measure, MeasureDefinition> = measureTable;

/** The amounts that a summary needs for these measures. */
export const amountsOf = (names: readonly Measure[]): Amount[] => [
  ...new Set(names.flatMap((name) => measures[name].amount ?? [])),
];

/** The measures that bars can compare: totals of money, else the first one. */
export function barMeasures(names: readonly Measure[]): Measure[] {
  const totals = names.filter((name) => measures[name].isTotal);
  return totals.length > 0 ? totals : names.slice(0, 1);
}

const statuses = Order.properties.status ?? {};

/** The label of a group; rows without a value are 'Not specified'. Records of the same name: 'Spots (North Agency)'. */
export function nameOfGroup(grouping: Grouping, { value, name = value, detail }: GroupName): string {
  if (value === '') return grouping === 'submissionMonth' ? 'Not submitted' : 'Not specified';
  if (grouping === 'status') return valueLabel(value, statuses);
  return detail === undefined ? name : `${name} (${detail})`;
}

const maxGroups = 10;

/**
 * The groups of a chart. Months stay in order; others are sorted by a measure, and the smallest are added up in `others`
 * if there are too many.
 */
export function shownGroups(
  grouping: Grouping,
  groups: readonly Group[],
  measure: Measure,
): { groups: Group[]; others: Group | null } {
  if (isMonthGrouping(grouping)) return { groups: [...groups], others: null };
  const { of } = measures[measure];
  const sorted = groups.toSorted((one, other) => of(other) - of(one));
  if (sorted.length <= maxGroups) return { groups: sorted, others: null };
  const rest = sorted.slice(maxGroups - 1);
  return { groups: sorted.slice(0, maxGroups - 1), others: { value: `${rest.length} others`, ...sumOfGroups(rest) } };
}

/** Adds up groups. */
export function sumOfGroups(groups: readonly Group[]): Sum {
  const names = Object.keys(amountFields).filter(isAmount);
  const amounts = names.flatMap((name) => {
    const values = groups.flatMap((each) => each[name] ?? []);
    return values.length > 0 ? [[name, sum(values)]] : [];
  });
  return { rows: sum(groups.map(({ rows }) => rows)), ...Object.fromEntries(amounts) };
}

/** The data of a chart: its groups with `others` at the end, and the largest value of the bars for the scale. */
export function chartOf(
  grouping: Grouping,
  { by }: Pick<ReportSummary, 'by'>,
  names: readonly Measure[],
): { all: Group[]; others: Group | null; max: number } {
  const [first = 'rows'] = names;
  const { groups, others } = shownGroups(grouping, by[grouping] ?? [], first);
  const all = others ? [...groups, others] : groups;
  return {
    all,
    others,
    max: Math.max(1, ...all.flatMap((each) => barMeasures(names).map((name) => measures[name].of(each)))),
  };
}

/** Builds a summary from the result of the database aggregation, with all groupings that it has. */
export function summaryIn(result: Record<string, unknown>): ReportSummary {
  const by = Object.entries(Object(result.by)).flatMap(([name, groups]): [Grouping, Group[]][] =>
    isGrouping(name) && Array.isArray(groups)
      ? [[name, groups.map((each: unknown) => ({ ...groupNameIn(each), ...sumIn(each) }))]]
      : [],
  );
  return { ...sumIn(result), by: Object.fromEntries(by) };
}

function groupNameIn(group: unknown): GroupName {
  const { value, name, detail } = Object(group);
  return {
    value: String(value),
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof detail === 'string' ? { detail } : {}),
  };
}

/** Amounts can be decimals of the database. */
function sumIn(result: unknown): Sum {
  const amounts = Object.entries(Object(result)).flatMap(([name, value]) =>
    isAmount(name) ? [[name, Number(String(value))]] : [],
  );
  return { rows: Number(Object(result).rows), ...Object.fromEntries(amounts) };
}
