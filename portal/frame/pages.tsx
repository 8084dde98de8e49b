import { type ComponentType, lazy } from 'react';
import type { RoutePath } from './routeTitles.ts';

const OrdersPage = lazy(async () => ({ default: (await import('../orders/list/OrdersPage.tsx')).OrdersPage }));
const NewOrderPage = lazy(async () => ({ default: (await import('../orders/NewOrderPage.tsx')).NewOrderPage }));
const OrderPage = lazy(async () => ({ default: (await import('../orders/OrderPage.tsx')).OrderPage }));
const ClientsPage = lazy(async () => ({ default: (await import('../clients/ClientsPage.tsx')).ClientsPage }));
const NewClientPage = lazy(async () => ({ default: (await import('../clients/NewClientPage.tsx')).NewClientPage }));
const ClientPage = lazy(async () => ({ default: (await import('../clients/ClientPage.tsx')).ClientPage }));
const ChannelsPage = lazy(async () => ({ default: (await import('../channels/ChannelsPage.tsx')).ChannelsPage }));
const ChannelHome = lazy(async () => ({ default: (await import('../channels/ChannelHome.tsx')).ChannelHome }));
const GuildUsersPage = lazy(async () => ({ default: (await import('../guild/GuildUsersPage.tsx')).GuildUsersPage }));
const NewGuildUserPage = lazy(async () => ({
  default: (await import('../guild/NewGuildUserPage.tsx')).NewGuildUserPage,
}));
const GuildUserPage = lazy(async () => ({ default: (await import('../guild/GuildUserPage.tsx')).GuildUserPage }));
const KnowledgeBasePage = lazy(async () => ({
  default: (await import('../knowledge-base/KnowledgeBasePage.tsx')).KnowledgeBasePage,
}));
const SettingsPage = lazy(async () => ({ default: (await import('../settings/SettingsPage.tsx')).SettingsPage }));
const HomePage = lazy(async () => ({ default: (await import('../home/HomePage.tsx')).HomePage }));

/** What each route shows; loaded when first gone to (performance 2). */
export const pages = {
  '/': HomePage,
  '/c': ChannelsPage,
  '/c/:slug': ChannelHome,
  '/c/:slug/orders': OrdersPage,
  '/c/:slug/orders/new': NewOrderPage,
  '/c/:slug/orders/:orderId': OrderPage,
  '/c/:slug/clients': ClientsPage,
  '/c/:slug/clients/new': NewClientPage,
  '/c/:slug/clients/:clientId': ClientPage,
  '/clients': ClientsPage,
  '/clients/new': NewClientPage,
  '/clients/:clientId': ClientPage,
  '/g/users': GuildUsersPage,
  '/g/users/new': NewGuildUserPage,
  '/g/users/:userId': GuildUserPage,
  '/knowledge_base': KnowledgeBasePage,
  '/settings': SettingsPage,
} satisfies Record<RoutePath, ComponentType>;
