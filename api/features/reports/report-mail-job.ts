import type { FastifyBaseLogger } from 'fastify';
import type { OutboxMessage, Report, ReportSchedule } from '#schemas/generated/types.ts';
import { reportFields, reportMeasures, shownColumns } from '#schemas/reports/report-config.ts';
import { type PreviousFigures, reportDigest } from '#schemas/reports/report-digest.ts';
import {
  maxSortedRows,
  parseStoredSettings,
  periodComparisonOf,
  type ReportSettings,
  settingsToParams,
  toApiFilter,
  toSortParam,
} from '#schemas/reports/report-settings.ts';
import { amountsOf, type SummaryResponse } from '#schemas/reports/report-summary.ts';
import { conditionOf } from '../../engine/access/ability.ts';
import { allowedFilter, loadReadable, type Viewer, viewerNow } from '../../engine/access/viewer.ts';
import { visibleImportsFilter } from '../../engine/imports/import-visibility.ts';
import { nextRun } from '../../engine/jobs/jobs.ts';
import { type JobKind, transactionTimeout } from '../../engine/jobs/kind.ts';
import { enqueueMail } from '../../engine/mail/outbox.ts';
import type { Column } from '../../engine/resource/lists/columns.ts';
import { streamCsv } from '../../engine/resource/lists/csv.ts';
import { buildFilter } from '../../engine/resource/lists/filters.ts';
import { type ListQuery, reactAdminFilters } from '../../engine/resource/lists/query.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';
import { type Filter, storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import { ApiError, invalidRecord, type Problem } from '../../platform/errors/catalogue.ts';
import { absoluteUrl, renderMail } from '../../platform/mail/content.ts';
import { orderQuery, orderReportColumns, streamReportOrders, summarizeOrders, withConfig } from './order-rows.ts';
import { reportFilter, withDataPrefix } from './report-filter.ts';
import { computeSummary } from './summary.ts';

/** Delay before a failed mail is retried, so that it does not block the others; milliseconds. */
const retryDelay = 3_600_000;

/**
 * The job that sends scheduled report mails, with the current permissions of each recipient. The mail and the
 * schedule's next time are written in one transaction, so that a crash neither loses nor repeats a mail.
 */
export const reportMailJob = (log: FastifyBaseLogger): JobKind<'reportMail'> => ({
  name: 'reportMail',
  pollInterval: 60_000,
  lease: 2 * transactionTimeout,
  longestWait: transactionTimeout,
  schedule: '*/5 * * * *',
  cancelableIn: [],
  async work(_job, report) {
    for (let done = 0; ; done += 1) {
      const [due] = await storeOf('ReportSchedule').find({
        filter: { nextAt: { $lte: now() } },
        sort: ['nextAt'],
        limit: 1,
      });
      if (!due) return;
      await report(done);
      await sendOrPostpone(due, log);
    }
  },
});

async function sendOrPostpone(schedule: ReportSchedule, log: FastifyBaseLogger): Promise<void> {
  try {
    await send(schedule, log);
  } catch (error) {
    log.warn({ err: error, schedule: schedule.id }, 'sending a report failed and will be retried');
    const { id: _id, revision } = schedule;
    await storeOf('ReportSchedule').update({ _id, revision }, { nextAt: fromNow(retryDelay).toISOString() });
  }
}

async function send(schedule: ReportSchedule, log: FastifyBaseLogger): Promise<void> {
  const { id: _id, revision, every, user } = schedule;
  const viewer = await viewerNow(user);
  const report = viewer && (await readableReport(viewer, schedule.report));
  if (!viewer || !report) {
    await storeOf('ReportSchedule').delete({ _id, revision });
    log.info(
      { schedule: _id, report: schedule.report, user },
      'a report is no longer sent to a user who may not read it',
    );
    return;
  }
  const mail = await reportMail(viewer, report, schedule);
  await transaction(async () => {
    const update = { nextAt: nextScheduledTime(every), lastAt: now().toISOString() };
    // The update fails if the schedule was deleted or changed meanwhile, or another process has sent it.
    if (await storeOf('ReportSchedule').update({ _id, revision }, update)) await enqueueMail(mail);
  });
}

/** The report, or null when the recipient may not read it or any rows. */
async function readableReport(viewer: Viewer, id: string): Promise<Report | null> {
  try {
    const report = await loadReadable(viewer, 'Report', id);
    const rows = report.kind === 'Order' ? 'Order' : 'ReportRow';
    return conditionOf(viewer.ability, 'read', rows) === null ? null : report;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}

/** Size limit of the attached CSV in characters. Recipients of larger reports follow the link. */
const maxCsvLength = 500_000;
/** Batch size for reading and writing. */
const batch = 500;

/** A report as one user sees it. */
interface ReportContext {
  viewer: Viewer;
  report: Report;
  settings: ReportSettings;
  /** The query for the orders of a report about orders. */
  orders?: ListQuery;
}

/** Composes the report mail for a user, with the current totals and the rows as CSV if they are not too many. */
async function reportMail(
  viewer: Viewer,
  report: Report,
  { config, every }: ReportSchedule,
): Promise<Partial<OutboxMessage>> {
  const context = await withOrders({ viewer, report, settings: parseStoredSettings(config, report.kind) });
  const summary = await summaryWithin(context);
  const csv = summary && (await csvWithin(context));
  const digest = reportDigest({
    report,
    settings: context.settings,
    summary,
    before: summary ? await beforeOf(context, summary) : undefined,
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

/** Adds the query for the orders that the settings select, with the report's own filters, to a report about orders. */
async function withOrders(context: ReportContext): Promise<ReportContext> {
  const { viewer, report, settings } = context;
  if (report.kind !== 'Order') return context;
  const order = toSortParam(settings, report.kind);
  const sort = order && JSON.stringify([order.replace('-', ''), order.startsWith('-') ? 'DESC' : 'ASC']);
  const query = { filter: '{}', ...toApiFilter(settings, report.kind), ...(sort ? { sort } : {}) };
  return { ...context, orders: withConfig(report, await orderQuery(viewer, query, 'sorted')) };
}

/** The totals, or null if there are more orders than can be filtered without an index. */
async function summaryWithin(context: ReportContext): Promise<SummaryResponse | null> {
  if (!context.orders) return await summaryFor(context);
  try {
    return await summarizeOrders(context.viewer, context.orders);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'REQUEST_SCHEMA_INVALID') return null;
    throw error;
  }
}

const summaryFor = async (context: ReportContext): Promise<SummaryResponse> =>
  computeSummary({
    kind: context.report.kind,
    filters: [rowsOf(context)],
    visibility: await visibleImportsFilter(),
    amounts: amountsOf(reportMeasures(context.report)),
  });

/** The previous period to compare with, if the settings request it and there are months. */
async function beforeOf(context: ReportContext, summary: SummaryResponse): Promise<PreviousFigures | undefined> {
  const compared = periodComparisonOf(context.settings, summary, context.report.kind);
  if (!compared) return undefined;
  const sum = await summaryWithin(await withOrders({ ...context, settings: compared.settings }));
  const isPartial = sum === null || sum.countedTo !== null || summary.countedTo !== null;
  return { period: compared.before, sum: sum ?? { rows: 0 }, isPartial };
}

/** All rows as CSV with the columns of the settings; null when they exceed the limit. */
async function csvWithin(context: ReportContext): Promise<string | null> {
  const fields = shownColumns(context.report, context.settings.columns);
  if (context.orders) {
    const columns = orderReportColumns(fields.map(({ name }) => name));
    return await csvText(context, columns, streamReportOrders(context.viewer, context.orders, columns));
  }
  const columns = fields.map(({ name, label, kind }) => ({
    name: `data.${name}`,
    label,
    kind,
    valueKind: kind,
    isFree: false,
    isHidden: false,
  }));
  const filter = { $and: [rowsOf(context), await visibleImportsFilter()] };
  const order = toSortParam(context.settings, context.report.kind);
  if (order && (await storeOf('ReportRow').count(filter, maxSortedRows + 1)) > maxSortedRows) return null;
  const rows = storeOf('ReportRow').batches(
    {
      filter,
      sort: [order || '-createdAt'],
      only: columns.map(({ name }) => name),
    },
    batch,
  );
  return await csvText(context, columns, rows);
}

/** The rows as CSV; null when they exceed the limit. */
async function csvText(
  { viewer }: ReportContext,
  columns: Column[],
  rows: AsyncIterable<object[]>,
): Promise<string | null> {
  let text = '';
  for await (const piece of streamCsv({ columns, rows, populate: [], viewer })) {
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

/** Cron expressions of the schedules, in UTC. */
const times = { week: '0 6 * * 1', month: '0 6 1 * *' } satisfies Record<ReportSchedule['every'], string>;

const nextScheduledTime = (every: ReportSchedule['every']): string => nextRun(times[every]).toISOString();

/** Hooks of report schedules: mails that users send to themselves, at most one per report and user. */
export const reportSchedules: ResourceHooks<ReportSchedule> = {
  async beforeWrite({ viewer, current, changes }) {
    const every = changes.every ?? current?.every ?? 'month';
    const isAsBefore = current !== null && current.every === every;
    return {
      ...changes,
      ...(current ? {} : { user: viewer.user.id }),
      ...(isAsBefore ? {} : { nextAt: nextScheduledTime(every) }),
    };
  },
};
