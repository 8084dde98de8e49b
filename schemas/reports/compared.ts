import { type Period, periodBefore, periodOf } from './comparison.ts';
import { groupings } from './groupings.ts';
import { type ReportSettings, withFilter } from './report-settings.ts';
import type { ReportSummary } from './report-summary.ts';

/** The two periods that a report compares, and the settings to query the earlier one. */
export interface PeriodComparison {
  now: Period;
  before: Period;
  settings: ReportSettings;
}

/** The comparison of a report; undefined if none is selected or there are no months. */
export function periodComparisonOf(
  settings: ReportSettings,
  summary: Pick<ReportSummary, 'by'>,
): PeriodComparison | undefined {
  const { comparison, filters } = settings;
  if (comparison === 'none') return undefined;
  const { value, from = value, to = value } = filters[groupings.fiscalMonth] ?? {};
  const now = periodOf({ ...(from ? { from } : {}), ...(to ? { to } : {}) }, summary);
  if (!now) return undefined;
  const before = periodBefore(now, comparison);
  return { now, before, settings: withFilter(settings, groupings.fiscalMonth, before) };
}
