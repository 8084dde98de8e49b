import { useSearchParams } from 'react-router-dom';
import type { Report } from '#schemas/generated/types.ts';
import { parseSettings, type ReportSettings, settingsToParams } from '#schemas/reports/report-settings.ts';

/**
 * Hook: the settings of a report (filters, columns, sort order, comparison), stored in the address so that they can be
 * saved, shared and navigated.
 */
export function useReportSettings({ kind }: Pick<Report, 'kind'>) {
  const [params, setParams] = useSearchParams();
  const page = Math.max(0, Number.parseInt(params.get('page') ?? '1', 10) - 1 || 0);
  const settings = parseSettings(params, kind);
  return {
    settings,
    page,
    /** Reads the current address, because the rendered settings may lag behind it. */
    show: (change: (now: ReportSettings) => ReportSettings) =>
      setParams(settingsToParams(change(parseSettings(new URLSearchParams(location.search), kind))), { replace: true }),
    hrefOf: (next: ReportSettings) => `?${settingsToParams(next)}`,
    hrefOfPage: (index: number) => {
      const next = settingsToParams(settings);
      if (index > 0) next.set('page', String(index + 1));
      return `?${next}#rows`;
    },
  };
}

/** The settings of a report as its address has them, and ways to change them. */
export type ShownReport = ReturnType<typeof useReportSettings>;
