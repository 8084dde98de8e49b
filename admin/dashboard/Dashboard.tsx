import { Box, Skeleton } from '@mui/material';
import { useAuthenticated, usePermissions } from 'react-admin';
import type { Order } from '#schemas/generated/types.ts';
import type { waitingTimeFilters } from '#schemas/orders/approval-queue.ts';
import { dashboardPage } from '#schemas/resource/back-office.ts';
import type { Role } from '#schemas/resource/resource.ts';
import { AccessDenied } from '../frame/ErrorPages.tsx';
import { LoadError } from '../frame/LoadError.tsx';
import { PageHeader } from '../frame/PageHeader.tsx';
import { formatDateTime } from '../generate/format-value.ts';
import { CountChart } from './CountChart.tsx';
import { RejectedSubmissions } from './RejectedSubmissions.tsx';
import { useDashboard } from './useDashboard.ts';

/**
 * Dashboard of orders: counts by status, week and channel, the queue, and rejected submissions. Each number links to its
 * list. /admin itself redirects to the users list.
 */
export function Dashboard() {
  useAuthenticated();
  const { permissions, isPending } = usePermissions<Role[]>();
  if (isPending) return null;
  if (!dashboardPage.roles.some((role) => permissions?.includes(role))) return <AccessDenied />;
  return (
    <>
      <PageHeader title={dashboardPage.label} />
      <Charts />
    </>
  );
}

function Charts() {
  const { data, error, refetch } = useDashboard();
  if (error && !data) return <LoadError subject="The dashboard" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton variant="rounded" height={480} />;
  const { statuses, weeks, channels, waiting, refusals, refusalsFrom } = data;
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        alignItems: 'start',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <CountChart
        title="Orders by status"
        by="Status"
        rows={statuses.map(({ status, ...count }) => ({
          ...count,
          label: statusWords[status],
          to: ordersOf({ status }),
        }))}
        empty="No orders yet."
      />
      <CountChart
        title="New orders by week"
        by="Week"
        rows={weeks.map(({ from, to, ...count }) => ({
          ...count,
          short: from.slice(5),
          label: `${from} to ${to}`,
          to: ordersOf({ createdAt: { from, to } }),
        }))}
        empty="No orders were created in the last 12 weeks."
      />
      <CountChart
        title="Orders by channel"
        by="Channel"
        rows={channels
          .slice(0, maxChannels)
          .map(({ id, name, ...count }) => ({ ...count, label: name, to: ordersOf({ channelId: id }) }))}
        empty="No channel has orders yet."
        {...(channels.length > maxChannels
          ? { note: `Showing the top ${maxChannels} of ${channels.length} channels.` }
          : {})}
      />
      <CountChart
        title="Waiting in queue"
        by="Longer than"
        rows={[
          {
            count: waiting.count,
            isMinimum: waiting.isMinimum,
            label: 'All waiting orders',
            short: 'All',
            to: '/orders/pending',
          },
          ...waiting.longer.map(({ time, ...count }) => ({
            ...count,
            label: timeWords[time],
            to: `/orders/pending?${filtered({ waitingLonger: time })}`,
          })),
        ]}
        empty="No orders are waiting for a decision."
        {...(waiting.since ? { note: `The oldest has been waiting since ${formatDateTime(waiting.since)}.` } : {})}
      />
      <RejectedSubmissions refusals={refusals} from={refusalsFrom} />
    </Box>
  );
}

/** More bars do not fit beside each other. */
const maxChannels = 10;

const statusWords: Record<Order['status'], string> = {
  DRAFT: 'Draft',
  PENDING: 'Pending',
  COMPLETE: 'Complete',
  CANCELED: 'Canceled',
};

const timeWords: Record<keyof typeof waitingTimeFilters, string> = {
  '1_hour': '1 hour',
  '4_hours': '4 hours',
  '1_day': '1 day',
  '3_days': '3 days',
  '1_week': '1 week',
  '1_month': '1 month',
};

const filtered = (filter: object) => new URLSearchParams({ filter: JSON.stringify(filter) });
const ordersOf = (filter: object) => `/orders?${filtered(filter)}`;
