import { lazyPage } from '../frame/lazyPage.tsx';
import type { Route } from '../frame/route.ts';

const ChannelsPage = lazyPage(async () => (await import('./ChannelsPage.tsx')).ChannelsPage);
const ChannelHome = lazyPage(async () => (await import('./ChannelHome.tsx')).ChannelHome);

export const channelRoutes = [
  { path: '/c', title: 'Order Management', Page: ChannelsPage },
  { path: '/c/:slug', title: ({ channel }) => channel, Page: ChannelHome },
] as const satisfies readonly Route[];
