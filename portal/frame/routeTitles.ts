import type { RouteTitle } from './crumbs.ts';

/** The routes of the portal with their titles. Breadcrumbs, window titles and the router's table derive from it. */
export const routeTitles = [
  { path: '/', title: 'Home' },
  { path: '/c', title: 'Order Management' },
  { path: '/c/:slug', title: ({ channel }) => channel },
  { path: '/c/:slug/orders', title: 'Orders', of: 'Order' },
  { path: '/c/:slug/orders/new', title: 'New Order', of: 'Order', isMaking: true },
  { path: '/c/:slug/orders/:orderId', title: 'Order', of: 'Order' },
  { path: '/c/:slug/clients', title: 'Clients', of: 'Client' },
  { path: '/c/:slug/clients/new', title: 'New Client', of: 'Client', isMaking: true },
  { path: '/c/:slug/clients/:clientId', title: 'Client', of: 'Client' },
  { path: '/clients', title: 'Clients', of: 'Client' },
  { path: '/clients/new', title: 'New Client', of: 'Client', isMaking: true },
  { path: '/clients/:clientId', title: 'Client', of: 'Client' },
  { path: '/g/users', title: 'Organization' },
  { path: '/g/users/new', title: 'New User' },
  { path: '/g/users/:userId', title: 'User' },
  { path: '/knowledge_base', title: 'Knowledge Base', of: 'GuildResource' },
  { path: '/reports', title: 'Reports', of: 'Report' },
  { path: '/reports/:reportId', title: 'Report', of: 'Report' },
  { path: '/settings', title: 'Settings' },
] as const satisfies readonly RouteTitle[];

export type RoutePath = (typeof routeTitles)[number]['path'];
