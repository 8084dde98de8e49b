import { Button } from '@mui/material';
import { useRequireAccess } from 'react-admin';
import { Link, useParams } from 'react-router-dom';
import type { ElementSlot } from '#portal/forms/elementSlot.ts';
import { MountedReport } from '#portal/reports/MountedReport.tsx';
import { PageHeader } from '../frame/PageHeader.tsx';
import { useResourceScreen } from '../generate/resource-screen.tsx';
import { useSession } from '../provider/useSession.ts';
import { RevenueChart } from './RevenueChart.tsx';

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
              {ability.can('update', 'Report') ? (
                <Button color="inherit" variant="outlined" component={Link} to={`/${resource.path}/${id}`}>
                  Change the report
                </Button>
              ) : null}
            </>
          }
        />
      )}
      Chart={RevenueChart}
    />
  );
}
