import { useQuery } from '@tanstack/react-query';
import { recordOf } from '../api/queries.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { RecordNotFound } from '../look/RecordNotFound.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { useSignedIn } from '../session/SessionProvider.tsx';
import { ReportView } from './ReportView.tsx';
import { RevenueBars } from './RevenueBars.tsx';

/** The page of one report. */
export function ReportPage({ id }: { id: string }) {
  const { user } = useSignedIn();
  const { data: report, error, refetch } = useQuery(recordOf('reports', id));
  if (!report && error) return <RecordNotFound thing="report" all=".." error={error} onRetry={() => void refetch()} />;
  if (!report) return <Skeleton lines={8} />;
  return (
    <ReportView
      key={report.id}
      report={report}
      user={user}
      head={(actions) => <PageHead title={report.name} actions={actions} />}
      Chart={RevenueBars}
    />
  );
}
