import type { FastifyBaseLogger } from 'fastify';
import type { Report, ReportSchedule } from '#schemas/generated/types.ts';
import { conditionOf } from '../../engine/access/ability.ts';
import { loadReadable, type Viewer, viewerNow } from '../../engine/access/viewer.ts';
import { type JobKind, transactionTimeout } from '../../engine/jobs/kind.ts';
import { enqueueMail } from '../../engine/mail/outbox.ts';
import { storeOf } from '../../engine/store/store.ts';
import { transaction } from '../../engine/store/transaction.ts';
import { fromNow, now } from '../../platform/clock/clock.ts';
import { ApiError } from '../../platform/errors/catalogue.ts';
import { reportMail } from './report-mail.ts';
import { nextScheduledTime } from './schedules.ts';

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
  if (conditionOf(viewer.ability, 'read', 'ReportRow') === null) return null;
  try {
    return await loadReadable(viewer, 'Report', id);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
