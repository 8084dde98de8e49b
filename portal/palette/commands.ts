import type { User } from '#schemas/generated/types.ts';
import type { SearchResults } from '#schemas/searching/search-results.ts';
import type { NamedRecord } from '../api/queries.ts';
import { channelPath } from '../channels/useChannels.ts';
import { adminItemsFor } from '../frame/adminItems.ts';
import { managesGuild } from '../guild/managesGuild.ts';
import { statusFilterOf } from '../orders/list/statusFilter.ts';
import { setPreferences } from '../preferences/preferenceStore.ts';
import { hasNoAccess, type PortalAbility } from '../session/ability.ts';
import { type Command, clientCommand, orderCommand } from './PaletteDialog.tsx';

interface Place {
  user: Pick<User, 'roles' | 'guild' | 'guildFlags'>;
  ability: PortalAbility;
  channels: readonly NamedRecord[];
  /** The selected channel. */
  channel: NamedRecord | undefined;
}

/** Returns a command for every screen that the person may see, the selected channel's first. */
export function screenCommands({ user, ability, channels, channel }: Place): Command[] {
  const screen = (title: string, href: string, isOpen = true): Command[] =>
    isOpen ? [{ key: href, group: 'Pages', title, href }] : [];
  const others = channels.filter(({ id }) => id !== channel?.id);
  const hasOrders = !hasNoAccess(ability, 'Order');
  return [
    ...screen('Home', '/'),
    ...[...(channel ? [channel] : []), ...others].flatMap((each) => [
      ...screen(`Orders in ${each.name}`, channelPath(each, 'orders'), hasOrders),
      ...screen(`Drafts in ${each.name}`, `${channelPath(each, 'orders')}?status=draft`, hasOrders),
      ...screen(`Clients in ${each.name}`, channelPath(each, 'clients'), !hasNoAccess(ability, 'Client')),
    ]),
    ...screen('Clients', '/clients', !hasNoAccess(ability, 'Client')),
    ...screen('New Client', '/clients/new', ability.can('create', 'Client')),
    ...screen('Channels', '/c', !hasNoAccess(ability, 'Channel')),
    ...screen('Guild users', '/g/users', managesGuild(user)),
    ...screen('Knowledge Base', '/knowledge_base', !hasNoAccess(ability, 'GuildResource')),
    ...screen('Reports', '/reports', !hasNoAccess(ability, 'Report')),
    ...screen('Prospect Audit', '/prospect_audit', !hasNoAccess(ability, 'ProspectAudit')),
    ...screen('Settings', '/settings'),
    ...adminItemsFor(user.roles).map(({ title, href }, index): Command => {
      return { key: `${href} ${index}`, group: 'Pages', title: `Admin: ${title}`, href, isElsewhere: true };
    }),
  ];
}

/** Returns the commands that start an order: in each channel, and for the clients found. */
export function newOrderCommands({ ability, channels, channel }: Place, clients: SearchResults['clients']): Command[] {
  if (!ability.can('create', 'Order')) return [];
  const group = 'Start an order';
  const forClients = clients.map(({ id, name }): Command => {
    const href = channel ? `${channelPath(channel, 'orders/draft')}?for=${id}` : '/c';
    return { key: `for ${id}`, group, title: `New Order for ${name}`, href, note: channel?.name ?? '' };
  });
  const inChannels = [...(channel ? [channel] : []), ...channels.filter(({ id }) => id !== channel?.id)].map(
    (each): Command => {
      return { key: `in ${each.id}`, group, title: `New Order in ${each.name}`, href: channelPath(each, 'orders/new') };
    },
  );
  return [...forClients.slice(0, 3), ...inChannels];
}

/** Returns a command for each search result. */
export function resultCommands({ clients, orders }: SearchResults, channels: readonly NamedRecord[]): Command[] {
  const channelOf = (id: string) => channels.find((each) => each.id === id) ?? { id, name: '' };
  return [
    ...clients.map((client) => clientCommand(client, `/clients/${client.id}`)),
    ...orders.map((order) => {
      const channel = channelOf(order.channelId);
      return orderCommand(order, { href: channelPath(channel, `orders/${order.id}`), channel: channel.name });
    }),
  ];
}

/** Returns a command for each channel, which opens the same type of page there. */
export function channelCommands({
  channels,
  channel,
  ...at
}: Pick<Place, 'channels' | 'channel'> & { pathname: string; search: string }): Command[] {
  return channels.map((each): Command => {
    const { id, name, slug } = each;
    const href = addressInChannel(at, each);
    // Opening a page of a channel selects it. Home belongs to no channel, so select the channel directly.
    const target = href === '/' ? { run: () => setPreferences({ channelSlug: slug ?? id }) } : { href };
    return { key: id, group: 'Channels', title: name, note: id === channel?.id ? 'Current' : '', ...target };
  });
}

/**
 * The page types that exist in every channel. An order or client belongs to one channel, so its page maps to the list.
 */
const kind = /^\/c\/[^/]+\/((?:orders|clients)(?:\/new)?)(?![^/])/;

/**
 * Returns the address of the same type of page in another channel. Home stays; any other page outside a channel maps to
 * the orders.
 */
export function addressInChannel(
  { pathname, search }: { pathname: string; search: string },
  channel: NamedRecord,
): string {
  if (pathname === '/') return '/';
  const place = kind.exec(pathname)?.[1] ?? 'orders';
  const filter = pathname.endsWith('/orders') ? statusFilterOf(new URLSearchParams(search).get('status')) : undefined;
  return channelPath(channel, filter ? `${place}?status=${filter.value}` : place);
}
