import { Box, Link, Skeleton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useAuthenticated, usePermissions } from 'react-admin';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import type { Order, RefusalCount } from '#schemas/generated/types.ts';
import type { waitingTimeFilters } from '#schemas/orders/approval-queue.ts';
import { dashboardPage } from '#schemas/resource/back-office.ts';
import type { Role } from '#schemas/resource/resource.ts';
import { ChartBars } from '../charts/Bars.tsx';
import { AccessDenied } from '../frame/ErrorPages.tsx';
import { LoadError } from '../frame/LoadError.tsx';
import { PageHeader, PageSection } from '../frame/PageHeader.tsx';
import { formatDateTime } from '../generate/format-value.ts';
import { request } from '../provider/http.ts';

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
            to: `/orders/pending?waiting=${time}`,
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

type Rejection = NonNullable<ReturnType<typeof useDashboard>['data']>['refusals'][number];

/**
 * The form fields that block the most submissions, because they are missing or a rule rejects them. Each row links to
 * its form.
 */
function RejectedSubmissions({ refusals, from }: { refusals: Rejection[]; from: string }) {
  const navigate = useNavigate();
  return (
    <Box sx={{ gridColumn: '1 / -1' }}>
      <PageSection title="Top reasons for rejected submissions">
        <Typography
          variant="body2"
          color="text.secondary"
          sx={{ mb: 1 }}
        >{`How often a field blocked an order from being submitted since ${from}.`}</Typography>
        {refusals.length === 0 ? (
          <Typography color="text.secondary">No submissions were rejected.</Typography>
        ) : (
          <>
            <ChartBars
              labels={refusals.map(({ label }) => label)}
              series={[{ label: 'Rejections', data: refusals.map(({ count }) => count), colour: 'var(--accent)' }]}
              text={(count) => count.toLocaleString('en-US')}
              height={200}
              onPick={(index) => {
                const form = refusals[index]?.form;
                if (form) void navigate(`/forms/${form}`);
              }}
            />
            <Box
              component="table"
              aria-label="Top reasons for rejected submissions"
              sx={{
                width: '100%',
                borderCollapse: 'collapse',
                fontSize: 13,
                '& th, & td': { py: 0.5, textAlign: 'left', fontWeight: 400 },
              }}
            >
              <thead>
                <Box component="tr" sx={{ color: 'text.secondary' }}>
                  <th scope="col">Field</th>
                  <th scope="col">Form</th>
                  <th scope="col">Reason</th>
                  <th scope="col">Times</th>
                </Box>
              </thead>
              <tbody>
                {refusals.map(({ form, formName, path, label, reason, count }) => (
                  <tr key={`${form} ${path} ${reason}`}>
                    <th scope="row" title={path}>
                      {label}
                    </th>
                    <td>
                      <Link component={RouterLink} to={`/forms/${form}`} color="text.primary" underline="always">
                        {formName}
                      </Link>
                    </td>
                    <td>{reason === 'missing' ? 'Missing' : 'Rejected by its rule'}</td>
                    <td>{count.toLocaleString('en-US')}</td>
                  </tr>
                ))}
              </tbody>
            </Box>
          </>
        )}
      </PageSection>
    </Box>
  );
}

interface CountChartRow extends BoundedCount {
  /** Label for the axis, if the full one is too long. */
  short?: string;
  label: string;
  /** Address of the list of the counted records. */
  to: string;
}

interface CountChartProps {
  title: string;
  /** Header of the table's label column. */
  by: string;
  rows: CountChartRow[];
  empty: string;
  note?: string;
}

/** Bar chart with counts, and the same numbers as a table whose rows link to the lists. */
function CountChart({ title, by, rows, empty, note }: CountChartProps) {
  const navigate = useNavigate();
  const isEmpty = rows.every(({ count }) => count === 0);
  return (
    <PageSection title={title}>
      {note ? (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          {note}
        </Typography>
      ) : null}
      {isEmpty ? (
        <Typography color="text.secondary">{empty}</Typography>
      ) : (
        <>
          <ChartBars
            labels={rows.map(({ short, label }) => short ?? label)}
            series={[{ label: title, data: rows.map(({ count }) => count), colour: 'var(--accent)' }]}
            text={(count) => count.toLocaleString('en-US')}
            height={200}
            onPick={(index) => {
              const to = rows[index]?.to;
              if (to) void navigate(to);
            }}
          />
          <CountTable title={title} by={by} rows={rows} />
        </>
      )}
    </PageSection>
  );
}

/** Table of counts; each row links to its list. */
function CountTable({ title, by, rows }: Pick<CountChartProps, 'title' | 'by' | 'rows'>) {
  return (
    <Box
      component="table"
      aria-label={title}
      sx={{ width: '100%', borderCollapse: 'collapse', fontSize: 13, '& th, & td': { py: 0.5, fontWeight: 400 } }}
    >
      <thead>
        <Box component="tr" sx={{ color: 'text.secondary' }}>
          <Box component="th" scope="col" sx={{ textAlign: 'left' }}>
            {by}
          </Box>
          <Box component="th" scope="col" sx={{ textAlign: 'right' }}>
            Orders
          </Box>
        </Box>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.to}>
            <Box component="th" scope="row" sx={{ textAlign: 'left', overflowWrap: 'anywhere' }}>
              <Link component={RouterLink} to={row.to} color="text.primary" underline="always">
                {row.label}
              </Link>
            </Box>
            <Box component="td" sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
              {formatCount(row)}
            </Box>
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** A count as lists have it: exact up to 10,000, then a minimum. */
interface BoundedCount {
  count: number;
  isMinimum: boolean;
}

/** Response of GET /api/dashboard. */
interface DashboardAnswer {
  statuses: (BoundedCount & { status: Order['status'] })[];
  weeks: (BoundedCount & { from: string; to: string })[];
  channels: (BoundedCount & { id: string; name: string })[];
  waiting: BoundedCount & {
    since: string | null;
    longer: (BoundedCount & { time: keyof typeof waitingTimeFilters })[];
  };
  refusals: (Pick<RefusalCount, 'form' | 'path' | 'reason' | 'count'> & { formName: string; label: string })[];
  refusalsFrom: string;
}

/** Loads the dashboard's numbers; polls every minute while the page is visible. */
function useDashboard() {
  return useQuery({
    queryKey: ['dashboard'],
    queryFn: async ({ signal }): Promise<DashboardAnswer> => (await request('/api/dashboard', { signal })).json,
    refetchInterval: 60_000,
  });
}

/** Formats a count; adds 'or more' when it is a minimum. */
const formatCount = ({ count, isMinimum }: BoundedCount): string =>
  `${count.toLocaleString('en-US')}${isMinimum ? ' or more' : ''}`;
