import { useQuery } from '@tanstack/react-query';
import type { Order, RefusalCount } from '#schemas/generated/types.ts';
import type { waitingTimes } from '#schemas/orders/queue.ts';
import { request } from '../provider/http.ts';

/** A number as lists count: exact to 10,000. */
export interface Count {
  count: number;
  isMinimum: boolean;
}

/** What GET /api/dashboard answers. */
interface DashboardAnswer {
  statuses: (Count & { status: Order['status'] })[];
  weeks: (Count & { from: string; to: string })[];
  channels: (Count & { id: string; name: string })[];
  waiting: Count & { since: string | null; longer: (Count & { time: keyof typeof waitingTimes })[] };
  refusals: (Pick<RefusalCount, 'form' | 'path' | 'reason' | 'count'> & { formName: string; label: string })[];
  refusalsFrom: string;
}

/** What goes on with orders, asked again each minute while somebody looks. */
export function useDashboard() {
  return useQuery({
    queryKey: ['dashboard'],
    queryFn: async ({ signal }): Promise<DashboardAnswer> => (await request('/api/dashboard', { signal })).json,
    refetchInterval: 60_000,
  });
}

/** 'or more' where nobody counted on. */
export const wordsOfCount = ({ count, isMinimum }: Count): string =>
  `${count.toLocaleString('en-US')}${isMinimum ? ' or more' : ''}`;
