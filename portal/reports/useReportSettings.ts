import { useSearchParams } from 'react-router-dom';
import type { Report } from '#schemas/generated/types.ts';
import { paramsOf, type ReportSettings, settingsIn } from '#schemas/reports/report-settings.ts';

/** What is shown of a report, held by the address so that it can be kept, shared and gone back to. */
export function useReportSettings({ kind }: Pick<Report, 'kind'>) {
  const [params, setParams] = useSearchParams();
  const page = Math.max(0, Number.parseInt(params.get('page') ?? '1', 10) - 1 || 0);
  const settings = settingsIn(params, kind);
  return {
    settings,
    page,
    /** By what the address says by now: the page may be some changes behind it. */
    show: (change: (now: ReportSettings) => ReportSettings) =>
      setParams(paramsOf(change(settingsIn(new URLSearchParams(location.search), kind))), { replace: true }),
    hrefOf: (next: ReportSettings) => `?${paramsOf(next)}`,
    hrefOfPage: (index: number) => {
      const next = paramsOf(settings);
      if (index > 0) next.set('page', String(index + 1));
      return `?${next}#rows`;
    },
  };
}

export type ShownReport = ReturnType<typeof useReportSettings>;
