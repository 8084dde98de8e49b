import type { ReportSummary, Sum } from '#schemas/reports/report-summary.ts';

/** So many groups are told of one chart. */
export const mostGroups = 500;

/** Totals without the dust of adding. */
export function roundedSums({ by, ...whole }: ReportSummary): ReportSummary {
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
  revenue: rounded(sum.revenue),
  netRevenue: rounded(sum.netRevenue),
});

/** Millionths that adding leaves are no part of a sum of money. */
const rounded = (amount: number): number => Math.round(amount * 10_000) / 10_000;
