import type { Records } from '#schemas/generated/types.ts';
import { type QueryValue, queryString } from '../api/request.ts';
import type { RoutePath } from './routeTitles.ts';

/** A call that a page makes as soon as it is there. */
export interface AheadCall {
  /** As `request` writes it. What stands between stars is filled in by the server, which leaves out a call that it cannot fill in. */
  address: string;
  /** Answered to everybody. */
  isOpen?: true;
  /** Only who may do so with any such record asks for it. */
  may?: readonly [action: 'read' | 'moderate', type: keyof Records];
}

/** What the first page of a visit needs at one address. */
export interface Ahead {
  /** The module of its page, below the repository. */
  code: string;
  /** What that loads right after itself. */
  after?: readonly string[];
  /** What it asks for where its address has no query. */
  calls?: AheadCall[];
}

const call = (path: string, query: Record<string, QueryValue>, may?: AheadCall['may']): AheadCall => ({
  address: `/api/${path}${queryString(query)}`,
  ...(may ? { may } : {}),
});

/** What every page asks for: who is there, and what the rail shows of it. */
export const aheadOfAll: AheadCall[] = [
  { ...call('auth/self', {}), isOpen: true },
  call('channels/list', {}, ['read', 'Channel']),
  call('reports', { limit: 1 }, ['read', 'Report']),
  call('guild_resources', { place: 'kb', limit: 1 }, ['read', 'GuildResource']),
  call('orders', { channelId: '*channelId*', status: 'DRAFT', limit: 1 }, ['read', 'Order']),
];

const few = { limit: 5, populate: 'client,user' };
const newest = { sort: '-updatedAt' };

/**
 * What the first page of a visit needs: the server sends its answers with the page and names its code there, so that they
 * come beside the app's own code instead of one after the other (performance 2). What a page asks for otherwise than it
 * stands here is asked for by itself, and sent in vain: `sent-along.spec` holds that this is not so.
 */
export const ahead = {
  '/': {
    code: 'portal/home/HomePage.tsx',
    calls: [
      call('orders', { mine: 'sentBack', ...newest, ...few }, ['read', 'Order']),
      call('orders', { waitingFor: 'me', status: 'PENDING', sort: 'waitingSince', ...few }, ['moderate', 'Order']),
      call('orders', { mine: 'unfinished', ...newest, ...few }, ['read', 'Order']),
      call('orders', { user: '*userId*', ...newest, limit: 30, populate: 'client' }, ['read', 'Order']),
      call('guild_resources', { place: 'homepage', guild: '*guildId*', limit: 200 }),
    ],
  },
  '/c': { code: 'portal/channels/ChannelsPage.tsx' },
  '/c/:slug': { code: 'portal/channels/ChannelHome.tsx' },
  '/c/:slug/orders': {
    code: 'portal/orders/list/OrdersPage.tsx',
    calls: [
      call('saved_views', { resource: 'portal/orders', columns: 'name,config,user', limit: 100 }),
      call('orders', { channelId: '*channelId*', ...newest, page: 1, limit: 20, populate: 'client,user' }, [
        'read',
        'Order',
      ]),
    ],
  },
  '/c/:slug/orders/new': { code: 'portal/orders/NewOrderPage.tsx' },
  '/c/:slug/orders/:orderId': {
    code: 'portal/orders/OrderPage.tsx',
    after: [
      'portal/orders/SteadyEditor.tsx',
      'schemas/forms/read-form.ts',
      'portal/forms/reading/ReadField.tsx',
      'portal/orders/Timeline.tsx',
    ],
    calls: [
      call('orders/*orderId*', { populate: 'client,user,product' }, ['read', 'Order']),
      call('orders/*orderId*/form', {}, ['read', 'Order']),
    ],
  },
  '/c/:slug/clients': { code: 'portal/clients/ClientsPage.tsx' },
  '/c/:slug/clients/new': { code: 'portal/clients/NewClientPage.tsx' },
  '/c/:slug/clients/:clientId': { code: 'portal/clients/ClientPage.tsx' },
  '/clients': { code: 'portal/clients/ClientsPage.tsx' },
  '/clients/new': { code: 'portal/clients/NewClientPage.tsx' },
  '/clients/:clientId': { code: 'portal/clients/ClientPage.tsx' },
  '/g/users': { code: 'portal/guild/GuildUsersPage.tsx' },
  '/g/users/new': { code: 'portal/guild/NewGuildUserPage.tsx' },
  '/g/users/:userId': { code: 'portal/guild/GuildUserPage.tsx' },
  '/knowledge_base': { code: 'portal/knowledge-base/KnowledgeBasePage.tsx' },
  '/reports': { code: 'portal/reports/ReportsPlace.tsx' },
  '/reports/:reportId': { code: 'portal/reports/ReportsPlace.tsx' },
  '/settings': { code: 'portal/settings/SettingsPage.tsx' },
} satisfies Record<RoutePath, Ahead>;
