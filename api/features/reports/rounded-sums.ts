import { toSignificant } from '#grammar/decimal/decimal.ts';
import type { ReportSummary, Sum } from '#schemas/reports/report-summary.ts';

/** Maximum number of groups per chart. */
export const maxChartGroups = 500;

/** Rounds totals to 15 significant digits, because MongoDB adds binary floating-point numbers (rules-language 2). */
export function roundTotals({ by, ...whole }: ReportSummary): ReportSummary {
  const { fiscalMonth, industry, productGroup, salesChannel } = by;
  return {
    ...roundedSum(whole),
    by: {
      fiscalMonth: fiscalMonth.map(roundedSum),
      industry: industry.map(roundedSum),
      productGroup: productGroup.map(roundedSum),
      salesChannel: salesChannel.map(roundedSum),
    },
  };
}

const roundedSum = <T extends Sum>(sum: T): T => ({
  ...sum,
  revenue: toSignificant(sum.revenue),
  netRevenue: toSignificant(sum.netRevenue),
});
