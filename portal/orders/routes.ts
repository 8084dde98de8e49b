import { lazyPage } from '../frame/lazyPage.tsx';
import type { Route } from '../frame/route.ts';
import { prefetchOrder } from './loading/orderQueries.ts';
import { preloadOrderEditor } from './loading/preloadOrderEditor.ts';

const OrdersPage = lazyPage(async () => (await import('./list/OrdersPage.tsx')).OrdersPage);
const ApprovalsPage = lazyPage(async () => (await import('./desk/ApprovalsPage.tsx')).ApprovalsPage);
const NewOrderPage = lazyPage(async () => (await import('./NewOrderPage.tsx')).NewOrderPage);
const OrderPage = lazyPage(async () => (await import('./OrderPage.tsx')).OrderPage);

export const orderRoutes = [
  { path: '/approvals', title: 'Approvals', recordType: 'Order', Page: ApprovalsPage },
  { path: '/c/:slug/orders', title: 'Orders', recordType: 'Order', Page: OrdersPage },
  { path: '/c/:slug/orders/new', title: 'New Order', recordType: 'Order', isCreating: true, Page: NewOrderPage },
  // A new order that is not created yet. The same page as the order's, so that it stays when the order gets its address.
  { path: '/c/:slug/orders/draft', title: 'New Order', recordType: 'Order', isCreating: true, Page: OrderPage },
  {
    path: '/c/:slug/orders/:orderId',
    title: 'Order',
    recordType: 'Order',
    Page: OrderPage,
    load: ({ orderId = '' }, cache) => {
      prefetchOrder(cache, orderId);
      preloadOrderEditor();
    },
  },
] as const satisfies readonly Route[];
