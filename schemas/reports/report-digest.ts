import type { Report, ReportSchedule } from '../generated/types.ts';
import { asMarkdown } from '../mail/merge-fields.ts';
import { differenceWords, type Period, wordsOfPeriod } from './comparison.ts';
import { type Grouping, isMonthGrouping } from './groupings.ts';
import { reportFilterWords, reportGroups, reportMeasures } from './report-config.ts';
import { noPeriodWords, type ReportSettings, wordsOfFilter } from './report-settings.ts';
import {
  type Group,
  groupingTitles,
  type Measure,
  measures,
  nameOfGroup,
  type ReportSummary,
  type Sum,
  type SummaryResponse,
  shownGroups,
  sumOfGroups,
} from './report-summary.ts';

/** The previous period and its figures. */
export interface PreviousFigures {
  period: Period;
  sum: Sum;
  /** Whether the figures of either period cover only some of its rows, so that they are not compared. */
  isPartial?: boolean;
}

interface Digest {
  report: Report;
  settings: ReportSettings;
  /** Null if there are too many rows to add up. */
  summary: (ReportSummary & Partial<Pick<SummaryResponse, 'countedTo'>>) | null;
  before: PreviousFigures | undefined;
  /** Whether the rows are attached as a CSV file. */
  isAttached: boolean;
  every: ReportSchedule['every'];
  /** The URL of the report with these settings. */
  link: string;
}

/**
 * The digest of a report for a scheduled e-mail, in markdown: its filters, the totals compared with before, and a link.
 */
export function reportDigest({ report, settings, summary, before, isAttached, every, link }: Digest): string {
  const named = summary ?? { by: {} };
  const filterWords = [
    ...reportFilterWords(report, named),
    ...Object.entries(settings.filters).map(([name, filter]) => wordsOfFilter(name, filter, named)),
  ];
  const measured = reportMeasures(report);
  const countedTo = summary?.countedTo;
  return [
    `## ${asMarkdown(report.name)}`,
    filterWords.length > 0 ? `Only rows with ${filterWords.map(asMarkdown).join('; ')}.` : '',
    ...(measured.length > 0 && summary
      ? [
          countedTo
            ? `There are more rows than we can count at once. These totals cover the newest ${countedTo.toLocaleString('en-US')}.`
            : '',
          totals(summary, measured, before),
          settings.comparison === 'none' ? '' : missingComparison(report.kind, before),
          ...digestGroups(report).map((grouping) => largestGroups(grouping, summary, digestMeasures(report))),
        ]
      : []),
    rowsNote(summary?.rows, isAttached),
    `[Open the report](<${link}>)`,
    `You get this report every ${every}. You can change or stop it on the page of the report.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** The groupings of a digest: those that the report's config names, else the product groups or channels. */
const digestGroups = (report: Report): Grouping[] =>
  Array.isArray(report.config.groups) ? reportGroups(report) : [report.kind === 'Order' ? 'channel' : 'productGroup'];

/** The measures of its groups: those that the report's config names, else the first one. */
const digestMeasures = (report: Report): Measure[] =>
  reportMeasures(report, 'groups').slice(0, Array.isArray(report.config.measures) ? undefined : 1);

function totals(summary: Sum, measured: readonly Measure[], before: PreviousFigures | undefined): string {
  const compared = before && before.sum.rows > 0 && !before.isPartial ? before : undefined;
  const against = compared ? ` than in ${wordsOfPeriod(compared.period)}` : '';
  const lines = measured.map((name) => {
    const { label, of, text } = measures[name];
    const difference = compared && differenceWords(of(summary), of(compared.sum), text);
    const comparedWith =
      difference &&
      (difference === 'No change' ? `: as in ${wordsOfPeriod(compared.period)}` : `: ${difference}${against}`);
    return `- ${label} ${asMarkdown(text(of(summary)))}${asMarkdown(comparedWith ?? '')}`;
  });
  return lines.join('\n');
}

/**
 * Why the totals are compared with nothing: no period, too many rows, or an earlier period without rows, which is not
 * zero. Empty if they are compared.
 */
function missingComparison(kind: Report['kind'], before: PreviousFigures | undefined): string {
  if (!before) return noPeriodWords(kind);
  if (before.isPartial) return `There are too many rows to compare with ${wordsOfPeriod(before.period)}.`;
  return before.sum.rows > 0 ? '' : `There are no rows in ${wordsOfPeriod(before.period)} to compare with.`;
}

/** The largest groups by the first measure, if there are several, and how many more there are. */
function largestGroups(grouping: Grouping, { by }: ReportSummary, measured: readonly Measure[]): string {
  const all = by[grouping] ?? [];
  const [first = 'rows'] = measured;
  const { groups, others } = latestMonths(grouping, all) ?? shownGroups(grouping, all, first);
  if (groups.length < 2) return '';
  const lines = groups.map(
    (group) => `- ${asMarkdown(`${nameOfGroup(grouping, group)}: ${figuresOf(group, measured)}`)}`,
  );
  if (others) {
    const more = all.length - groups.length;
    lines.push(`- ${asMarkdown(`and ${more} more: ${figuresOf(others, measured)}`)}`);
  }
  return [`**${groupingTitles[grouping]}**`, lines.join('\n')].join('\n\n');
}

const maxMonths = 12;

/** The last months of a grouping by months; undefined for another one. */
function latestMonths(grouping: Grouping, groups: readonly Group[]): ReturnType<typeof shownGroups> | undefined {
  if (!isMonthGrouping(grouping)) return undefined;
  const earlier = groups.slice(0, -maxMonths);
  return {
    groups: groups.slice(-maxMonths),
    others: earlier.length > 0 ? { value: '', ...sumOfGroups(earlier) } : null,
  };
}

/** The measures of a group: '$100.00', or with labels if there are several. */
function figuresOf(group: Sum, measured: readonly Measure[]): string {
  const texts = measured.map((name) => {
    const { label, of, text } = measures[name];
    return measured.length > 1 ? `${label} ${text(of(group))}` : text(of(group));
  });
  return texts.join(', ');
}

function rowsNote(rows: number | undefined, isAttached: boolean): string {
  if (rows === undefined)
    return 'It has too many rows to filter and add up. Narrow its filters on the page of the report.';
  if (rows === 0) return 'There are no rows that you can read.';
  return isAttached
    ? 'Its rows are attached as a CSV file.'
    : 'It has too many rows for a mail. Download them as a file on the page of the report.';
}
