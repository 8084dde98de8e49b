import BarChartOutlined from '@mui/icons-material/BarChartOutlined';
import { Button } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Report } from '#schemas/generated/types.ts';
import { lazyPage } from '../frame/lazy-component.tsx';
import { JsonInput } from '../generate/json/JsonInput.tsx';
import type { FieldProps, Override } from '../generate/override.ts';
import { ImportsLink } from '../imports/ImportsLink.tsx';

const ReportImports = lazyPage(async () => (await import('../imports/ImportsPage.tsx')).ReportImports);
const ReportView = lazyPage(async () => (await import('./ReportView.tsx')).ReportView);

export const reports: Override<'Report'> = {
  icon: BarChartOutlined,
  inputs: { config: ConfigInput },
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
      <ImportsLink id={report.id} />
      <Button color="inherit" variant="outlined" component={Link} to={`/reports/${report.id}/view`}>
        View report
      </Button>
    </>
  );
}

/** The configuration is free JSON, so the hint lists the keys that the report view reads. */
function ConfigInput({ field, source }: FieldProps) {
  return <JsonInput field={{ ...field, property: { ...field.property, description: configHint } }} source={source} />;
}

const configHint =
  'Defines what the view shows: {"columns": ["customer_name", "revenue"], "filters": {"industry": ["Food", "Retail"], ' +
  '"fiscal_year_month": {"from": "2026-01"}}, "charts": ["fiscalMonth", "industry", "productGroup", "salesChannel"]}. ' +
  'Anything you leave out uses the default.';
