import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import { useRecordContext } from 'react-admin';
import { useEverySecond } from '#portal/forms/useEverySecond.ts';
import type { Order } from '#schemas/generated/types.ts';
import { toLargestUnit } from '#schemas/texts/durations.ts';
import { lazyPage } from '../frame/lazy-component.tsx';
import { formatDateTime } from '../generate/format-value.ts';
import type { Override } from '../generate/override.ts';
import { ApprovalsMenu } from './ApprovalsMenu.tsx';
import { StatusCell } from './StatusCell.tsx';

/** Lazy: pulls in the portal's form renderer. */
const OrderPage = lazyPage(async () => (await import('./OrderPage.tsx')).OrderPage);
const PendingOrders = lazyPage(async () => (await import('./PendingOrders.tsx')).PendingOrders);
const OrderInQueue = lazyPage(async () => (await import('./QueueOrderPage.tsx')).QueueOrderPage);

export const orders: Override<'Order'> = {
  icon: FactCheckOutlined,
  menu: ApprovalsMenu,
  cells: { status: StatusCell, waitingSince: WaitingCell },
  views: { record: OrderPage },
  routes: [
    { path: 'pending', element: <PendingOrders /> },
    { path: 'pending/:id', element: <OrderInQueue /> },
  ],
};

/** List cell with the waiting time in words; the tooltip has the date. */
function WaitingCell() {
  const since = useRecordContext<Order>()?.waitingSince;
  const words = useEverySecond(() => (since ? agoWords(since) : ''));
  if (!since) return null;
  return (
    <time dateTime={since} title={`Since ${formatDateTime(since)}`} style={{ whiteSpace: 'nowrap' }}>
      {words}
    </time>
  );
}

/** '3 days ago', in the largest non-zero unit (spec 9). */
function agoWords(since: string): string {
  const duration = toLargestUnit(Date.now() - Date.parse(since));
  if (!duration || duration.unit === 'second') return 'Just now';
  return `${duration.count} ${duration.unit}${duration.count === 1 ? '' : 's'} ago`;
}
