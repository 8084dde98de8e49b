import { Button } from '@mui/material';
import { useRequireAccess } from 'react-admin';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';
import { addressOfGroup, GroupTable, type ReportChartProps } from '#portal/reports/GroupTable.tsx';
import { MountedReport } from '#portal/reports/MountedReport.tsx';
import type { Report } from '#schemas/generated/types.ts';
import { groupBefore } from '#schemas/reports/comparison.ts';
import { newReportQuery } from '#schemas/reports/report-settings.ts';
import { barMeasures, chartOf, measures, nameOfGroup } from '#schemas/reports/report-summary.ts';
import { ChartBars } from '../charts/Bars.tsx';
import { PageHeader } from '../frame/PageHeader.tsx';
import { useResourceScreen } from '../generate/resource-screen.tsx';
import { useSession } from '../provider/session.ts';

/** Page of a report: the portal's page with charts (spec 2: admin, reports, {reportId}/view; design 8). */
export function ReportView() {
  const { id = '' } = useParams();
  const { resource } = useResourceScreen();
  const { isPending } = useRequireAccess({ action: 'show', resource: resource.path });
  const session = useSession();
  if (isPending || !session) return null;
  const { user, ability } = session;
  return (
    <MountedReport
      id={id}
      user={user}
      head={(report, actions: ElementSlot) => (
        <PageHeader
          title={report.name}
          actions={
            <>
              {actions}
              {ability.can('create', 'Report') ? <SaveAsReport report={report} /> : null}
              {ability.can('update', 'Report') ? (
                <Button color="inherit" variant="outlined" component={Link} to={`/${resource.path}/${id}`}>
                  Edit report
                </Button>
              ) : null}
            </>
          }
        />
      )}
      Chart={GroupChart}
    />
  );
}

/** Opens the page of a new report with the filters and columns of this view. */
function SaveAsReport({ report }: { report: Report }) {
  const [params] = useSearchParams();
  return (
    <Button color="inherit" variant="outlined" component={Link} to={`/reports/new?${newReportQuery(report, params)}`}>
      Save this view as a report
    </Button>
  );
}

/** A chart by group, with the previous period, and the same numbers as a table. A bar links to its rows. */
function GroupChart(props: ReportChartProps) {
  const { grouping, measured, isCharted, summary, before, shown } = props;
  const navigate = useNavigate();
  const { all, others } = chartOf(grouping, summary, measured);
  const earlier = before?.summary.by[grouping] ?? [];
  const bars = barMeasures(measured).map((name) => measures[name]);
  const [first] = bars;
  if (!isCharted || !first) return <GroupTable {...props} />;
  const series = [
    ...bars.map(({ label, of }, index) => ({ label, data: all.map(of), colour: colours[index] ?? 'var(--text-soft)' })),
    ...(before
      ? [
          {
            label: `Previous ${first.label.toLowerCase()}`,
            data: all.map(({ value }) => first.of(groupBefore(earlier, value, before))),
            colour: 'var(--info)',
          },
        ]
      : []),
  ];
  const pick = (index: number) => {
    const group = all[index];
    if (group && group !== others) void navigate(addressOfGroup(shown, grouping, group));
  };
  return (
    <GroupTable
      {...props}
      picture={
        <ChartBars
          labels={all.map((group) => nameOfGroup(grouping, group))}
          series={series}
          text={first.text}
          onPick={pick}
        />
      }
    />
  );
}

const colours = ['var(--accent)', 'var(--text-soft)', 'var(--success)', 'var(--warn)'];
