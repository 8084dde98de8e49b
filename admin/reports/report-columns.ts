import type { Report } from '#schemas/generated/types.ts';
import type { Field } from '#schemas/resource/resource.ts';

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

/** The fields of a row that a report shows: those that its config names under `columns`, in that order, else the usual ones. */
export function reportColumns(report: Report | undefined, fields: Field[]): Field[] {
  const wanted: unknown = report?.config.columns;
  const named = (names: unknown[]) => names.flatMap((name) => fields.filter((field) => field.name === name));
  const chosen = Array.isArray(wanted) ? named(wanted) : [];
  return chosen.length > 0 ? chosen : named(usual[report?.kind ?? 'AgencyOrder']);
}
