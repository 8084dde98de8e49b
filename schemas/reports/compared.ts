import { type Period, periodBefore, periodOf } from './comparison.ts';
import { groupings } from './groupings.ts';
import { filteredBy, type ReportSettings } from './report-settings.ts';
import type { ReportSummary } from './report-summary.ts';

/** Which months are held against which, and the settings that ask for those of before. */
export interface Compared {
  now: Period;
  before: Period;
  settings: ReportSettings;
}

/** What the figures of a report are held against; nothing where that is not asked for, or there are no months to go by. */
export function comparedOf(settings: ReportSettings, summary: Pick<ReportSummary, 'by'>): Compared | undefined {
  const { comparison, filters } = settings;
  if (comparison === 'none') return undefined;
  const { value, from = value, to = value } = filters[groupings.fiscalMonth] ?? {};
  const now = periodOf({ ...(from ? { from } : {}), ...(to ? { to } : {}) }, summary);
  if (!now) return undefined;
  const before = periodBefore(now, comparison);
  return { now, before, settings: filteredBy(settings, groupings.fiscalMonth, before) };
}
