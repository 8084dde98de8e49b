import { useQuery } from '@tanstack/react-query';
import type { Order, RefusalCount } from '#schemas/generated/types.ts';
import type { waitingTimeFilters } from '#schemas/orders/approval-queue.ts';
import { request } from '../provider/http.ts';

/** A count as lists have it: exact up to 10,000, then a minimum. */
export interface BoundedCount {
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
export function useDashboard() {
  return useQuery({
    queryKey: ['dashboard'],
    queryFn: async ({ signal }): Promise<DashboardAnswer> => (await request('/api/dashboard', { signal })).json,
    refetchInterval: 60_000,
  });
}

/** Formats a count; adds 'or more' when it is a minimum. */
export const formatCount = ({ count, isMinimum }: BoundedCount): string =>
  `${count.toLocaleString('en-US')}${isMinimum ? ' or more' : ''}`;
