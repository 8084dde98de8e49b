import type { Records } from '#schemas/generated/types.ts';
import { deskColumns } from '#schemas/orders/approval-queue.ts';
import { type QueryValue, queryString } from './api/request.ts';
import type { RoutePath } from './routes.tsx';

/** A request that a page sends as soon as it is mounted. */
export interface PreloadRequest {
  /**
   * The address, exactly as `request` writes it. The server fills in the names between asterisks, and skips a call for
   * which it has no value.
   */
  address: string;
  /** Does not require a sign-in. */
  isOpen?: true;
  /** The ability that the call requires; the server skips it for people without it. */
  ability?: readonly [action: 'read' | 'moderate', type: keyof Records];
}

/** What the first page of a visit preloads at one address. */
export interface RoutePreload {
  /** The module of its page, relative to the root of the repository. */
  module: string;
  /** Modules that the page loads right after its own. */
  laterModules?: readonly string[];
  /** The requests that it sends when its address has no query. */
  calls?: PreloadRequest[];
}

const call = (
  path: string,
  query: Record<string, QueryValue>,
  ability?: PreloadRequest['ability'],
): PreloadRequest => ({
  address: `/api/${path}${queryString(query)}`,
  ...(ability ? { ability } : {}),
});

/** The requests of every page: the session, and the counts in the navigation rail. */
export const commonRequests: PreloadRequest[] = [
  { ...call('auth/self', {}), isOpen: true },
  call('channels/list', {}, ['read', 'Channel']),
  call('reports', { limit: 1 }, ['read', 'Report']),
  call('guild_resources', { place: 'kb', limit: 1 }, ['read', 'GuildResource']),
  call('orders', { channelId: '*channelId*', status: 'DRAFT', limit: 1 }, ['read', 'Order']),
];

const preview = { limit: 5, populate: 'client,user' };
const newest = { sort: '-updatedAt' };

/**
 * The preload manifest: the modules and requests of each route. The server embeds the responses into the page and adds
 * module preload links, so that data and code load in parallel with the app's own code (performance 2). A request that
 * differs from its entry here is sent again by the page, and the preloaded response is wasted; `preloaded-responses.spec`
 * guards against that.
 *
 * The route loaders (`Route.load`, frame/route.ts) cannot replace it: they run in the browser, only once the app's code has
 * arrived, and need the router's parameters and the query cache. The server needs plain data before that, with the
 * names that it fills in for the signed-in person. Both meet in `request`, which takes an embedded response instead of
 * sending the same request.
 */
export const preloadManifest = {
  '/': {
    module: 'portal/home/HomePage.tsx',
    calls: [
      call('orders', { mine: 'sentBack', ...newest, ...preview }, ['read', 'Order']),
      call('orders', { waitingFor: 'me', status: 'PENDING', sort: 'waitingSince', ...preview }, ['moderate', 'Order']),
      call('orders', { mine: 'unfinished', ...newest, ...preview }, ['read', 'Order']),
      call('orders', { user: '*userId*', ...newest, limit: 30, populate: 'client' }, ['read', 'Order']),
      call('guild_resources', { place: 'homepage', guild: '*guildId*', limit: 200 }),
    ],
  },
  '/approvals': {
    module: 'portal/orders/desk/ApprovalsPage.tsx',
    calls: [
      call(
        'orders',
        {
          status: 'PENDING',
          limit: 100,
          columns: deskColumns,
          populate: 'client,user,assignedTo',
          sort: 'waitingSince',
        },
        ['moderate', 'Order'],
      ),
    ],
  },
  '/c': { module: 'portal/channels/ChannelsPage.tsx' },
  '/c/:slug': { module: 'portal/channels/ChannelHome.tsx' },
  '/c/:slug/orders': {
    module: 'portal/orders/list/OrdersPage.tsx',
    calls: [
      call('saved_views', {
        resource: 'portal/orders,orders',
        availableTo: 'me',
        columns: 'name,config,user,entityId,resource',
        limit: 100,
      }),
      call(
        'orders',
        { channelId: '*channelId*', ...newest, page: 1, limit: 20, populate: 'client,user', sum: 'amount' },
        ['read', 'Order'],
      ),
    ],
  },
  '/c/:slug/orders/new': { module: 'portal/orders/NewOrderPage.tsx' },
  '/c/:slug/orders/draft': {
    module: 'portal/orders/OrderPage.tsx',
    laterModules: ['portal/orders/editing/DelayedOrderEditor.tsx', 'schemas/forms/read-form.ts'],
  },
  '/c/:slug/orders/:orderId': {
    module: 'portal/orders/OrderPage.tsx',
    laterModules: [
      'portal/orders/editing/DelayedOrderEditor.tsx',
      'schemas/forms/read-form.ts',
      'portal/forms/reading/ReadOnlyField.tsx',
      'portal/orders/history/Timeline.tsx',
    ],
    calls: [
      call('orders/*orderId*', { populate: 'client,user,product' }, ['read', 'Order']),
      call('orders/*orderId*/form', {}, ['read', 'Order']),
    ],
  },
  '/c/:slug/clients': { module: 'portal/clients/ClientsPage.tsx' },
  '/c/:slug/clients/new': { module: 'portal/clients/NewClientPage.tsx' },
  '/c/:slug/clients/:clientId': { module: 'portal/clients/ClientPage.tsx' },
  '/clients': { module: 'portal/clients/ClientsPage.tsx' },
  '/clients/new': { module: 'portal/clients/NewClientPage.tsx' },
  '/clients/:clientId': { module: 'portal/clients/ClientPage.tsx' },
  '/g/users': { module: 'portal/guild/GuildUsersPage.tsx' },
  '/g/users/new': { module: 'portal/guild/NewGuildUserPage.tsx' },
  '/g/users/:userId': { module: 'portal/guild/GuildUserPage.tsx' },
  '/knowledge_base': { module: 'portal/knowledge-base/KnowledgeBasePage.tsx' },
  '/reports': { module: 'portal/reports/ReportsRoute.tsx' },
  '/reports/:reportId': { module: 'portal/reports/ReportsRoute.tsx' },
  '/settings': { module: 'portal/settings/SettingsPage.tsx' },
} satisfies Record<RoutePath, RoutePreload>;
