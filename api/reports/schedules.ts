import type { ReportSchedule } from '#schemas/generated/types.ts';
import { nextRun } from '../jobs/schedule.ts';
import type { Declaration } from '../resource/rules/declaration.ts';

/** When a report is sent, as cron says it, in UTC. */
const times = { week: '0 6 * * 1', month: '0 6 1 * *' } satisfies Record<ReportSchedule['every'], string>;

/** When what is sent so often is sent next. */
export const nextSending = (every: ReportSchedule['every']): string => nextRun(times[every]).toISOString();

/** Reports that people have sent to themselves: one schedule for each report, so that their number has an end. */
export const reportSchedules: Declaration<ReportSchedule> = {
  async beforeWrite({ viewer, current, changes }) {
    const every = changes.every ?? current?.every ?? 'month';
    const isAsBefore = current !== null && current.every === every;
    return {
      ...changes,
      ...(current ? {} : { user: viewer.user.id }),
      ...(isAsBefore ? {} : { nextAt: nextSending(every) }),
    };
  },
};
