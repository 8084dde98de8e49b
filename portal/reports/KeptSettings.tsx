import type { Report } from '#schemas/generated/types.ts';
import { paramsOf, settingsIn } from '#schemas/reports/report-settings.ts';
import { KeptViews, type ViewWords } from '../lists/KeptViews.tsx';
import type { ShownReport } from './useReportSettings.ts';

const words: ViewWords = {
  label: 'Kept settings',
  usual: 'Everything',
  keep: 'Keep these settings',
  hint: 'Filters, columns and comparison stand above the report under this name, for you alone.',
};

/** What a person looks at of a report again and again, under names. */
export function KeptSettings({ report, shown, userId }: { report: Report; shown: ShownReport; userId: string }) {
  return (
    <KeptViews
      resource={`reports/${report.id}`}
      userId={userId}
      now={String(paramsOf(shown.settings))}
      read={(kept) => String(paramsOf(settingsIn(new URLSearchParams(kept), report.kind)))}
      words={words}
    />
  );
}
