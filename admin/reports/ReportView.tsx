import { Alert, Box, Button, Card, CardContent, Chip, Skeleton, Typography } from '@mui/material';
import { ShowBase, useCanAccess, useRecordContext, useRequireAccess } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Report } from '#schemas/generated/types.ts';
import type { Grouping } from '#schemas/reports/groupings.ts';
import { keptWords, reportCharts } from '#schemas/reports/report-config.ts';
import { PageHead } from '../frame/PageHead.tsx';
import { useDescribed } from '../generate/described.tsx';
import { wholeRecord } from '../generate/whole-record.ts';
import { ReportRows } from './ReportRows.tsx';
import { RevenueBars } from './RevenueBars.tsx';
import { largest, money, type Sum, useReportSummary } from './report-summary.ts';

/** A report as it is read: totals, charts, rows (spec 2: admin, reports, {reportId}/view; design 8). */
export function ReportView() {
  const { resource } = useDescribed();
  const { isPending } = useRequireAccess({ action: 'show', resource: resource.path });
  if (isPending) return null;
  return (
    <ShowBase disableAuthentication queryOptions={wholeRecord}>
      <ReportBody />
    </ShowBase>
  );
}

function ReportBody() {
  const { resource } = useDescribed();
  const report = useRecordContext<Report>();
  const { canAccess } = useCanAccess({ action: 'edit', resource: resource.path, record: report });
  if (!report) return null;
  const own = `/${resource.path}/${report.id}`;
  return (
    <>
      <PageHead
        title={report.name}
        actions={
          canAccess ? (
            <Button color="inherit" variant="outlined" component={Link} to={own}>
              Change the report
            </Button>
          ) : null
        }
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        <Kept report={report} />
        {report.kind === 'AgencyOrder' ? <Figures report={report} /> : null}
        <ReportRows report={report} />
      </Box>
    </>
  );
}

/** What all rows here have in common, so that nobody takes a part for the whole. */
function Kept({ report }: { report: Report }) {
  const words = keptWords(report);
  if (words.length === 0) return null;
  return (
    <Box component="ul" aria-label="Only rows with" sx={{ m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {words.map((each) => (
        <Chip key={each} component="li" size="small" variant="outlined" label={each} />
      ))}
    </Box>
  );
}

const titles: Record<Grouping, string> = {
  fiscalMonth: 'By fiscal month',
  industry: 'By industry',
  productGroup: 'By product group',
  salesChannel: 'By sales channel',
};

function Figures({ report }: { report: Report }) {
  const { data: summary, error } = useReportSummary(report);
  if (error) return <Alert severity="error">{error.message}</Alert>;
  if (!summary) return <Skeleton variant="rounded" height={320} />;
  const { by } = summary;
  return (
    <>
      <Totals sum={summary} />
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {reportCharts(report).map((grouping) => (
          <RevenueBars
            key={grouping}
            title={titles[grouping]}
            // Months stand in their order, all else by what it brings.
            groups={grouping === 'fiscalMonth' ? by.fiscalMonth : largest(by[grouping])}
          />
        ))}
      </Box>
    </>
  );
}

function Totals({ sum }: { sum: Sum }) {
  const figures = [
    { label: 'Revenue', text: money(sum.revenue) },
    { label: 'Net revenue', text: money(sum.netRevenue) },
    { label: 'Rows', text: sum.rows.toLocaleString() },
  ];
  return (
    <Card component="section" aria-label="Totals">
      <CardContent>
        <Box component="dl" sx={{ m: 0, display: 'flex', flexWrap: 'wrap', columnGap: 6, rowGap: 2 }}>
          {figures.map(({ label, text }) => (
            <Box key={label}>
              <Typography component="dt" variant="caption" color="text.secondary">
                {label}
              </Typography>
              <Typography
                component="dd"
                sx={{ m: 0, fontSize: 24, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
              >
                {text}
              </Typography>
            </Box>
          ))}
        </Box>
      </CardContent>
    </Card>
  );
}
