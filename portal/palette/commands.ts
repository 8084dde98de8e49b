import type { User } from '#schemas/generated/types.ts';
import type { SearchResults } from '#schemas/searching/search-results.ts';
import { wordsOf } from '#schemas/texts/words.ts';
import type { NamedRecord } from '../api/queries.ts';
import { addressInChannel } from '../channels/addressInChannel.ts';
import { channelPath } from '../channels/useChannels.ts';
import { adminItemsFor } from '../frame/adminItems.ts';
import { managesGuild } from '../guild/managesGuild.ts';
import { orderStatusLabels } from '../look/StatusChip.tsx';
import { setPreferences } from '../preferences/preferenceStore.ts';
import { hasNoAccess, type PortalAbility } from '../session/ability.ts';

/** The groups of commands, in display order. */
export const commandGroups = ['On this page', 'Clients', 'Orders', 'Start an order', 'Pages', 'Channels'] as const;

/** One command: a link or an action. */
export interface Command {
  key: string;
  group: (typeof commandGroups)[number];
  title: string;
  note?: string;
  /** The address that it opens. */
  href?: string;
  /** A link to /admin, which is another app: the browser has to load it. */
  isElsewhere?: boolean;
  /** The action of a command without an address. */
  run?: () => void;
}

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
    const href = channel ? `${channelPath(channel, 'orders/new')}?client=${id}` : '/c';
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
    ...clients.map(({ id, name, businessName, city }): Command => {
      return { key: id, group: 'Clients', title: name, note: `${businessName}, ${city}`, href: `/clients/${id}` };
    }),
    ...orders.map(({ id, refCode, campaign, status, client, channelId }): Command => {
      const note = [client, orderStatusLabels[status], channelOf(channelId).name].filter(Boolean).join(', ');
      const href = channelPath(channelOf(channelId), `orders/${id}`);
      return { key: id, group: 'Orders', title: campaign ? `${campaign} · ${refCode}` : refCode, note, href };
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

/** Describes the number of results, for the live region. */
export const resultCountText = (count: number): string =>
  count === 0 ? 'No results' : `${count} found. Use the arrow keys to choose and Enter to open.`;

/**
 * Returns the commands whose title contains, for each word of the text, a word that starts with it; all for an empty
 * text.
 */
export function filterCommands(commands: readonly Command[], text: string): Command[] {
  const searchWords = wordsOf(text);
  return commands.filter(({ title }) => {
    const words = wordsOf(title);
    return searchWords.every((each) => words.some((word) => word.startsWith(each)));
  });
}
