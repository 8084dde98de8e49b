import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Report, ReportSchedule, User } from '#schemas/generated/types.ts';
import {
  isSameSettings,
  parseStoredSettings,
  type ReportSettings,
  settingsToConfig,
} from '#schemas/reports/report-settings.ts';
import { momentText } from '#schemas/texts/moments.ts';
import { listOf } from '../api/queries.ts';
import { request } from '../api/request.ts';
import { Banner } from '../look/Banner.tsx';
import { Button } from '../look/Button.tsx';
import { Dialog } from '../look/Dialog.tsx';
import { useToast } from '../look/Toasts.tsx';
import styles from './ReportMail.module.css';

interface ReportMailProps {
  report: Report;
  settings: ReportSettings;
  user: Pick<User, 'id' | 'email'>;
}

/** The button and dialog for receiving the report by mail on a schedule. */
export function ReportMail({ report, settings, user }: ReportMailProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(listOf('report_schedules', { report: report.id, user: user.id, columns }));
  if (!data) return null;
  const [schedule] = data.results;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        {schedule ? `E-mailed every ${schedule.every}` : 'Schedule e-mail…'}
      </Button>
      {isOpen && (
        <MailDialog
          report={report}
          settings={settings}
          user={user}
          schedule={schedule}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

const columns = 'report,every,config,nextAt,lastAt,user';

const times = {
  week: 'Every week, on Monday',
  month: 'Every month, on the first',
} as const satisfies Record<ReportSchedule['every'], string>;
const isTime = (text: string): text is ReportSchedule['every'] => Object.hasOwn(times, text);

interface MailDialogProps extends ReportMailProps {
  schedule: ReportSchedule | undefined;
  onClose: () => void;
}

function MailDialog({ report, settings, user, schedule, onClose }: MailDialogProps) {
  const cache = useQueryClient();
  const toast = useToast();
  const [every, choose] = useState<ReportSchedule['every']>(schedule?.every ?? 'month');
  const isOther =
    schedule !== undefined && !isSameSettings(parseStoredSettings(schedule.config, report.kind), settings);
  const call = useMutation({
    mutationFn: (how: 'keep' | 'stop') => request<ReportSchedule>(callOf(how, { report, settings, schedule, every })),
    onSuccess: async ({ nextAt }, how) => {
      await cache.invalidateQueries({ queryKey: ['report_schedules'] });
      toast(
        how === 'stop'
          ? 'The report is no longer e-mailed'
          : `The next report goes to ${user.email} on ${momentText(nextAt)}`,
      );
      onClose();
    },
  });
  return (
    <Dialog
      title={`E-mail ${report.name}`}
      onClose={onClose}
      onSubmit={() => call.mutate('keep')}
      actions={
        <>
          {schedule && (
            <Button kind="danger" isBusy={call.isPending} onClick={() => call.mutate('stop')}>
              Stop e-mails
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isBusy={call.isPending}>
            {schedule ? 'Update' : 'Schedule'}
          </Button>
        </>
      }
    >
      {call.error && <Banner status="error" title={call.error.message} />}
      <p>{`We send it to ${user.email} with the filters and columns shown now: totals in the e-mail, rows as a CSV file. It includes what you have access to at that time.`}</p>
      <fieldset className={styles.times}>
        <legend>How often</legend>
        {Object.entries(times).map(([time, words]) => (
          <label key={time} className={styles.time}>
            <input
              type="radio"
              name="every"
              value={time}
              checked={every === time}
              onChange={() => isTime(time) && choose(time)}
            />
            <span>{words}</span>
          </label>
        ))}
      </fieldset>
      {schedule && (
        <p>
          Next e-mail: <time dateTime={schedule.nextAt}>{momentText(schedule.nextAt)}</time>
          <span>{schedule.lastAt && `, last e-mail: ${momentText(schedule.lastAt)}`}</span>.
          <span>{isOther && ' It uses other filters or columns than are shown now. “Update” switches to these.'}</span>
        </p>
      )}
    </Dialog>
  );
}

function callOf(
  how: 'keep' | 'stop',
  { report, settings, schedule, every }: Omit<MailDialogProps, 'onClose' | 'user'> & Pick<ReportSchedule, 'every'>,
) {
  const body = { every, config: settingsToConfig(settings) };
  if (!schedule) return { method: 'POST', path: 'report_schedules', body: { report: report.id, ...body } } as const;
  const { id, revision } = schedule;
  const path = `report_schedules/${id}`;
  return how === 'stop'
    ? ({ method: 'DELETE', path, revision } as const)
    : ({ method: 'PATCH', path, revision, body } as const);
}
