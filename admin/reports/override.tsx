import BarChartOutlined from '@mui/icons-material/BarChartOutlined';
import { Button } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Report } from '#schemas/generated/types.ts';
import { lazyComponent, lazyPage } from '../frame/lazy-component.tsx';
import type { Override } from '../generate/override.ts';
import { ImportsLink } from '../imports/ImportsLink.tsx';

const ReportBuilder = lazyComponent(async () => (await import('./ReportBuilder.tsx')).ReportBuilder, { height: 320 });
const ReportImports = lazyPage(async () => (await import('../imports/ImportsPage.tsx')).ReportImports);
const ReportRowList = lazyComponent(async () => (await import('./ReportRowList.tsx')).ReportRowList);
const ReportView = lazyPage(async () => (await import('./ReportView.tsx')).ReportView);

export const reports: Override<'Report'> = {
  icon: BarChartOutlined,
  inputs: { config: ReportBuilder },
  children: { ReportRow: ReportRowList },
  hasWideTables: true,
  actions: ViewButton,
  routes: [
    { path: ':id/view', element: <ReportView /> },
    { path: ':id/imports', element: <ReportImports /> },
  ],
};

function ViewButton() {
  const report = useRecordContext<Report>();
  if (!report) return null;
  return (
    <>
      {report.kind === 'Order' ? null : <ImportsLink id={report.id} />}
      <Button color="inherit" variant="outlined" component={Link} to={`/reports/${report.id}/view`}>
        View report
      </Button>
    </>
  );
}
