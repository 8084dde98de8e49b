import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import { lazyPage } from '../frame/lazy-component.tsx';
import type { Override } from '../generate/override.ts';
import { ApprovalsMenu } from './ApprovalsMenu.tsx';
import { StatusCell } from './StatusCell.tsx';
import { WaitingCell } from './WaitingCell.tsx';

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
