import type { Report } from '#schemas/generated/types.ts';
import { parseSettings, settingsToParams } from '#schemas/reports/report-settings.ts';
import type { SavedViewLabels, SavedViewsProps } from '../lists/SavedViews.tsx';
import type { ShownReport } from './useReportSettings.ts';

const words: SavedViewLabels = {
  label: 'Saved settings',
  defaultLabel: 'Everything',
  saveLabel: 'Save these settings',
  hint: 'The filters, columns and comparison appear above the report under this name, for you only.',
};

/** Returns the props for the saved views of a report: named settings of one person. */
export const reportViewsProps = (report: Report, { settings }: ShownReport, userId: string): SavedViewsProps => ({
  resource: `reports/${report.id}`,
  userId,
  currentQuery: String(settingsToParams(settings)),
  read: (query) => String(settingsToParams(parseSettings(new URLSearchParams(query), report.kind))),
  words,
});
