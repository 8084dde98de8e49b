import type { RouteTitle } from './breadcrumbPath.ts';

/** The routes of the portal with their titles. Breadcrumbs, window titles and the router's table derive from it. */
export const routeTitles = [
  { path: '/', title: 'Home' },
  { path: '/c', title: 'Order Management' },
  { path: '/c/:slug', title: ({ channel }) => channel },
  { path: '/c/:slug/orders', title: 'Orders', recordType: 'Order' },
  { path: '/c/:slug/orders/new', title: 'New Order', recordType: 'Order', isCreating: true },
  { path: '/c/:slug/orders/:orderId', title: 'Order', recordType: 'Order' },
  { path: '/c/:slug/clients', title: 'Clients', recordType: 'Client' },
  { path: '/c/:slug/clients/new', title: 'New Client', recordType: 'Client', isCreating: true },
  { path: '/c/:slug/clients/:clientId', title: 'Client', recordType: 'Client' },
  { path: '/clients', title: 'Clients', recordType: 'Client' },
  { path: '/clients/new', title: 'New Client', recordType: 'Client', isCreating: true },
  { path: '/clients/:clientId', title: 'Client', recordType: 'Client' },
  { path: '/g/users', title: 'Organization' },
  { path: '/g/users/new', title: 'New User' },
  { path: '/g/users/:userId', title: 'User' },
  { path: '/knowledge_base', title: 'Knowledge Base', recordType: 'GuildResource' },
  { path: '/reports', title: 'Reports', recordType: 'Report' },
  { path: '/reports/:reportId', title: 'Report', recordType: 'Report' },
  { path: '/settings', title: 'Settings' },
] as const satisfies readonly RouteTitle[];

export type RoutePath = (typeof routeTitles)[number]['path'];
