import type { ReportSchedule } from '#schemas/generated/types.ts';
import { nextRun } from '../../engine/jobs/schedule.ts';
import type { ResourceHooks } from '../../engine/resource/rules/declaration.ts';

/** Cron expressions of the schedules, in UTC. */
const times = { week: '0 6 * * 1', month: '0 6 1 * *' } satisfies Record<ReportSchedule['every'], string>;

/** The next time of a schedule. */
export const nextScheduledTime = (every: ReportSchedule['every']): string => nextRun(times[every]).toISOString();

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
