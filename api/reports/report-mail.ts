import type { OutboxMessage, Report, ReportSchedule } from '#schemas/generated/types.ts';
import { comparedOf } from '#schemas/reports/compared.ts';
import { reportFields, shownColumns } from '#schemas/reports/report-config.ts';
import { type Before, reportDigest } from '#schemas/reports/report-digest.ts';
import {
  mostSorted,
  orderOf,
  paramsOf,
  queryOf,
  type ReportSettings,
  settingsOf,
} from '#schemas/reports/report-settings.ts';
import type { ReportSummary } from '#schemas/reports/report-summary.ts';
import { allowedFilter, type Viewer } from '../access/viewer.ts';
import { type Problem, unfit } from '../errors/catalogue.ts';
import { cameWhole } from '../imports/ledger.ts';
import { contentOf } from '../mail/content.ts';
import { linkTo } from '../mail/own-links.ts';
import { csvOf } from '../resource/lists/csv.ts';
import { filterOf } from '../resource/lists/filters.ts';
import { simpleFilters } from '../resource/lists/query.ts';
import { type Filter, store } from '../store/store.ts';
import { inRows, keptRows } from './kept-rows.ts';
import { summaryOf } from './summary.ts';

/** A mail carries so many characters of CSV and no more: who has more rows follows the link. */
const mostCharacters = 500_000;
/** Rows that are read and written at once. */
const batch = 500;

/** What a person sees of a report. */
interface Seen {
  viewer: Viewer;
  report: Report;
  settings: ReportSettings;
}

/** The message that tells a person what a report comes to now, with its rows as CSV where they are not too many. */
export async function reportMail(
  viewer: Viewer,
  report: Report,
  { config, every }: ReportSchedule,
): Promise<Partial<OutboxMessage>> {
  const seen = { viewer, report, settings: settingsOf(config, report.kind) };
  const summary = await summaryFor(seen);
  const csv = await csvWithin(seen);
  const digest = reportDigest({
    report,
    settings: seen.settings,
    summary,
    before: await beforeOf(seen, summary),
    isAttached: csv !== null,
    every,
    link: linkTo(`/reports/${report.id}${shownBy(seen.settings)}`),
  });
  const { id, email } = viewer.user;
  return {
    kind: 'report',
    ...(email ? { to: [email] } : { to: [], status: 'noRecipient' }),
    ...contentOf(report.name, digest),
    user: id,
    ...(csv === null ? {} : { attachments: [{ filename: `${nameOfFile(report.name)}.csv`, content: csv }] }),
  };
}

const shownBy = (settings: ReportSettings): string => {
  const query = String(paramsOf(settings));
  return query && `?${query}`;
};

/** The rows that the person may read, as far as report and settings leave them. Throws DATABASE_VALIDATION_ERROR for a filter of before that does not fit any more. */
function rowsOf({ viewer, report, settings }: Seen): Filter {
  const { filter = '{}' } = queryOf(settings, report.kind);
  const fields = inRows(reportFields(report.kind));
  const problems: Problem[] = [];
  const asked = filterOf({ fields, search: [] }, simpleFilters(JSON.parse(filter)), problems);
  if (problems.length > 0) throw unfit(problems);
  return { $and: [allowedFilter(viewer, 'read', 'ReportRow'), keptRows(report), asked] };
}

const summaryFor = async (seen: Seen): Promise<ReportSummary> =>
  summaryOf({ kind: seen.report.kind, filters: [rowsOf(seen)], there: await cameWhole() });

/** What the figures are held against, where the settings ask for it and there are months. */
async function beforeOf(seen: Seen, summary: ReportSummary): Promise<Before | undefined> {
  const compared = comparedOf(seen.settings, summary);
  if (!compared) return undefined;
  return { period: compared.before, sum: await summaryFor({ ...seen, settings: compared.settings }) };
}

/** All rows as CSV, in the columns of the settings; null where they are too many for a mail. */
async function csvWithin(seen: Seen): Promise<string | null> {
  const fields = shownColumns(seen.report, seen.settings.columns);
  const columns = fields.map(({ name, label, kind }) => ({
    name: `data.${name}`,
    label,
    kind,
    isFree: false,
    isHidden: false,
  }));
  const filter = { $and: [rowsOf(seen), await cameWhole()] };
  const order = orderOf(seen.settings);
  if (order && (await store('ReportRow').count(filter, mostSorted + 1)) > mostSorted) return null;
  const rows = store('ReportRow').batches(
    {
      filter,
      sort: [order || '-createdAt'],
      only: columns.map(({ name }) => name),
    },
    batch,
  );
  let text = '';
  for await (const piece of csvOf({ columns, rows, populate: [], viewer: seen.viewer })) {
    text += piece;
    if (text.length > mostCharacters) return null;
  }
  return text;
}

/** What every system takes as the name of a file. */
const nameOfFile = (name: string): string =>
  name
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .trim()
    .slice(0, 80) || 'report';
