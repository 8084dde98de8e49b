import type { Report } from '#schemas/generated/types.ts';
import { parseSettings, settingsToParams } from '#schemas/reports/report-settings.ts';
import type { KeptViewsProps, ViewWords } from '../lists/KeptViews.tsx';
import type { ShownReport } from './useReportSettings.ts';

const words: ViewWords = {
  label: 'Kept settings',
  usual: 'Everything',
  keep: 'Keep these settings',
  hint: 'Filters, columns and comparison stand above the report under this name, for you alone.',
};

/** Returns the props for the saved views of a report: named settings of one person. */
export const keptSettings = (report: Report, { settings }: ShownReport, userId: string): KeptViewsProps => ({
  resource: `reports/${report.id}`,
  userId,
  now: String(settingsToParams(settings)),
  read: (query) => String(settingsToParams(parseSettings(new URLSearchParams(query), report.kind))),
  words,
});
