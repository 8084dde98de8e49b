import { useParams } from 'react-router-dom';
import { ReportPage } from './ReportPage.tsx';
import { ReportsPage } from './ReportsPage.tsx';

/** The reports, or one of them: what both need is loaded once. */
export function ReportsPlace() {
  const { reportId } = useParams();
  return reportId === undefined ? <ReportsPage /> : <ReportPage id={reportId} />;
}
