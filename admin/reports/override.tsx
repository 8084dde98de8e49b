import BarChartOutlined from '@mui/icons-material/BarChartOutlined';
import { Button } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Report } from '#schemas/generated/types.ts';
import type { Override } from '../generate/override.ts';
import { ReportView } from './ReportView.tsx';

export const reports: Override<'Report'> = {
  icon: BarChartOutlined,
  actions: ViewButton,
  routes: [{ path: ':id/view', element: <ReportView /> }],
};

function ViewButton() {
  const report = useRecordContext<Report>();
  if (!report) return null;
  return (
    <Button color="inherit" variant="outlined" component={Link} to={`/reports/${report.id}/view`}>
      View the report
    </Button>
  );
}
