import type { OutboxMessage, Report, ReportSchedule } from '#schemas/generated/types.ts';
import { periodComparisonOf } from '#schemas/reports/compared.ts';
import { reportFields, shownColumns } from '#schemas/reports/report-config.ts';
import { type PreviousFigures, reportDigest } from '#schemas/reports/report-digest.ts';
import {
  maxSortedRows,
  parseStoredSettings,
  type ReportSettings,
  settingsToParams,
  toApiFilter,
  toSortParam,
} from '#schemas/reports/report-settings.ts';
import type { ReportSummary } from '#schemas/reports/report-summary.ts';
import { allowedFilter, type Viewer } from '../../engine/access/viewer.ts';
import { visibleImportsFilter } from '../../engine/imports/import-visibility.ts';
import { streamCsv } from '../../engine/resource/lists/csv.ts';
import { buildFilter } from '../../engine/resource/lists/filters.ts';
import { reactAdminFilters } from '../../engine/resource/lists/query.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { invalidRecord, type Problem } from '../../platform/errors/catalogue.ts';
import { absoluteUrl } from '../../platform/mail/absolute-urls.ts';
import { renderMail } from '../../platform/mail/content.ts';
import { reportFilter, withDataPrefix } from './report-filter.ts';
import { computeSummary } from './summary.ts';

/** Size limit of the attached CSV in characters. Recipients of larger reports follow the link. */
const maxCsvLength = 500_000;
/** Batch size for reading and writing. */
const batch = 500;

/** A report as one user sees it. */
interface ReportContext {
  viewer: Viewer;
  report: Report;
  settings: ReportSettings;
}

/** Composes the report mail for a user, with the current totals and the rows as CSV if they are not too many. */
export async function reportMail(
  viewer: Viewer,
  report: Report,
  { config, every }: ReportSchedule,
): Promise<Partial<OutboxMessage>> {
  const context = { viewer, report, settings: parseStoredSettings(config, report.kind) };
  const summary = await summaryFor(context);
  const csv = await csvWithin(context);
  const digest = reportDigest({
    report,
    settings: context.settings,
    summary,
    before: await beforeOf(context, summary),
    isAttached: csv !== null,
    every,
    link: absoluteUrl(`/reports/${report.id}${shownBy(context.settings)}`),
  });
  const { id, email } = viewer.user;
  return {
    kind: 'report',
    ...(email ? { to: [email] } : { to: [], status: 'noRecipient' }),
    ...renderMail(report.name, digest),
    user: id,
    ...(csv === null ? {} : { attachments: [{ filename: `${nameOfFile(report.name)}.csv`, content: csv }] }),
  };
}

const shownBy = (settings: ReportSettings): string => {
  const query = String(settingsToParams(settings));
  return query && `?${query}`;
};

/**
 * The filter for the rows that the user may read and that report and settings select. Throws
 * DATABASE_VALIDATION_ERROR for a saved filter that is no longer valid.
 */
function rowsOf({ viewer, report, settings }: ReportContext): Filter {
  const { filter = '{}' } = toApiFilter(settings, report.kind);
  const fields = withDataPrefix(reportFields(report.kind));
  const problems: Problem[] = [];
  const requested = buildFilter({ fields, search: [] }, reactAdminFilters(JSON.parse(filter)), problems);
  if (problems.length > 0) throw invalidRecord(problems);
  return { $and: [allowedFilter(viewer, 'read', 'ReportRow'), reportFilter(report), requested] };
}

const summaryFor = async (context: ReportContext): Promise<ReportSummary> =>
  computeSummary({ kind: context.report.kind, filters: [rowsOf(context)], visibility: await visibleImportsFilter() });

/** The previous period to compare with, if the settings request it and there are months. */
async function beforeOf(context: ReportContext, summary: ReportSummary): Promise<PreviousFigures | undefined> {
  const compared = periodComparisonOf(context.settings, summary);
  if (!compared) return undefined;
  return { period: compared.before, sum: await summaryFor({ ...context, settings: compared.settings }) };
}

/** All rows as CSV with the columns of the settings; null when they exceed the limit. */
async function csvWithin(context: ReportContext): Promise<string | null> {
  const fields = shownColumns(context.report, context.settings.columns);
  const columns = fields.map(({ name, label, kind }) => ({
    name: `data.${name}`,
    label,
    kind,
    isFree: false,
    isHidden: false,
  }));
  const filter = { $and: [rowsOf(context), await visibleImportsFilter()] };
  const order = toSortParam(context.settings);
  if (order && (await storeOf('ReportRow').count(filter, maxSortedRows + 1)) > maxSortedRows) return null;
  const rows = storeOf('ReportRow').batches(
    {
      filter,
      sort: [order || '-createdAt'],
      only: columns.map(({ name }) => name),
    },
    batch,
  );
  let text = '';
  for await (const piece of streamCsv({ columns, rows, populate: [], viewer: context.viewer })) {
    text += piece;
    if (text.length > maxCsvLength) return null;
  }
  return text;
}

/** A name that is a valid file name on every system. */
const nameOfFile = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .trim()
    .slice(0, 80) || 'report';
