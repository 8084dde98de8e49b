import { useParams } from 'react-router-dom';
import { ReportPage } from './ReportPage.tsx';
import { ReportsPage } from './ReportsPage.tsx';

/** The list of reports or one report, in one chunk, because both need the same code. */
export function ReportsRoute() {
  const { reportId } = useParams();
  return reportId === undefined ? <ReportsPage /> : <ReportPage id={reportId} />;
}
