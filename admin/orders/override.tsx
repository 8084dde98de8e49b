import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import { lazy } from 'react';
import type { Override } from '../generate/override.ts';
import { ApprovalsMenu } from './ApprovalsMenu.tsx';
import { StatusCell } from './StatusCell.tsx';
import { WaitingCell } from './WaitingCell.tsx';

/** The page brings the portal's form renderer with it: loaded when the first order is opened. */
const OrderPage = lazy(async () => ({ default: (await import('./OrderPage.tsx')).OrderPage }));
const PendingOrders = lazy(async () => ({ default: (await import('./PendingOrders.tsx')).PendingOrders }));
const OrderInQueue = lazy(async () => ({ default: (await import('./OrderInQueue.tsx')).OrderInQueue }));

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
