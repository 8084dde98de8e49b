import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Report, User } from '#schemas/generated/types.ts';
import { differenceWords, wordsOfPeriod } from '#schemas/reports/comparison.ts';
import {
  groupingsOf,
  reportCharts,
  reportFilterWords,
  reportGroups,
  reportMeasures,
  rowsPath,
  shownColumns,
} from '#schemas/reports/report-config.ts';
import {
  defaultReportSettings,
  noPeriodWords,
  parseSettings,
  periodComparisonOf,
  settingsToParams,
} from '#schemas/reports/report-settings.ts';
import { type Measure, measures, type ReportSummary, type SummaryResponse } from '#schemas/reports/report-summary.ts';
import type { ElementSlot } from '../forms/elementSlot.ts';
import { ExportButton } from '../lists/ExportButton.tsx';
import { type SavedViewLabels, SavedViews, type SavedViewsProps, SaveViewButton } from '../lists/SavedViews.tsx';
import { Banner } from '../look/Banner.tsx';
import { LoadError } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import type { ComparedPeriod, ReportChartProps } from './GroupTable.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import { ReportMail } from './ReportMail.tsx';
import { ReportRows } from './ReportRows.tsx';
import styles from './ReportView.module.css';
import { columnsOf, rowsQuery, summaryOf } from './reportQueries.ts';
import totalStyles from './Totals.module.css';
import { type ShownReport, useReportSettings } from './useReportSettings.ts';

interface ReportViewProps {
  report: Report;
  /** The reader, and the address for scheduled mails. */
  user: Pick<User, 'id' | 'email' | 'roles'>;
  /** Renders the heading of the surrounding app, with the report's actions. */
  head: (actions: ElementSlot) => ElementSlot;
  Chart: ComponentType<ReportChartProps>;
}

/** A report: filters, totals, charts and rows, limited to what the reader may see (spec 2; design 8). */
export function ReportView({ report, user, head, Chart }: ReportViewProps) {
  const shown = useReportSettings(report);
  const { settings } = shown;
  const summary = useQuery(summaryOf(report, settings));
  const fields = shownColumns(report, settings.columns);
  // The groups of all rows, not only of the filtered ones, are the options and names of the filters.
  const { data: all } = useQuery(summaryOf(report, defaultReportSettings));
  const fixedFilters = reportFilterWords(report, all);
  const views = reportViewsProps(report, shown, user);
  return (
    <>
      {head(
        <>
          <SaveViewButton {...views} />
          <ReportMail report={report} settings={settings} user={user} />
          <ExportButton
            path={`reports/${report.id}/${rowsPath(report.kind)}`}
            query={{ ...rowsQuery(settings, report.kind), columns: columnsOf(report.kind, fields) }}
            total={summary.data?.rows}
          />
        </>,
      )}
      {fixedFilters.length > 0 && (
        <ul className={styles.filters} aria-label="Active filters">
          {fixedFilters.map((words) => (
            <li key={words} className={styles.filter}>
              {words}
            </li>
          ))}
        </ul>
      )}
      <SavedViews {...views} />
      <ReportFilters report={report} shown={shown} all={all} />
      {summary.error && <LoadError error={summary.error} onRetry={() => void summary.refetch()} />}
      {summary.isPending && <Skeleton lines={10} />}
      {summary.data && groupingsOf(report.kind).length > 0 && (
        <div aria-busy={summary.isPlaceholderData}>
          <Figures report={report} shown={shown} summary={summary.data} Chart={Chart} />
        </div>
      )}
      <ReportRows report={report} shown={shown} fields={fields} summary={summary.data} />
    </>
  );
}

interface FiguresProps extends Pick<ReportViewProps, 'report' | 'Chart'> {
  shown: ShownReport;
  summary: SummaryResponse;
}

function Figures({ report, shown, summary, Chart }: FiguresProps) {
  const { settings } = shown;
  const [measured, charts] = [reportMeasures(report, 'groups'), reportCharts(report)];
  const compared = periodComparisonOf(settings, summary, report.kind);
  const { data: earlier, error } = useQuery({
    ...summaryOf(report, compared?.settings ?? defaultReportSettings),
    enabled: compared !== undefined,
  });
  // Figures of the newest rows only would differ because of the limit.
  const isPartial = summary.countedTo !== null || (compared && earlier && earlier.countedTo !== null);
  const before = compared && earlier && !isPartial ? { ...compared, summary: earlier } : undefined;
  const comparisonNote = () => {
    if (before) return `${wordsOfPeriod(before.now)} compared with ${wordsOfPeriod(before.before)}.`;
    if (isPartial) return 'There are too many rows to compare.';
    return compared ? '' : noPeriodWords(report.kind);
  };
  return (
    <>
      {summary.isRebuilding && (
        <Banner status="info">
          The totals are being recalculated after an import. These are counted from the rows.
        </Banner>
      )}
      {summary.countedTo !== null && (
        <Banner status="warn">{`There are more rows than we can count at once. These totals cover the newest ${summary.countedTo.toLocaleString('en-US')}. Filter by month or group to count fewer.`}</Banner>
      )}
      {error && <LoadError error={error} />}
      <Totals
        measured={reportMeasures(report)}
        summary={summary}
        before={before}
        note={settings.comparison === 'none' ? undefined : comparisonNote()}
      />
      <div className={styles.charts}>
        {reportGroups(report).map((grouping) => (
          <Chart
            key={grouping}
            isCharted={charts.includes(grouping)}
            {...{ grouping, measured, summary, before, shown }}
          />
        ))}
      </div>
    </>
  );
}

/** The totals of all rows and, if a comparison is selected, the difference from the earlier period. */
function Totals({
  measured,
  summary,
  before,
  note,
}: {
  measured: readonly Measure[];
  summary: ReportSummary;
  before: ComparedPeriod | undefined;
  /** What they are compared with, or why with nothing; undefined without a comparison. */
  note: string | undefined;
}) {
  return (
    <section className={totalStyles.totals} aria-label="Totals">
      <dl className={totalStyles.figures}>
        {measured.map((name) => {
          const { label, of, text } = measures[name];
          return (
            <div key={name}>
              <dt className={totalStyles.label}>{label}</dt>
              <dd className={totalStyles.figure}>{text(of(summary))}</dd>
              {before && (
                <dd className={totalStyles.difference}>
                  <span>{differenceWords(of(summary), of(before.summary), text)}</span>
                  <span className={totalStyles.before}>
                    {`${wordsOfPeriod(before.before)}: ${text(of(before.summary))}`}
                  </span>
                </dd>
              )}
            </div>
          );
        })}
      </dl>
      {note !== undefined && (
        <p className={totalStyles.words} role="status">
          {note}
        </p>
      )}
    </section>
  );
}

const words: SavedViewLabels = {
  label: 'Saved settings',
  defaultLabel: 'Everything',
  saveLabel: 'Save these settings',
  hint: 'The filters, columns and comparison appear above the report under this name, for you only.',
};

/** Returns the props for the saved views of a report: named settings of one person. */
const reportViewsProps = (
  report: Report,
  { settings }: ShownReport,
  user: SavedViewsProps['user'],
): SavedViewsProps => ({
  resource: `reports/${report.id}`,
  user,
  currentQuery: String(settingsToParams(settings)),
  read: (query) => String(settingsToParams(parseSettings(new URLSearchParams(query), report.kind))),
  words,
});
