import type { Report, ReportSchedule } from '../generated/types.ts';
import { asMarkdown } from '../mail/merge-fields.ts';
import { moneyText } from '../texts/money.ts';
import { type Comparison, comparisons, differenceWords, type Period, wordsOfPeriod } from './comparison.ts';
import { reportFieldLabel, reportFilterWords } from './report-config.ts';
import { type ReportSettings, wordsOfFilter } from './report-settings.ts';
import { figures, groupingTitles, nameOfGroup, type ReportSummary, type Sum, shownGroups } from './report-summary.ts';

/** The previous period and its figures. */
export interface PreviousFigures {
  period: Period;
  sum: Sum;
}

interface Digest {
  report: Report;
  settings: ReportSettings;
  summary: ReportSummary;
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
  const filterWords = [
    ...reportFilterWords(report),
    ...Object.entries(settings.filters).map(([name, filter]) => wordsOfFilter(reportFieldLabel(name), filter)),
  ];
  return [
    `## ${asMarkdown(report.name)}`,
    filterWords.length > 0 ? `Only rows with ${filterWords.map(asMarkdown).join('; ')}.` : '',
    ...(report.kind === 'AgencyOrder' ? [totals(summary, settings.comparison, before), largestGroups(summary)] : []),
    rowsNote(summary.rows, isAttached),
    `[Open the report](<${link}>)`,
    `You get this report every ${every}. You can change or stop it on the page of the report.`,
  ]
    .filter(Boolean)
    .join('\n\n');
}

function totals(summary: Sum, comparison: Comparison, before: PreviousFigures | undefined): string {
  const compared = before && before.sum.rows > 0 ? before : undefined;
  const against = compared ? ` than in ${wordsOfPeriod(compared.period)}` : '';
  const lines = figures.map(({ key, label, text }) => {
    const difference = compared && differenceWords(summary[key], compared.sum[key], text);
    const comparedWith =
      difference &&
      (difference === 'No change' ? `: as in ${wordsOfPeriod(compared.period)}` : `: ${difference}${against}`);
    return `- ${label} ${asMarkdown(text(summary[key]))}${asMarkdown(comparedWith ?? '')}`;
  });
  return [lines.join('\n'), ...missingComparison(comparison, before)].join('\n\n');
}

/** Why the totals are compared with nothing: no months, or an earlier period without rows, which is not zero. */
function missingComparison(comparison: Comparison, before: PreviousFigures | undefined): string[] {
  if (comparison === 'none') return [];
  if (!before) return [`There are no months to compare: ${comparisons[comparison].toLowerCase()}.`];
  return before.sum.rows > 0 ? [] : [`There are no rows in ${wordsOfPeriod(before.period)} to compare with.`];
}

/** The product groups with the highest revenue, if there are several, and how many more there are. */
function largestGroups({ by }: ReportSummary): string {
  const { groups, others } = shownGroups('productGroup', by.productGroup);
  if (groups.length < 2) return '';
  const lines = groups.map((group) => `- ${asMarkdown(`${nameOfGroup(group)}: ${moneyText(group.revenue)}`)}`);
  if (others)
    lines.push(`- ${asMarkdown(`and ${by.productGroup.length - groups.length} more: ${moneyText(others.revenue)}`)}`);
  return [`**${groupingTitles.productGroup}**`, lines.join('\n')].join('\n\n');
}

function rowsNote(rows: number, isAttached: boolean): string {
  if (rows === 0) return 'There are no rows that you can read.';
  return isAttached
    ? 'Its rows are attached as a CSV file.'
    : 'It has too many rows for a mail. Download them as a file on the page of the report.';
}
