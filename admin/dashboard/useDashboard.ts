import { useQuery } from '@tanstack/react-query';
import type { Order, RefusalCount } from '#schemas/generated/types.ts';
import type { waitingTimeFilters } from '#schemas/orders/queue.ts';
import { request } from '../provider/http.ts';

/** A count as lists have it: exact up to 10,000, then a minimum. */
export interface Count {
  count: number;
  isMinimum: boolean;
}

/** Response of GET /api/dashboard. */
interface DashboardAnswer {
  statuses: (Count & { status: Order['status'] })[];
  weeks: (Count & { from: string; to: string })[];
  channels: (Count & { id: string; name: string })[];
  waiting: Count & { since: string | null; longer: (Count & { time: keyof typeof waitingTimeFilters })[] };
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
export const wordsOfCount = ({ count, isMinimum }: Count): string =>
  `${count.toLocaleString('en-US')}${isMinimum ? ' or more' : ''}`;
