import { lazyPage } from '../frame/lazyPage.tsx';
import type { Route } from '../frame/route.ts';

const ClientsPage = lazyPage(async () => (await import('./ClientsPage.tsx')).ClientsPage);
const NewClientPage = lazyPage(async () => (await import('./NewClientPage.tsx')).NewClientPage);
const ClientPage = lazyPage(async () => (await import('./ClientPage.tsx')).ClientPage);

/** The clients of a channel, and those of all channels. */
export const clientRoutes = [
  { path: '/c/:slug/clients', title: 'Clients', recordType: 'Client', Page: ClientsPage },
  { path: '/c/:slug/clients/new', title: 'New Client', recordType: 'Client', isCreating: true, Page: NewClientPage },
  { path: '/c/:slug/clients/:clientId', title: 'Client', recordType: 'Client', Page: ClientPage },
  { path: '/clients', title: 'Clients', recordType: 'Client', Page: ClientsPage },
  { path: '/clients/new', title: 'New Client', recordType: 'Client', isCreating: true, Page: NewClientPage },
  { path: '/clients/:clientId', title: 'Client', recordType: 'Client', Page: ClientPage },
] as const satisfies readonly Route[];
