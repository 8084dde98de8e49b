import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { type LazyComponent, lazyComponent } from '../forms/lazyComponent.tsx';
import { PageLoadError } from '../look/PageLoadError.tsx';
import { Skeleton } from '../look/Skeleton.tsx';
import { prefetchOrder } from '../orders/loading/orderQueries.ts';
import { preloadOrderEditor } from '../orders/loading/preloadOrderEditor.ts';
import { type RoutePath, routeTitles } from './routeTitles.ts';

/** The fallback while a page loads. */
const pageFallback = () => <Skeleton lines={6} />;

const page = (load: () => Promise<ComponentType>) =>
  lazyComponent(load, { fallback: pageFallback, errorFallback: PageLoadError });

const OrdersPage = page(async () => (await import('../orders/list/OrdersPage.tsx')).OrdersPage);
const NewOrderPage = page(async () => (await import('../orders/NewOrderPage.tsx')).NewOrderPage);
const OrderPage = page(async () => (await import('../orders/OrderPage.tsx')).OrderPage);
const ClientsPage = page(async () => (await import('../clients/ClientsPage.tsx')).ClientsPage);
const NewClientPage = page(async () => (await import('../clients/NewClientPage.tsx')).NewClientPage);
const ClientPage = page(async () => (await import('../clients/ClientPage.tsx')).ClientPage);
const ChannelsPage = page(async () => (await import('../channels/ChannelsPage.tsx')).ChannelsPage);
const ChannelHome = page(async () => (await import('../channels/ChannelHome.tsx')).ChannelHome);
const GuildUsersPage = page(async () => (await import('../guild/GuildUsersPage.tsx')).GuildUsersPage);
const NewGuildUserPage = page(async () => (await import('../guild/NewGuildUserPage.tsx')).NewGuildUserPage);
const GuildUserPage = page(async () => (await import('../guild/GuildUserPage.tsx')).GuildUserPage);
const KnowledgeBasePage = page(async () => (await import('../knowledge-base/KnowledgeBasePage.tsx')).KnowledgeBasePage);
const ReportsPlace = page(async () => (await import('../reports/ReportsRoute.tsx')).ReportsRoute);
const SettingsPage = page(async () => (await import('../settings/SettingsPage.tsx')).SettingsPage);
const HomePage = page(async () => (await import('../home/HomePage.tsx')).HomePage);

/** The lazy-loaded page of each route (performance 2). */
export const routeComponents = {
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
  '/reports': ReportsPlace,
  '/reports/:reportId': ReportsPlace,
  '/settings': SettingsPage,
} satisfies Record<RoutePath, LazyComponent<object>>;

/** Preloads the page of an address on hover: its code, and for an order page its data at the same time. */
export function preloadPage(address: string, cache: QueryClient): void {
  const route = routeOf(address);
  void preloadPageCode(address);
  const orderId = route?.path === '/c/:slug/orders/:orderId' && matchPath(route.path, address)?.params.orderId;
  if (!orderId) return;
  prefetchOrder(cache, orderId);
  preloadOrderEditor();
}

/** Preloads the code of an address's page. A chunk that fails to load is requested again on navigation. */
export async function preloadPageCode(address: string): Promise<void> {
  const route = routeOf(address);
  if (route) await routeComponents[route.path].preload();
}

const routeOf = (address: string) => routeTitles.find(({ path }) => matchPath(path, address));
