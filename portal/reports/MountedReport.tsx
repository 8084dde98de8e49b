import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { Report } from '#schemas/generated/types.ts';
import { recordOf } from '../api/queries.ts';
import { EmbeddedPage } from '../look/EmbeddedPage.tsx';
import { RecordNotFound } from '../look/LoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { ReportView } from './ReportView.tsx';

interface MountedReportProps extends Omit<ComponentProps<typeof ReportView>, 'report' | 'head'> {
  id: string;
  /** Renders the heading above the report, with its actions. */
  head: (
    report: Report,
    ...actions: Parameters<ComponentProps<typeof ReportView>['head']>
  ) => ReturnType<ComponentProps<typeof ReportView>['head']>;
}

/**
 * The report page for another app: with a query cache of its own, in that app's frame and with its charts (design 1).
 */
export function MountedReport(props: MountedReportProps) {
  return (
    <EmbeddedPage>
      <ReportInFrame {...props} />
    </EmbeddedPage>
  );
}

function ReportInFrame({ id, head, ...props }: MountedReportProps) {
  const { data: report, error, refetch } = useQuery(recordOf('reports', id));
  if (!report && error) return <RecordNotFound thing="report" error={error} onRetry={() => void refetch()} />;
  if (!report) return <Skeleton lines={8} />;
  return <ReportView key={id} report={report} head={(actions) => head(report, actions)} {...props} />;
}
